import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"

const root = new URL("site", import.meta.url).pathname

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".pdf": "application/pdf"
}

/** Serves the demo site on a free port of this machine, for as long as the scope lives. Answers its address. */
export const serveSite = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly host: string; readonly close: () => void }>((resume) => {
    const server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? "/", "http://site").pathname)
      const file = join(root, path.endsWith("/") ? `${path}index.html` : path)
      readFile(file).then(
        (body) => {
          response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
          response.end(body)
        },
        () => {
          response.writeHead(404, { "content-type": "text/html; charset=utf-8" })
          response.end("<title>Not found</title><h1>Not found</h1>")
        }
      )
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)
