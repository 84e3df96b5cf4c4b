import { assert, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

it("a worker process stops when its server is killed", async () => {
  const data = mkdtempSync(join(tmpdir(), "dunlin-worker-process-"))
  const server = spawn(process.execPath, [join(import.meta.dirname, "workerStarter.ts")], {
    env: { ...process.env, DUNLIN_DATA: data, DUNLIN_HEALTH_PORT: "0", DUNLIN_WORKERS: "1" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let output = ""
  // The worker also holds this pipe, which therefore closes after both have ended.
  const closed = once(server.stdout, "close")
  for await (const chunk of server.stdout) {
    output += String(chunk)
    if (output.includes("working on jobs")) server.kill("SIGKILL")
  }
  await closed
  assert.include(output, "working on jobs")
  assert.strictEqual(server.signalCode, "SIGKILL")
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
})
