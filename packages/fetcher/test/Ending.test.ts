import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { answer, html, serve } from "./FaultServer.ts"

const script = fileURLToPath(new URL("./fixtures/ending.ts", import.meta.url))

/** Runs a script to its end; one that does not end is the failure of the test's own time limit. */
const run = (...parameters: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    const child = spawn(process.execPath, [script, ...parameters], { stdio: ["ignore", "pipe", "inherit"] })
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once("close", (code) => resume(Effect.succeed(`${output.trim()} ${code}`)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

it.live(
  "a script that fetches over HTTP starts no server, and ends without a close",
  () =>
    Effect.gen(function*() {
      const server = yield* serve({ page: (socket) => socket.end(answer(200, { connection: null }, html("x"))) })
      assert.strictEqual(yield* run(server.origin, server.target), "200 servers: 0 0")
    }).pipe(Effect.scoped)
)
