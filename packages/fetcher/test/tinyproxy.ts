/** A real forward proxy on loopback: Debian's `tinyproxy-bin`. */
import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import * as NodeNet from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tinyproxy as program } from "../../common/test/components.ts"
import { freePort } from "../../common/test/freePort.ts"

export interface Proxy {
  readonly address: (password: string) => string
  /** What it was asked for so far, such as `CONNECT 127.0.0.1:8080`. */
  readonly asked: () => ReadonlyArray<string>
  readonly stop: Effect.Effect<void>
}

export const password = "s3cret"

const isOpen = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const socket = NodeNet.connect(port, "127.0.0.1")
    const settle = (open: boolean) => () => {
      socket.destroy()
      resume(Effect.succeed(open))
    }
    socket.once("connect", settle(true)).once("error", settle(false))
  })

const ended = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

/** Starts one that asks for a password and tunnels to any port. */
export const tinyproxy = Effect.gen(function*() {
  const port = yield* freePort
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-proxy-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const settings = join(folder, "settings")
  writeFileSync(settings, `Port ${port}\nListen 127.0.0.1\nBasicAuth user ${password}\nLogLevel Connect\nTimeout 30\n`)
  let log = ""
  const child = spawn(program ?? "tinyproxy", ["-d", "-c", settings], { stdio: ["ignore", "pipe", "ignore"] })
  child.stdout.on("data", (chunk: Buffer) => {
    log += chunk.toString()
  })
  yield* Effect.addFinalizer(() => ended(child))
  while (!(yield* isOpen(port))) {
    if (child.exitCode !== null) return yield* Effect.die(new Error(`tinyproxy does not start: ${log}`))
    yield* Effect.sleep("20 millis")
  }
  const proxy: Proxy = {
    address: (password) => `http://user:${password}@127.0.0.1:${port}`,
    asked: () => Array.from(log.matchAll(/Request \([^)]*\): (\S+ \S+)/g), ([, request]) => request!),
    stop: ended(child)
  }
  return proxy
})
