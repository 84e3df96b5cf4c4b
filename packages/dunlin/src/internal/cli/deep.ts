/** Implements `dunlin doctor --deep`, which opens every configured store and writes to it once. */
import * as Fault from "@dunlin/common/Fault"
import * as Health from "@dunlin/common/Health"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import { JobStore } from "@dunlin/jobs/JobStore"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import type { Settings } from "../../Settings.ts"
import * as storage from "../settings/storage.ts"

interface Finding {
  readonly about: string
  readonly state: "ok" | "wrong"
  readonly message: string
}

const LIMIT = "15 seconds"

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const fault = Fault.of(error)
  return fault === undefined ? error instanceof Error ? error.message : "unknown error" : Fault.show(fault)
}

const tried = Effect.fnUntraced(function*(about: string, opened: Effect.Effect<unknown, unknown, Scope.Scope>) {
  const start = yield* Clock.currentTimeMillis
  const exit = yield* Effect.exit(Effect.timeout(Effect.scoped(Effect.andThen(opened, Health.probeAll)), LIMIT))
  const milliseconds = (yield* Clock.currentTimeMillis) - start
  return Exit.isSuccess(exit)
    ? [{ about, state: "ok", message: `opened, read and written in ${milliseconds} ms` } satisfies Finding]
    : [{ about, state: "wrong", message: messageOf(exit.cause) } satisfies Finding]
})

/** Each store has its own metrics registry, so that failures of one do not affect the results of the others. */
export const deep = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(
    Effect.all([
      tried("store of pages", Layer.build(storage.cache(settings))),
      tried(
        "ledger of credits",
        Effect.flatMap(Layer.build(storage.credits(settings, 0) as Layer.Layer<CreditLedger, unknown>), (context) =>
          Effect.provide(
            CreditLedger.use((ledger) =>
              ledger.history({ account: "doctor", limit: 1 })
            ),
            context
          ))
      ),
      tried(
        "store of jobs",
        Effect.flatMap(Layer.build(storage.jobs(settings, {})), (context) =>
          Effect.provide(
            JobStore.use((store) => store.depth()),
            context
          ))
      ),
      ...(settings.index === "data" ? [] : [tried(
        "index store",
        Effect.flatMap(Layer.build(storage.index(settings)!), (context) =>
          Effect.provide(
            LocalIndex.LocalIndex.use((index) => index.stats),
            context
          ))
      )]),
      tried(
        "store of files",
        Effect.flatMap(storage.artifacts(settings), (layer) => Layer.build(layer))
      )
    ].map((one) => Effect.provideService(one, Health.Health, new Map()))),
    (findings) => findings.flat()
  ).pipe(Effect.provideService(Health.Watching, false), Effect.provide(Logger.layer([])))
