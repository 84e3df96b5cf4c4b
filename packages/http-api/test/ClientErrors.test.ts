import { ClientErrors } from "@dunlin/http-api"
import { ErrorBody } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { once } from "node:events"
import { createServer, type Server, type ServerOptions } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { afterAll } from "vitest"

const isErrorBody = Schema.is(ErrorBody.ErrorBody)

const servers: Array<Server> = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const started = async (options: ServerOptions = {}) => {
  const server = ClientErrors.answered(createServer(options, (request, response) => {
    if (request.url === "/long") response.write("the beginning")
    else request.resume().on("end", () => response.end("ok"))
  }))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  servers.push(server)
  return { server, port: (server.address() as AddressInfo).port }
}

const { port: patient } = await started()
/** It gives up on what does not arrive; on a busy machine also on what does. */
const { port: hurried } = await started({ headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 })

/** Everything the server says until it closes the connection; `more` is sent when it has begun to speak. */
const say = (port: number, text: string, more = ""): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ""
    const socket = connect(port, "127.0.0.1")
    socket
      .once("data", () => socket.write(more))
      .on("data", (chunk) => heard += chunk.toString())
      .on("close", () => resolve(heard))
      .on("error", reject)
      .write(text)
  })

describe("ClientErrors", () => {
  it.each(
    [
      ["a broken line", "GET\r\n\r\n", 400, "BAD_REQUEST"],
      [
        "two lengths",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        400,
        "BAD_REQUEST"
      ],
      [
        "large headers",
        `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"a".repeat(20_000)}\r\n\r\n`,
        431,
        "REQUEST_TOO_LARGE"
      ],
      [
        "headers that go on and on",
        `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"a".repeat(10_000_000)}\r\n\r\n`,
        431,
        "REQUEST_TOO_LARGE"
      ],
      [
        "large chunk extensions",
        `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;${"a".repeat(20_000)}\r\n{}\r\n`,
        413,
        "REQUEST_TOO_LARGE"
      ],
      [
        "a head that does not end",
        "POST / HTTP/1.1\r\nHost: x\r\n",
        408,
        "BAD_REQUEST"
      ],
      [
        "a body without its last chunk",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
        408,
        "BAD_REQUEST"
      ],
      [
        "a chunk that is longer than anything",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
        408,
        "BAD_REQUEST"
      ],
      [
        "an expectation",
        "POST / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}",
        417,
        "BAD_REQUEST"
      ]
    ] as const
  )("answers %s", async (_, text, status, code) => {
    const answer = await say(status === 408 ? hurried : patient, text)
    const [head = "", body = ""] = answer.split("\r\n\r\n")
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), answer)
    assert.match(head, /content-type: application\/json/i)
    const parsed = JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1))
    assert.isTrue(isErrorBody(parsed))
    assert.strictEqual(parsed.code, code)
  })

  it("reads the body after an unsupported expectation, so that the response arrives", async () => {
    const { port, server } = await started()
    const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve))
    const length = 1_000_000
    const socket = connect(port, "127.0.0.1")
    const closed = new Promise((resolve) => socket.once("close", resolve))
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: ${length}\r\n\r\n`)
    const answer = await new Promise<string>((resolve, reject) => {
      let heard = ""
      const hear = (piece: Buffer) => {
        heard += piece.toString()
        if (heard.includes("\r\n")) resolve(heard)
      }
      socket.on("data", hear).once("error", reject)
    })
    assert.match(answer, /^HTTP\/1.1 417 /)
    const { writableEnded } = await accepted
    assert.isFalse(writableEnded)
    socket.write("x".repeat(length))
    await closed
    assert.isAbove((await accepted).bytesRead, length)
  })

  it.for([
    ["what is no request", "no HTTP\r\n\r\n"],
    ["an expectation", "POST / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 9\r\n\r\n"]
  ])("closes the connection of a client that continues after the response to %s", async ([, text]) => {
    const impatient = ClientErrors.answered(createServer(), 1).listen(0, "127.0.0.1")
    await once(impatient, "listening")
    // allowHalfOpen: a client that does not end the connection itself
    const socket = connect({ port: (impatient.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true })
    const accepted = new Promise<Socket>((resolve) => impatient.once("connection", resolve))
    socket.on("error", () => {}).resume().write(text!)
    await once(await accepted, "close")
    socket.destroy()
    impatient.close()
  })

  it("sends nothing after a started response", async () => {
    const answer = await say(patient, "GET /long HTTP/1.1\r\nHost: x\r\n\r\n", "broken\r\n\r\n")
    assert.deepStrictEqual(answer.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200"])
  })
})
