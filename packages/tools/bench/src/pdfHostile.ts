// Malicious PDFs, each within its limits, with the host's memory and the remaining processes: npm run bench --
// pdfHostile [a part of a name]
import { PdfEngine, PdfJs } from "@dunlin/transformers"
import { Effect, Exit, ManagedRuntime } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { crowded } from "./pdf/crowded.ts"
import { documents } from "./pdf/hostile.ts"
import { twisted } from "./pdf/twisted.ts"
import { figure } from "./report.ts"

const limit = 10_000

const children = (): number =>
  process.platform !== "linux"
    ? 0
    : readdirSync(`/proc/${process.pid}/task`).reduce(
      (count, thread) =>
        count +
        readFileSync(`/proc/${process.pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).length,
      0
    )

const resident = (): number => process.memoryUsage.rss() / 1048576

const describe = (
  exit: Exit.Exit<{ readonly numPages: number; readonly warnings: ReadonlyArray<string> }, unknown>
) => {
  if (Exit.isSuccess(exit)) {
    const { numPages, warnings } = exit.value
    return `${numPages} page${numPages === 1 ? "" : "s"}${warnings.length > 0 ? `, warns: ${warnings[0]}` : ""}`
  }
  const failed = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  const error = failed?.error as { readonly reason?: { readonly _tag: string } } | undefined
  return error?.reason?._tag ?? "UNTYPED"
}

export const run = async (args: ReadonlyArray<string>) => {
  const runtime = ManagedRuntime.make(PdfJs.layer())
  const parse = (bytes: Uint8Array) =>
    runtime.runPromiseExit(
      PdfEngine.PdfEngine.use((engine) => engine.parse(bytes, { mode: "fast", timeout: limit }))
    )
  const all = [...documents(), ...crowded(), ...twisted()].filter(([name]) => args.every((arg) => name.includes(arg)))
  await parse(documents().get("the first 95 % of a document")!())
  let growth = 0
  let late = 0
  let untyped = 0
  for (const [name, make] of all) {
    const bytes = make()
    globalThis.gc?.()
    const before = resident()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, resident())
    }, 20)
    const start = performance.now()
    const said = describe(await parse(bytes))
    const millis = performance.now() - start
    clearInterval(watch)
    growth = Math.max(growth, most - before)
    if (millis > limit + 1000) late++
    if (said === "UNTYPED") untyped++
    const size = bytes.length < 10_000 ? `${bytes.length} B` : `${Math.round(bytes.length / 1000)} kB`
    console.log(
      `${name.padEnd(52)} ${size.padStart(9)} ${String(Math.round(millis)).padStart(6)} ms  +${
        String(Math.round(most - before)).padStart(3)
      } MB  ${said}`
    )
  }
  await runtime.dispose()
  await Effect.runPromise(Effect.sleep("500 millis"))
  console.log(
    `\n${all.length} documents, ${late} late, ${untyped} without a result or a typed error; the host process grew by ${
      Math.round(growth)
    } MB at most; ${children()} remaining processes`
  )
  const area = `${all.length} hostile PDFs`
  figure({ area, metric: "without a result or a typed error", ours: untyped })
  figure({ area, metric: "more than one second over their limit", ours: late })
  figure({ area, metric: "remaining processes", ours: children() })
}
