/**
 * Tracks which parts of a running program work: databases, stores, engines, models, the browser, the disk and the
 * clock. Every adapter reports successes and failures here. When a part is lost or recovers, one line is logged.
 * After one timeout, further operations fail immediately until a probe succeeds.
 *
 * @since 0.2.0
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Background from "./Background.ts"
import * as Fault from "./Fault.ts"
import * as measures from "./internal/healthMetrics.ts"
import {
  averaging,
  type Entry,
  entryOf,
  fail,
  isLost,
  isSlow,
  LATE,
  newUser,
  settle,
  speaker,
  succeed,
  titleOf,
  type User
} from "./internal/healthState.ts"

/**
 * The kinds of parts, which are the values of the metrics' label `part`.
 *
 * @category models
 * @since 0.2.0
 */
export type PartName = "postgres" | "redis" | "s3" | "disk" | "sqlite" | "provider" | "model" | "browser" | "clock"

/**
 * A part that is currently unavailable.
 *
 * @category models
 * @since 0.2.0
 */
export interface Loss extends Fault.Fault {
  readonly part: PartName
  /** The name of the part, if there are several of its kind, for example `searxng`. */
  readonly name?: string | undefined
  /** The consequence for responses, as a sentence for operators. */
  readonly consequence: string
  /** Whether requests fail now, so that the process is not ready. Slow parts do not make requests fail. */
  readonly isEssential: boolean
  /** Epoch milliseconds at which the loss began. */
  readonly since: number
}

/**
 * An operation that was not executed because the part does not respond. A probe tries the part again.
 *
 * @category errors
 * @since 0.2.0
 */
export class Silenced extends Schema.TaggedError<Silenced>()("Silenced", {
  part: Schema.String
}) {
  override get message(): string {
    return `${this.part} does not respond and is retried in the background`
  }
}

const PROBE_PAUSE_MS = 1000

/** With this interval, a loss is detected within 10 seconds without any request. */
const WATCH_PAUSE_MS = 4000

const PROBE_LIMIT_MS = 2000

/** After this time, one operation may try an unresponsive part without a probe. */
const TRIAL_PAUSE_MS = 5000

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  readonly part: PartName
  /**
   * The name of an instance, such as an engine's name, from a small fixed set. It must not be a URL. Each name has
   * its own state and log lines.
   */
  readonly name?: string | undefined
  /** The purpose, such as `credits` or `jobs`. All uses of one part share its log lines. @default the part */
  readonly use?: string | undefined
  /** The consequence for responses, as a sentence for operators. */
  readonly consequence: string
  /** Whether requests fail while the part is unavailable. @default false */
  readonly isEssential?: boolean | undefined
  /**
   * Tests whether the part works. A probe is interrupted after 2 seconds. While the part is lost, the probe should
   * write data and read it back, because a full or read-only store still serves reads. Only a successful probe then
   * ends the loss.
   *
   * @default none: the first successful operation ends a loss
   */
  readonly probe?: ((lost: Fault.Fault | undefined) => Effect.Effect<unknown, unknown>) | undefined
  /**
   * Whether to probe the part while it works, so that a loss is detected without requests. Requires `probe`. With
   * `in-services`, only programs that run `watchAll` probe it, so that a library starts no timer. @default false
   */
  readonly isWatched?: boolean | "in-services" | undefined
  /** Average duration of operations above which the part counts as `slow`. @default never */
  readonly slowAfter?: Duration.Input | undefined
  /** Duration after which a cancelled operation counts as `silent`. @default cancelled operations are ignored */
  readonly silentAfter?: Duration.Input | undefined
  /** Converts an error to a fault; `undefined` for errors that do not concern the part. @default `Fault.of` */
  readonly faultOf?: ((error: unknown) => Fault.Fault | undefined) | undefined
}

/**
 * The interface with which an adapter reports the health of its part.
 *
 * @category models
 * @since 0.2.0
 */
