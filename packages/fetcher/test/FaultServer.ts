import { Effect } from "effect"
import * as NodeNet from "node:net"
import * as NodeZlib from "node:zlib"

export const html = (text: string): string =>
  `<!doctype html><html><head><title>t</title></head><body><p>${text}</p></body></html>`

type Headers = Readonly<Record<string, string | ReadonlyArray<string> | null>>

/** A whole answer, byte for byte; `null` leaves a default header out. */
export const answer = (status: number, headers: Headers, body: string | Uint8Array = ""): Buffer => {
  const bytes = Buffer.from(body as string)
  const all: Headers = {
    "content-type": "text/html; charset=utf-8",
    "content-length": String(bytes.length),
    connection: "close",
    ...headers
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}\r\n`)
  )
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n`, "latin1"), bytes])
}

export interface Request {
  readonly path: string
  readonly query: string
  readonly headers: ReadonlyMap<string, string>
}

export type Handler = (socket: NodeNet.Socket, request: Request) => void

const parse = (head: string): Request => {
  const [first = "", ...lines] = head.split("\r\n")
  const [path = "", query = ""] = (first.split(" ")[1] ?? "").split("?")
  const headers = new Map(lines.flatMap((line) => {
    const at = line.indexOf(":")
    return at === -1 ? [] : [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const]
  }))
  return { path: path.slice(1), query, headers }
}

