/**
 * Records one event per request of a team with auditing enabled. Under `zdr`, `anon` and `lockdown`, an event omits
 * the query and the URL.
 *
 * @since 0.1.0
 */
import { Charges } from "@dunlin/credits/CreditLedger"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { Teams } from "./Teams.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface AuditEvent {
  /** ISO 8601. */
  readonly at: string
  /** The `x-request-id` of the response. */
  readonly requestId: string
  readonly team: string
  /** `auditMetadata.username` of the request. */
  readonly username?: string
  /** The operation, for example `search`. */
  readonly action: string
  /** HTTP status of the response; 499 if the client disconnected first. */
  readonly status: number
  /** Error code of the response, if any. */
  readonly code?: string
  readonly retention: "standard" | "zdr" | "anon" | "lockdown"
  /** Only present for retention `standard`. */
  readonly query?: string
  /** Only present for retention `standard`. */
  readonly url?: string
  readonly results?: number
  readonly credits?: number
  readonly milliseconds: number
}

/**
 * @category services
 * @since 0.1.0
 */
export class AuditLog extends Context.Service<AuditLog, {
  /** Writes one event. It never fails; failures are reported in the server's log. */
  readonly record: (event: AuditEvent) => Effect.Effect<void>
}>()("@dunlin/http-api/AuditLog") {}

/**
 * @category layers
 * @since 0.1.0
 */
export const layerNoop: Layer.Layer<AuditLog> = Layer.succeed(AuditLog, { record: () => Effect.void })

/**
 * Writes one JSON object per line to standard output.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerJson: Layer.Layer<AuditLog> = Layer.effect(
  AuditLog,
  Effect.map(Console.Console, (console) =>
    AuditLog.of({
      record: (event) => Effect.sync(() => console.log(JSON.stringify({ audit: event })))
    }))
)

/**
 * The events of an in-memory log, oldest first.
 *
 * @category testing
 * @since 0.1.0
 */
export class AuditEvents extends Context.Service<AuditEvents, Ref.Ref<ReadonlyArray<AuditEvent>>>()(
  "@dunlin/http-api/AuditLog/AuditEvents"
) {}

/**
 * Keeps the newest events in memory, for tests and for inspecting a running server.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (options?: {
  /** @default 10000 */
  readonly limit?: number | undefined
}): Layer.Layer<AuditLog | AuditEvents> => {
  const limit = options?.limit ?? 10_000
  return Layer.effectContext(Effect.gen(function*() {
    const events = yield* Ref.make<ReadonlyArray<AuditEvent>>([])
    const record = (event: AuditEvent) => Ref.update(events, (before) => [...before.slice(-(limit - 1)), event])
    return Context.make(AuditLog, { record }).pipe(Context.add(AuditEvents, events))
  }))
}

/** These jobs charge for their pages after the request has ended. */
const kindsOfJobs: ReadonlySet<string> = new Set(["batch", "crawl", "extract", "monitor"])

const jobIn = (key: string): string => key.split(":")[1] ?? key

/**
 * Records the charges of jobs, which belong to no request. Each sum of pages that a worker settles becomes one event.
 * The action is `batch-pages`, `crawl-pages`, `extract-pages` or `monitor-pages`, and `requestId` is the job's id.
 * The log's credits then equal those of the ledger. Use it in processes that run workers.
 *
 * **Example** (In a worker)
 *
 * ```ts
 * import { AuditLog, Teams } from "@dunlin/http-api"
 * import { Effect, Layer } from "effect"
 *
 * const charges = AuditLog.layerCharges.pipe(Layer.provide([AuditLog.layerNoop, Teams.layerOpen()]))
 * console.log(await Effect.runPromise(Effect.scoped(Effect.as(Layer.build(charges), "ready")))) // ready
 * ```
 *
 * @category layers
 * @since 0.2.0
 */
export const layerCharges: Layer.Layer<never, never, AuditLog | Teams> = Layer.effect(
  Charges,
  Effect.gen(function*() {
    const log = yield* AuditLog
    const teams = yield* Teams
    const audited = new Set(teams.all.filter(({ audit }) => audit).map(({ id }) => id))
    return ({ account, credits, key, operation }) =>
      !kindsOfJobs.has(operation) || !audited.has(account) ? Effect.void : Effect.flatMap(
        Clock.currentTimeMillis,
        (now) =>
          log.record({
            at: DateTime.formatIso(DateTime.makeUnsafe(now)),
            requestId: jobIn(key),
            team: account,
            action: `${operation}-pages`,
            status: 200,
            retention: "standard",
            credits,
            milliseconds: 0
          })
      )
  })
)
