/** Decides when a part counts as lost, slow or recovered, and logs these changes. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fault from "../Fault.ts"
import type { Options, PartName, Registry } from "../Health.ts"
import * as measures from "./healthMetrics.ts"

/** A lost part must work for this long without a failure to be recovered. */
const STEADY_MS = 3000

/** The time doubles whenever a part is soon lost again, up to this. */
const MAX_STEADY_MS = 300_000

/** After this time, a loss counts as the first one. */
const FORGIVEN_AFTER_MS = 60_000

const NEWEST_SHARE = 0.2

const MIN_OPERATIONS = 5

/** A slow part has recovered when its operations take at most the limit divided by this factor. */
const RECOVERY_FACTOR = 2

export interface User {
  readonly options: Options
  fault: Fault.Fault | undefined
  since: number
  failedAt: number
  worksSince: number | undefined
  endedAt: number
  /** Milliseconds without a failure until the part is recovered. Longer after repeated losses. */
  steady: number
  isClosed: boolean
  succeededAt: number
  look: Effect.Effect<void>
}

export interface Entry {
  readonly part: PartName
  readonly name: string | undefined
  readonly users: Set<User>
  readonly measure: (isUp: boolean) => void
  logged: "well" | "slow" | "lost"
}

export const titleOf = ({ name, part }: Pick<Options, "part" | "name">): string =>
  name === undefined ? part : `${part} ${name}`

export const isLost = ({ fault }: User): boolean => fault !== undefined

export const isSlow = ({ fault }: User): boolean => fault?.condition === "slow"

/** The consequence of a slow part. */
export const LATE = "requests that use it are delayed"

export const speaker = ({ users }: Entry): User | undefined =>
  [...users].filter(isLost).sort((one, other) =>
    Number(isSlow(one)) - Number(isSlow(other)) || one.since - other.since
  )[0]

export const settle = (entry: Entry): Effect.Effect<void> =>
  Effect.suspend(() => {
    const lost = speaker(entry)
    const word = lost === undefined ? "well" : isSlow(lost) ? "slow" : "lost"
    // A part that was lost and is now slow has not recovered.
    if (word === entry.logged || (word === "slow" && entry.logged === "lost")) return Effect.void
    entry.logged = word
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
  const made: Entry = { part, name, users: new Set(), measure, logged: "well" }
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

/** A part with occasional failures stays lost until it has been steady. */
export const succeed = (user: User, now: number): void => {
  if (user.fault === undefined) return
  user.worksSince ??= now
  if (now - user.worksSince < user.steady) return
  user.fault = undefined
  user.endedAt = now
}

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
