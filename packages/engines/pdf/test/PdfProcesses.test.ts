import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { endlessForms, endlessPage, line, write } from "@dunlin/pdf/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { needing } from "../../../common/test/components.ts"
import { until } from "../../../common/test/until.ts"

/** A page without end is left out: there are more of them than any machine reads meanwhile. */
const endless = write(Array.from({ length: 1000 }, () => endlessPage), endlessForms)

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

/** What /proc says of a process; nothing of one that has ended meanwhile. */
const told = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1")
  } catch {
    return ""
  }
}

const commandOf = (pid: string): string => told(pid, "cmdline")

const parsers = (): ReadonlyArray<string> =>
  childrenOf(process.pid).filter((pid) => commandOf(pid).includes("internal/process/child"))

const processorSeconds = (pid: string): number => {
  const fields = told(pid, "stat").replace(/^.*\) /s, "").split(" ")
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}

// the package does not export it
const { sample } = await import(new URL("../src/internal/process/warmUp.ts", import.meta.url).href) as {
  readonly sample: (fonts: { readonly trueType: Uint8Array; readonly compact: Uint8Array }) => Uint8Array
}

const font = (name: string): Uint8Array =>
  readFileSync(new URL(`standard_fonts/${name}`, import.meta.resolve("pdfjs-dist/package.json")))

describe("the warm-up document of a parser process", () => {
  it.layer(PdfJs.layer({ processes: 1 }))(
    "read like any document",
    (it) => {
      it.effect("has ordinary fonts, tables, and columns", () =>
        Effect.gen(function*() {
          const bytes = sample({
            trueType: font("LiberationSans-Regular.ttf"),
            compact: font("FoxitSerifBold.pfb")
          })
          const { markdown, numPages, warnings } = yield* PdfEngine.PdfEngine.use((engine) => engine.parse(bytes))
          assert.deepStrictEqual([numPages, warnings], [2, []])
          for (
            const part of [
              "# Section 1",
              "The quick brown fox jumps",
              "- an item of a list, number 3",
              "| 7.00 | 8.10 |"
            ]
          ) {
            assert.include(markdown, part)
          }
          assert.notInclude(markdown, "A head that runs")
        }))
    }
  )
})

describe("parser processes", needing("Linux"), () => {
  // longer than any test: what is read is interrupted, and never out of time
  const unhurried = PdfJs.layer({ processes: 1, timeout: "1 hour", maxTimeout: "1 hour" })
  it.layer(unhurried, { timeout: "10 minutes", excludeTestServices: true })(
    "of one engine",
    (it) => {
      it.effect("pause while a new job runs, continue, and stop with their request", () =>
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

  /** A host with parsers at work on a document that has no end. */
  const workingHost = Effect.fnUntraced(function*(path: string | undefined) {
    const host = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, ["--input-type=module", "--eval", hostProgram], {
          cwd: new URL("..", import.meta.url),
          env: { ...process.env, PATH: path ?? process.env.PATH },
          stdio: ["pipe", "ignore", "inherit"]
        })
      ),
      (host) => Effect.sync(() => host.kill("SIGKILL"))
    )
    host.stdin!.end(endless)
    // Not what only begins to be one: until it runs a program of its own, it has the command line of the host.
    const isParser = (command: string) =>
      command.startsWith(process.execPath) && command.includes("internal/process/child")
    const begun = () => childrenOf(host.pid).filter((pid) => isParser(commandOf(pid)))
    yield* until(() => begun().length > 0)
    return { host, begun }
  })

  it.live("stop with their host, also when it is killed and they are paused", () =>
    Effect.gen(function*() {
      const { begun, host } = yield* workingHost(undefined)
      host.kill("SIGSTOP")
      const children = begun()
      for (const pid of children) process.kill(Number(pid), "SIGSTOP")
      yield* until(() => children.every((pid) => look(pid)?.state === "T"))
      host.kill("SIGKILL")
      yield* until(() => children.every((pid) => look(pid) === undefined))
    }).pipe(Effect.scoped))

  it.live("stop with their host on systems without setpriv and prlimit", () =>
    Effect.gen(function*() {
      const { begun, host } = yield* workingHost("")
      yield* until(() => begun().some((pid) => processorSeconds(pid) > 0.5))
      const children = begun()
      host.kill("SIGKILL")
      yield* until(() => children.every((pid) => look(pid) === undefined))
    }).pipe(Effect.scoped))
})

const hostProgram = `
  import { PdfEngine, PdfJs } from "@dunlin/pdf"
  import { Effect } from "effect"
  import { readFileSync } from "node:fs"
  const bytes = new Uint8Array(readFileSync(0))
  const job = PdfEngine.PdfEngine.use((engine) => engine.parse(bytes, { mode: "fast" }))
  await Effect.runPromise(job.pipe(Effect.provide(PdfJs.layer())))
`