/** Serves raw bytes by path. `open` says how many connections the server still has. */
export const serve = (handlers: Readonly<Record<string, Handler>>) =>
  Effect.acquireRelease(
    Effect.callback<
      { readonly origin: string; readonly target: string; readonly open: () => number; readonly close: () => void }
    >(
      (resume) => {
        const sockets = new Set<NodeNet.Socket>()
        const server = NodeNet.createServer((socket) => {
          sockets.add(socket)
          socket.on("close", () => sockets.delete(socket))
          socket.on("error", () => socket.destroy())
          let head = ""
          socket.on("data", (chunk) => {
            head += chunk.toString("latin1")
            const end = head.indexOf("\r\n\r\n")
            if (end === -1) return
            const request = parse(head.slice(0, end))
            head = ""
            const handler = handlers[request.path]
            if (handler === undefined) socket.end(answer(404, {}, "no such path"))
            else handler(socket, request)
          })
        })
        server.listen(0, "127.0.0.1", () => {
          const target = `127.0.0.1:${(server.address() as NodeNet.AddressInfo).port}`
          resume(Effect.succeed({
            target,
            origin: `http://${target}`,
            open: () => sockets.size,
            close: () => {
              for (const socket of sockets) socket.destroy()
              server.close()
            }
          }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )

/** Until a server has so many connections; a test that never gets there ends with its own limit. */
export const untilOpen = (server: { readonly open: () => number }, count: number): Effect.Effect<void> =>
  Effect.gen(function*() {
    while (server.open() !== count) yield* Effect.sleep("10 millis")
  })

/** Writes as fast as the other side reads, until it goes away. */
const pump = (socket: NodeNet.Socket, chunk: Buffer): void => {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once("drain", more)
  }
  more()
}

const every = (socket: NodeNet.Socket, millis: number, write: () => void): void => {
  const timer = setInterval(() => socket.destroyed ? clearInterval(timer) : write(), millis)
  socket.on("close", () => clearInterval(timer))
}

const bomb = Buffer.alloc(24 * 1024 * 1024, " ")
const long = html("x".repeat(5_000))
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"

/** What the server does, and the tag of the failure that must come of it. */
export const faults: Readonly<Record<string, { readonly expected: string; readonly handler: Handler }>> = {
  "head-never": { expected: "Timeout", handler: () => {} },
  "head-drips": {
    expected: "Timeout",
    handler: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      every(socket, 50, () => socket.write("x: y\r\n"))
    }
  },
  "head-endless": {
    expected: "TooLarge",
    handler: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx: ")
      pump(socket, Buffer.alloc(65_536, "x"))
    }
  },
  "many-headers": {
    expected: "TooLarge",
    handler: (socket) => socket.end(`HTTP/1.1 200 OK\r\n${"x-header: value\r\n".repeat(20_000)}\r\nx`)
  },
  "body-stalls": {
    expected: "Timeout",
    handler: (socket) => socket.write(answer(200, { "content-length": "90000" }, html("x")))
  },
  "body-drips": {
    expected: "Timeout",
    handler: (socket) => {
      socket.write(answer(200, { "content-length": "90000" }, html("x")))
      every(socket, 50, () => socket.write("a"))
    }
  },
  "body-endless": {
    expected: "TooLarge",
    handler: (socket) => {
      socket.write(answer(200, { "content-length": null }))
      pump(socket, Buffer.alloc(65_536, "a"))
    }
  },
  "chunks-endless": {
    expected: "TooLarge",
    handler: (socket) => {
      socket.write(chunked)
      pump(socket, Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, "b"), Buffer.from("\r\n")]))
    }
  },
  "length-huge": {
    expected: "TooLarge",
    handler: (socket) => socket.write(answer(200, { "content-length": "500000000000" }, html("x")))
  },
  "length-too-long": {
    expected: "ConnectionReset",
    handler: (socket) => socket.end(answer(200, { "content-length": "5000" }, html("short")))
  },
  "length-not-a-number": {
    expected: "ProtocolError",
    handler: (socket) => socket.end(answer(200, { "content-length": "12abc" }, html("x")))
  },
  "length-twice": {
    expected: "ProtocolError",
    handler: (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 50\r\n\r\nhello")
  },
  "chunk-size-bad": {
    expected: "ProtocolError",
    handler: (socket) => socket.end(`${chunked}ZZ\r\nhello\r\n0\r\n\r\n`)
  },
  "chunk-size-overflow": {
    expected: "ProtocolError",
    handler: (socket) => socket.end(`${chunked}FFFFFFFFFFFFFFFFF\r\nhello`)
  },
  "chunks-unfinished": { expected: "ConnectionReset", handler: (socket) => socket.end(`${chunked}5\r\nhello\r\n`) },
  "reset-at-once": { expected: "ConnectionReset", handler: (socket) => socket.resetAndDestroy() },
  "closed-at-once": { expected: "ConnectionReset", handler: (socket) => socket.end() },
  "reset-in-body": {
    expected: "ConnectionReset",
    handler: (socket) => {
      socket.write(answer(200, { "content-length": "50000" }, html("x")))
      setTimeout(() => socket.resetAndDestroy(), 20)
    }
  },
  "another-protocol": { expected: "ProtocolError", handler: (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n") },
  "http-0.9": { expected: "ProtocolError", handler: (socket) => socket.end("<html>hello</html>") },
  "switching-protocols": {
    expected: "ProtocolError",
    handler: (socket) => socket.write("HTTP/1.1 101 X\r\nupgrade: foo\r\nconnection: upgrade\r\n\r\nraw")
  },
  "endless-informational": {
    expected: "Timeout",
    handler: (socket) => every(socket, 5, () => socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"))
  },
  "endless-continue": {
    expected: "Timeout",
    handler: (socket) => every(socket, 5, () => socket.write("HTTP/1.1 100 Continue\r\n\r\n"))
  },
  "gzip-bomb": {
    expected: "TooLarge",
    handler: (socket) => socket.end(answer(200, { "content-encoding": "gzip" }, NodeZlib.gzipSync(bomb)))
  },
  "brotli-bomb": {
    expected: "TooLarge",
    handler: (socket) =>
      socket.end(answer(
        200,
        { "content-encoding": "br" },
        NodeZlib.brotliCompressSync(bomb, { params: { [NodeZlib.constants.BROTLI_PARAM_QUALITY]: 1 } })
      ))
  },
  "zstd-bomb": {
    expected: "TooLarge",
    handler: (socket) => socket.end(answer(200, { "content-encoding": "zstd" }, NodeZlib.zstdCompressSync(bomb)))
  },
  "deflate-bomb": {
    expected: "TooLarge",
    handler: (socket) => socket.end(answer(200, { "content-encoding": "deflate" }, NodeZlib.deflateSync(bomb)))
  },
  "gzip-cut": {
    expected: "DecodeError",
    handler: (socket) =>
      socket.end(answer(200, { "content-encoding": "gzip" }, NodeZlib.gzipSync(long).subarray(0, -12)))
  },
  "gzip-damaged": {
    expected: "DecodeError",
    handler: (socket) =>
      socket.end(answer(200, { "content-encoding": "gzip" }, NodeZlib.gzipSync(long).fill(0xff, 12, 30)))
  },
  "coding-unknown": {
    expected: "DecodeError",
    handler: (socket) => socket.end(answer(200, { "content-encoding": "x-snappy" }, "garbage"))
  },
  "codings-stacked": {
    expected: "DecodeError",
    handler: (socket) =>
      socket.end(answer(200, { "content-encoding": "gzip, gzip, gzip, gzip" }, NodeZlib.gzipSync("x")))
  },
  "redirect-to-itself": {
    expected: "RedirectError",
    handler: (socket) => socket.end(answer(302, { location: "/redirect-to-itself" }))
  },
  "redirect-for-ever": {
    expected: "RedirectError",
    handler: (socket, { query }) =>
      socket.end(answer(302, { location: `/redirect-for-ever?${Number(query || 0) + 1}` }))
  },
  "redirect-nowhere": {
    expected: "RedirectError",
    handler: (socket) => socket.end(answer(302, { location: "http://[::1" }))
  },
  "redirect-to-file": {
    expected: "RedirectError",
    handler: (socket) => socket.end(answer(302, { location: "file:///etc/passwd" }))
  },
  "redirect-to-metadata": {
    expected: "EgressBlocked",
    handler: (socket) => socket.end(answer(307, { location: "http://169.254.169.254/latest/" }))
  }
}