export interface Part {
  /** Reports a failure. The first one after a period without failures is logged. */
  readonly lost: (fault: Fault.Fault) => Effect.Effect<void>
  readonly back: Effect.Effect<void>
  /** Runs an operation, measures it, and reports its outcome. An interrupted operation is not reported. */
  readonly observe: <A, E, R>(operation: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Runs an operation with a circuit breaker. After one timeout, further operations fail immediately with `Silenced`,
   * until a probe succeeds.
   */
  readonly guard: <A, E, R>(operation: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Silenced, R>
  readonly isSilent: () => boolean
}

/**
 * The parts of a program, by part and name.
 *
 * @category models
 * @since 0.2.0
 */
export type Registry = Map<string, Entry>

/**
 * The parts of this program. Tests provide their own map.
 *
 * @category references
 * @since 0.2.0
 */
export const Health: Context.Reference<Registry> = Context.Reference("@dunlin/common/Health", {
  defaultValue: (): Registry => new Map()
})

/**
 * Whether working parts are probed, and may count as slow. Tests whose clock advances by hours disable it.
 *
 * @category references
 * @since 0.2.0
 */
export const Watching = Context.Reference("@dunlin/common/Health/Watching", { defaultValue: () => true })

const wrapping = ({ isSilent, lost, measure, options, succeeded, user }: {
  readonly options: Options
  readonly user: User
  readonly measure: ReturnType<typeof measures.ofUse>
  readonly isSilent: () => boolean
  readonly lost: Part["lost"]
  readonly succeeded: (milliseconds: number) => Effect.Effect<void>
}): Pick<Part, "observe" | "guard"> => {
  const { faultOf = Fault.of } = options
  const silentAfter = millisOr(options.silentAfter, Infinity)

  const observe = <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (start) =>
        Effect.onExit(operation, (exit) =>
          Effect.flatMap(Clock.currentTimeMillis, (end) => {
            if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
              return end - start < silentAfter
                ? Effect.void
                : lost(Fault.make("silent", `no response for ${end - start} ms`))
            }
            const fault = Exit.isSuccess(exit) ? undefined : faultOf(Cause.squash(exit.cause))
            measure.ended(end - start, fault?.condition)
            if (fault === undefined) user.succeededAt = end
            return fault === undefined ? succeeded(end - start) : lost(fault)
          }))
    )

  const guard = <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E | Silenced, R> => {
    const observed = observe(operation)
    return Effect.suspend((): Effect.Effect<A, E | Silenced, R> => {
      if (!isSilent()) return observed
      return Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<A, E | Silenced, R> => {
        if (options.probe === undefined && now - user.failedAt >= TRIAL_PAUSE_MS) {
          user.failedAt = now
          return observed
        }
        measure.skipped()
        return Effect.fail(new Silenced({ part: titleOf(options) }))
      })
    })
  }

  return { observe, guard }
}

const millisOr = (duration: Duration.Input | undefined, otherwise: number): number =>
  duration === undefined ? otherwise : Duration.toMillis(duration)

const make = (context: Context.Context<never>, options: Options) => {
  const { faultOf = Fault.of, probe } = options
  const registry = Context.get(context, Health)
  const entry = entryOf(registry, options, context)
  const user = newUser(options)
  entry.users.add(user)
  const measure = measures.ofUse(options, context)
  const slowness = averaging(millisOr(options.slowAfter, Infinity))
  let isProbing = false

  const lost = (fault: Fault.Fault): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (user.isClosed) return Effect.void
      fail(user, fault, now)
      measure.failed(fault.condition)
      return Effect.andThen(settle(entry), beginProbing)
    })
  const back: Effect.Effect<void> = Effect.suspend(() =>
    user.fault === undefined ? Effect.void : Effect.flatMap(Clock.currentTimeMillis, (now) => {
      succeed(user, now)
      return settle(entry)
    })
  )

  const worked = (milliseconds: number): Effect.Effect<void> => {
    const slow = slowness(milliseconds, user)
    return slow === undefined ? back : lost(slow)
  }

  /** Operations may succeed on a lost part. For example, reads work on a full disk. */
  const succeeded = (milliseconds: number): Effect.Effect<void> => {
    const slow = slowness(milliseconds, user)
    if (slow !== undefined && (user.fault === undefined || user.fault.condition === "slow")) return lost(slow)
    return probe === undefined || user.fault?.condition === "slow" ? back : Effect.void
  }

  /**
   * A part without a probe counts as steady after some time without failures, because only its operations show
   * whether it works.
   */
  const probeOnce: Effect.Effect<void> = probe === undefined
    ? Effect.suspend(() => user.worksSince === undefined ? Effect.void : back)
    : Effect.flatMap(
      Clock.currentTimeMillis,
      (start) =>
        Effect.flatMap(Effect.exit(Effect.timeoutOption(probe(user.fault), PROBE_LIMIT_MS)), (exit) => {
          if (Exit.isFailure(exit)) {
            return lost(faultOf(Cause.squash(exit.cause)) ?? Fault.from(Cause.squash(exit.cause)))
          }
          if (exit.value._tag === "None") {
            // The probe may time out although the part works, for example a file with many writers.
            const isServing = user.fault?.condition === "slow" && user.succeededAt > start
            return isServing ? Effect.void : lost(Fault.make("silent", `no response for ${PROBE_LIMIT_MS} ms`))
          }
          return Effect.flatMap(Clock.currentTimeMillis, (end) => worked(end - start))
        })
    )

  // No operation may run that would show the end of a slow state, so a probe does.
  const beginProbing = Effect.suspend(() => {
    if (isProbing || user.isClosed) return Effect.void
    isProbing = true
    const probing = Effect.gen(function*() {
      while (user.fault !== undefined && !user.isClosed) {
        yield* Effect.sleep(PROBE_PAUSE_MS)
        yield* probeOnce
      }
    })
    return Effect.asVoid(Effect.forkDetach(Background.quietly(Effect.ensuring(
      probing,
      Effect.sync(() => {
        isProbing = false
      })
    ))))
  })

  user.look = Effect.suspend(() => user.fault === undefined ? probeOnce : Effect.void)
  const watch = Effect.forever(Effect.andThen(Effect.sleep(WATCH_PAUSE_MS), user.look))

  const isSilent = () => user.fault?.condition === "silent" && user.worksSince === undefined
  const part: Part = { lost, back, isSilent, ...wrapping({ options, user, measure, isSilent, lost, succeeded }) }
  const close = Effect.sync(() => {
    user.isClosed = true
    entry.users.delete(user)
    user.fault = undefined
    if (entry.users.size === 0) registry.delete(titleOf(options))
  })

  return { part, watch, close }
}

