/** A Chromium that a test starts with a debugging port, as an operator does on another machine. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import * as NodeFs from "node:fs"
import * as NodeOs from "node:os"
import * as NodePath from "node:path"
import { chromiumEnvironment } from "../../common/test/components.ts"
import { executable } from "./Chromium.ts"

const ENDPOINT = /DevTools listening on (ws:\S+)/

/** Starts one without any switch that bounds where it may go; ends with the scope. */
export const remoteChromium = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly pid: number; readonly kill: () => void }>((resume) => {
    const folder = NodeFs.mkdtempSync(NodePath.join(NodeOs.tmpdir(), "dunlin-remote-"))
    const child = spawn(
      executable!,
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--remote-debugging-port=0",
        `--user-data-dir=${folder}`
      ],
      { detached: true, stdio: ["ignore", "ignore", "pipe"], env: chromiumEnvironment }
    )
    const kill = () => {
      try {
        process.kill(-child.pid!, "SIGKILL")
      } catch {
        // it has ended
      }
      NodeFs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
    let printed = ""
    child.stderr.on("data", (chunk) => {
      printed += String(chunk)
      const found = ENDPOINT.exec(printed)?.[1]
      if (found !== undefined) resume(Effect.succeed({ url: `http://${new URL(found).host}`, pid: child.pid!, kill }))
    })
  }),
  ({ kill }) => Effect.sync(kill)
)
