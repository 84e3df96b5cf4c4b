import { PdfEngine, PdfJs } from "@dunlin/transformers"
import { endlessForms, endlessPage, line, write } from "@dunlin/transformers/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** A page that takes too long is left out: there are more of them. */
const endless = write(Array.from({ length: 50 }, () => endlessPage), endlessForms)

/** State and parent of a process, by its id; undefined when it has ended. */
const look = (pid: string): { readonly state: string; readonly parent: string } | undefined => {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) /s, "").split(" ")
    return state === "Z" ? undefined : { state: state!, parent: parent! }
  } catch {
    return undefined
  }
}

const childrenOf = (pid: number | undefined): ReadonlyArray<string> =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name) && look(name)?.parent === String(pid))

const until = (holds: () => boolean) =>
  Effect.gen(function*() {
    while (!holds()) yield* Effect.sleep("20 millis")
  }).pipe(Effect.timeout("100 seconds"))

const commandOf = (pid: string): string => readFileSync(`/proc/${pid}/cmdline`, "utf8")

const parsers = (): ReadonlyArray<string> =>
  childrenOf(process.pid).filter((pid) => commandOf(pid).includes("internal/pdf/child"))

describe.skipIf(process.platform !== "linux")("parser processes (needs /proc)", () => {
  it.layer(PdfJs.layer({ processes: 1 }), { timeout: "60 seconds", excludeTestServices: true })(
    "of one engine",
    (it) => {
      it.effect("stand still while a newcomer is served, go on, and end with their request", () =>
        Effect.gen(function*() {
          const engine = yield* PdfEngine.PdfEngine
          const short = engine.parse(write([{ content: line("Served beside.", 72, 90) }]), { mode: "fast" })
          yield* short
          const long = yield* Effect.forkChild(
            Effect.all([endless, endless].map((bytes) => engine.parse(bytes, { mode: "fast" })), {
              concurrency: "unbounded"
            })
          )
          const stopped = () => parsers().filter((pid) => look(pid)?.state === "T")
          yield* until(() => stopped().length > 0)
          for (let k = 0; k < 5; k++) assert.strictEqual((yield* short).markdown, "Served beside.")
          assert.isUndefined(long.pollUnsafe())
          const working = parsers()
          yield* Fiber.interrupt(long)
          yield* until(() => working.filter((pid) => look(pid) !== undefined).length <= working.length - 2)
          yield* until(() => stopped().length === 0)
          assert.strictEqual((yield* short).markdown, "Served beside.")
        }))
    }
  )

  it.live("end with their host, also when it is killed and they stand still", () =>
    Effect.gen(function*() {
      const host = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, ["--input-type=module", "--eval", hostProgram], {
            cwd: new URL("..", import.meta.url),
            stdio: ["pipe", "ignore", "inherit"]
          })
        ),
        (host) => Effect.sync(() => host.kill("SIGKILL"))
      )
      host.stdin!.end(endless)
      // not what only begins to be one
      const begun = () => childrenOf(host.pid).filter((pid) => commandOf(pid).startsWith(process.execPath))
      yield* until(() => begun().length > 0)
      host.kill("SIGSTOP")
      const children = begun()
      for (const pid of children) process.kill(Number(pid), "SIGSTOP")
      yield* until(() => children.every((pid) => look(pid)?.state === "T"))
      host.kill("SIGKILL")
      yield* until(() => children.every((pid) => look(pid) === undefined))
    }).pipe(Effect.scoped))
})

const hostProgram = `
  import { PdfEngine, PdfJs } from "@dunlin/transformers"
  import { Effect } from "effect"
  import { readFileSync } from "node:fs"
  const bytes = new Uint8Array(readFileSync(0))
  const job = PdfEngine.PdfEngine.use((engine) => engine.parse(bytes, { mode: "fast" }))
  await Effect.runPromise(job.pipe(Effect.provide(PdfJs.layer())))
`