/**
 * Tracks one part until the scope closes.
 *
 * **Example** (A store that hangs)
 *
 * ```ts
 * import { Fault, Health } from "@dunlin/common"
 * import { Effect } from "effect"
 *
 * const program = Effect.gen(function*() {
 *   const store = yield* Health.part({ part: "redis", consequence: "pages are fetched anew" })
 *   yield* store.lost(Fault.make("silent", "no answer for 800 ms"))
 *   const error = yield* Effect.flip(store.guard(Effect.succeed("a page")))
 *   return error.message
 * })
 * console.log(await Effect.runPromise(Effect.scoped(program))) // redis does not respond and is retried in the background
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const part = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Part, never, Scope.Scope> {
  const isWatching = yield* Watching
  const made = make(yield* Effect.context<never>(), isWatching ? options : { ...options, slowAfter: undefined })
  yield* Effect.addFinalizer(() => made.close)
  if (options.isWatched === true && isWatching) yield* Effect.forkScoped(Background.quietly(made.watch))
  return made.part
})

/**
 * Creates a part for an adapter without a scope. It is registered on first use, in the caller's registry.
 *
 * @category constructors
 * @since 0.2.0
 */
export const lazily = (options: Options) => {
  const parts = new WeakMap<Registry, Part>()
  return <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.contextWith((context: Context.Context<never>) => {
      const registry = Context.get(context, Health)
      let known = parts.get(registry)
      if (known === undefined) parts.set(registry, known = make(context, options).part)
      return known.observe(operation)
    })
}

/**
 * Probes all parts of the caller's registry that have `in-services`, until interrupted.
 *
 * @category running
 * @since 0.2.0
 */
export const watchAll: Effect.Effect<never> = Effect.flatMap(
  Effect.all([Health, Watching]),
  ([registry, isWatching]) => {
    const look = Effect.suspend(() => {
      const users = [...registry.values()].flatMap((entry) => [...entry.users])
      const watched = isWatching ? users.filter(({ options }) => options.isWatched === "in-services") : []
      return Effect.forEach(watched, (user) => user.look, { discard: true, concurrency: "unbounded" })
    })
    return Background.quietly(Effect.forever(Effect.andThen(Effect.sleep(WATCH_PAUSE_MS), look)))
  }
)

/**
 * Runs the probe of every part once. It uses the probes for lost parts, which also write to the stores. Fails with the
 * first failure.
 *
 * @category running
 * @since 0.2.0
 */
export const probeAll: Effect.Effect<void, unknown> = Effect.flatMap(Health, (registry) => {
  const probes = [...registry.values()].flatMap(({ users }) => [...users].map(({ options }) => options.probe))
  return Effect.forEach(probes, (probe) => probe?.(Fault.make("down", "not known")) ?? Effect.void, { discard: true })
})

/**
 * The lost parts, once per part. The part that was lost first comes first. If several uses of a part are lost, all
 * their sentences are included.
 *
 * @category accessors
 * @since 0.2.0
 */
export const losses: Effect.Effect<ReadonlyArray<Loss>> = Effect.map(Health, (registry) => {
  const found: Array<Loss> = []
  for (const entry of registry.values()) {
    const first = speaker(entry)
    if (first === undefined) continue
    const lost = [...entry.users].filter(isLost)
    found.push({
      part: entry.part,
      ...(entry.name === undefined ? {} : { name: entry.name }),
      ...first.fault!,
      consequence: [...new Set([first, ...lost].map((user) => isSlow(user) ? LATE : user.options.consequence))].join(
        "; "
      ),
      // A slow part delays requests, but they succeed.
      isEssential: lost.some((user) => user.options.isEssential === true && !isSlow(user)),
      since: first.since
    })
  }
  return found.sort((one, other) => one.since - other.since)
})
