/**
 * Stores the state of a program's parts: when a part counts as lost, slow or recovered, and the log lines for these
 * changes.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fault from "../Fault.ts"
import type { Options, PartName, Registry } from "../Health.ts"
import * as measures from "./healthMetrics.ts"

/** Milliseconds for which a lost part must work without a failure to count as recovered. */
const STEADY_MS = 3000

/** Maximum of these milliseconds. They double each time a part is soon lost again. */
const MAX_STEADY_MS = 300_000

/** Milliseconds for which a part must work before its next loss counts as the first one. */
const FORGIVEN_AFTER_MS = 60_000

/** Weight of the newest duration in the moving average. */
const NEWEST_SHARE = 0.2

/** Minimum operations in the average before a part can count as slow. */
const MIN_OPERATIONS = 5

/** A slow part has recovered when its operations take at most the limit divided by this factor. */
const RECOVERY_FACTOR = 2

/** The state of one use of a part. */
export interface User {
  readonly options: Options
  fault: Fault.Fault | undefined
  since: number
  failedAt: number
  /** Time since which the part works again; `undefined` while it does not work. */
  worksSince: number | undefined
  /** When the last loss ended. */
  endedAt: number
  /**
   * Milliseconds for which the part must work to count as recovered. They are longer if the part was soon lost again.
   */
  steady: number
  isClosed: boolean
  /** When an operation last succeeded. */
  succeededAt: number
  /** Probes the part. A lost part is not probed here, because its probes run anyway. */
  look: Effect.Effect<void>
}

/** All uses of one part, which share its log lines. */
export interface Entry {
  readonly part: PartName
  readonly name: string | undefined
  readonly users: Set<User>
  readonly measure: (isUp: boolean) => void
  /** The last state that was logged. */
  said: "well" | "slow" | "lost"
}

export const titleOf = ({ name, part }: Pick<Options, "part" | "name">): string =>
  name === undefined ? part : `${part} ${name}`

export const isLost = ({ fault }: User): boolean => fault !== undefined

export const isSlow = ({ fault }: User): boolean => fault?.condition === "slow"

/** The consequence of a slow part. */
export const LATE = "requests that use it are delayed"

/** Returns the use that determines the part's state: the first lost one, or otherwise a slow one. */
export const speaker = ({ users }: Entry): User | undefined =>
  [...users].filter(isLost).sort((one, other) =>
    Number(isSlow(one)) - Number(isSlow(other)) || one.since - other.since
  )[0]

/** Logs the start or end of a loss. */
export const settle = (entry: Entry): Effect.Effect<void> =>
  Effect.suspend(() => {
    const lost = speaker(entry)
    const word = lost === undefined ? "well" : isSlow(lost) ? "slow" : "lost"
    // A part that was lost and is slow now has not recovered.
    if (word === entry.said || (word === "slow" && entry.said === "lost")) return Effect.void
    entry.said = word
    entry.measure(lost === undefined)
    const title = titleOf(entry)
    const about = { part: entry.part, ...(entry.name === undefined ? {} : { name: entry.name }) }
    if (lost === undefined) return Effect.annotateLogs(Effect.logInfo(`${title} is back`), about)
    const { cause, condition } = lost.fault!
    const consequence = word === "slow" ? LATE : lost.options.consequence
    return Effect.annotateLogs(Effect.logWarning(`${title} is ${word}: ${consequence}`), {
      ...about,
      condition,
      cause
    })
  })

export const entryOf = (registry: Registry, { name, part }: Options, context: Context.Context<never>): Entry => {
  const key = titleOf({ part, name })
  const known = registry.get(key)
  if (known !== undefined) return known
  const measure = measures.ofPart({ part, name }, context)
  const made: Entry = { part, name, users: new Set(), measure, said: "well" }
  measure(true)
  registry.set(key, made)
  return made
}

export const fail = (user: User, fault: Fault.Fault, now: number): void => {
  if (user.fault === undefined) {
    user.since = now
    const isAgain = now - user.endedAt < Math.max(FORGIVEN_AFTER_MS, user.steady)
    user.steady = isAgain ? Math.min(MAX_STEADY_MS, 2 * user.steady) : STEADY_MS
  }
  user.fault = fault
  user.failedAt = now
  user.worksSince = undefined
}

/** Records a success. A part with occasional failures stays lost until it has been steady. */
export const succeed = (user: User, now: number): void => {
  if (user.fault === undefined) return
  user.worksSince ??= now
  if (now - user.worksSince < user.steady) return
  user.fault = undefined
  user.endedAt = now
}

/** Returns a function that reports, after each operation, whether the average is too slow. */
export const averaging = (limit: number) => {
  let average = 0
  let operations = 0
  return (milliseconds: number, { fault }: Pick<User, "fault">): Fault.Fault | undefined => {
    operations++
    average = operations === 1 ? milliseconds : average + NEWEST_SHARE * (milliseconds - average)
    const isSlow = average > (fault?.condition === "slow" ? limit / RECOVERY_FACTOR : limit)
    return operations >= MIN_OPERATIONS && isSlow
      ? Fault.make("slow", `operations take ${Math.round(average)} ms on average`)
      : undefined
  }
}

export const newUser = (options: Options): User => ({
  options,
  fault: undefined,
  since: 0,
  failedAt: 0,
  worksSince: undefined,
  endedAt: -Infinity,
  steady: STEADY_MS,
  isClosed: false,
  succeededAt: -Infinity,
  look: Effect.void
})
