/**
 * Implements `dunlin doctor`, which reports installed, reachable and missing components, with a command to fix each
 * problem.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json } from "./root.ts"

const isDeep = Flag.Boolean("deep").pipe(
  Flag.withDescription("Also open every store, and test reading and writing"),
  Flag.withDefault(false)
)

export const doctor = Command.make(
  "doctor",
  { json, deep: isDeep },
  Effect.fn("dunlin.doctor")(function*(flags) {
    const { report } = yield* Effect.promise(() => import("./doctorReport.ts"))
    yield* report(flags)
  })
).pipe(
  Command.withDescription("Check what is installed, reachable and missing"),
  Command.withExamples([
    { command: "dunlin doctor", description: "Before a bug report" },
    { command: "dunlin doctor --deep", description: "When /ready reports an unavailable component" }
  ])
)
