import { createServer, type Socket } from "node:net"
import { gzipSync } from "node:zlib"

const text = "The quick brown fox jumps over the lazy dog and keeps running. "
const html = (body: string) => `<!doctype html><html><head><title>t</title></head><body>${body}</body></html>`
const article = html(`<article><h1>Page</h1>${`<p>${text.repeat(6)}</p>`.repeat(60)}</article>`)

const answer = (status: number, headers: string, body: string | Uint8Array) => {
  const bytes = Buffer.from(body as string)
  const head = `HTTP/1.1 ${status} X\r\ncontent-type: text/html\r\ncontent-length: ${bytes.length}\r\n${headers}\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

const plain = answer(200, "", article)
const packed = answer(200, "content-encoding: gzip\r\n", gzipSync(article))
const scripted = answer(
  200,
  "",
  html(`<p>${text.repeat(8)}</p><script>setTimeout(() => document.body.append("late"), 20)</script>`)
)
const bomb = answer(200, "content-encoding: gzip\r\nconnection: close\r\n", gzipSync(Buffer.alloc(20_000_000)))

type Handler = (socket: Socket) => void

const write = (bytes: Uint8Array): Handler => (socket) => void socket.write(bytes)

const endless = (head: string, chunk: Buffer): Handler => (socket) => {
  socket.write(head)
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once("drain", more)
  }
  more()
}

const pages: Readonly<Record<string, Handler>> = {
  "/plain": write(plain),
  "/packed": write(packed),
  "/script": write(scripted),
  "/missing": write(answer(404, "", html("nothing here"))),
  "/moved": write(answer(302, "location: /plain\r\nset-cookie: a=b\r\n", "")),
  "/failing": write(answer(500, "", html("sorry")))
}

const faults: Readonly<Record<string, Handler>> = {
  "/silent": () => {},
  "/reset": (socket) => socket.resetAndDestroy(),
  "/cut": (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\nshort"),
  "/garbage": (socket) => void socket.end("SSH-2.0-OpenSSH_9.2\r\n"),
  "/bomb": write(bomb),
  "/endless": endless("HTTP/1.1 200 OK\r\n\r\n", Buffer.alloc(65_536, "a")),
  "/header-bomb": endless("HTTP/1.1 200 OK\r\nx: ", Buffer.alloc(65_536, "x")),
  "/loop": write(answer(302, "location: /loop\r\n", "")),
  "/inside": write(answer(302, "location: http://169.254.169.254/\r\n", "")),
  "/drips": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n")
    const timer = setInterval(() => socket.write("a"), 100)
    socket.on("close", () => clearInterval(timer))
  }
}

export const start = () =>
  new Promise<{
    readonly target: string
    readonly origin: string
    readonly pages: ReadonlyArray<string>
    readonly faults: ReadonlyArray<string>
    readonly open: () => number
    readonly close: () => void
  }>((resolve) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
      let head = ""
      socket.on("data", (chunk) => {
        head += chunk.toString("latin1")
        if (!head.includes("\r\n\r\n")) return
        const path = /^\S+ ([^\s?]*)/.exec(head)?.[1] ?? ""
        head = ""
        const handler = pages[path] ?? faults[path]
        if (handler === undefined) socket.write(answer(404, "", ""))
        else handler(socket)
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const target = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`
      resolve({
        target,
        origin: `http://${target}`,
        pages: Object.keys(pages),
        faults: Object.keys(faults),
        open: () => sockets.size,
        close: () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }
      })
    })
  })
