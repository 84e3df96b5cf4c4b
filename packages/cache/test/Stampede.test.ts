import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import * as os from "node:os"
import * as path from "node:path"

const run = (filename: string, target: string, callers: number) =>
  Effect.callback<ReadonlyArray<string>>((resume) => {
    const child = spawn(
      process.execPath,
      ["--no-warnings", path.join(import.meta.dirname, "stampede.ts"), filename, target, String(callers)],
      { stdio: ["ignore", "pipe", "inherit"] }
    )
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once("close", () => resume(Effect.sync(() => JSON.parse(output) as ReadonlyArray<string>)))
  })

it.live("two processes with 100 callers each fetch one page once", () =>
  Effect.scoped(Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-stampede-"))),
      (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
    )
    let requests = 0
    const server = yield* Effect.acquireRelease(
      Effect.callback<http.Server>((resume) => {
        const server = http.createServer((_request, response) => {
          requests++
          // Slow enough for the other process to come, however busy the machine.
          setTimeout(() => response.end(`answer ${requests}`), 1500)
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    )
    const address = server.address()
    const target = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`
    const filename = path.join(folder, "cache.db")
    const served = yield* Effect.all([run(filename, target, 100), run(filename, target, 100)], { concurrency: 2 })
    assert.strictEqual(served.flat().length, 200)
    assert.deepStrictEqual(new Set(served.flat()), new Set(["answer 1"]))
    assert.strictEqual(requests, 1)
  })))
