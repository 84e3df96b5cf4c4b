// `dunlin serve` beside sites of a test, all of which end with the file of tests that started them.
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { type Running, start } from "./serverProcess.ts"

export const call = async (server: Running, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, body: await response.json() as any }
}

/** Call it once in a file of tests: what it starts ends after the last test of that file. */
export const serving = () => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-serve-"))
  const ends: Array<() => unknown> = []
  afterAll(async () => {
    for (const end of ends) await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  /** A new data folder. */
  const data = () => mkdtempSync(join(folder, "data-"))

  const listen = (server: Server): Promise<string> =>
    new Promise((resolve) =>
      server.listen(0, "127.0.0.1", () => {
        ends.push(() => server.closeAllConnections(), () => server.close())
        resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)
      })
    )

  /** A site whose every page contains its own path. A response below `/held` waits for `held`. */
  const site = (held: (path: string) => Promise<unknown> = async () => undefined) =>
    listen(createServer((request, response) => {
      const path = request.url ?? "/"
      const send = () => {
        response.writeHead(path.startsWith("/missing") ? 500 : 200, { "content-type": "text/html" })
        response.end(`<!doctype html><title>Title of ${path}</title><main><h1>Page</h1><p>Text of ${path}, long enough
        to be taken for the main content of a page, with a sentence or two about nothing in particular.</p></main>`)
      }
      if (path.startsWith("/held")) void held(path).then(send)
      else send()
    }))

  const run = async (env: Record<string, string> = {}): Promise<Running> => {
    const server = await start({ DUNLIN_DATA: data(), ...env })
    ends.push(() => server.stop("SIGKILL"))
    return server
  }

  return { data, folder, listen, run, site }
}
