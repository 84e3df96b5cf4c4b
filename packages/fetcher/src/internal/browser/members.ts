/** Manages the browsers that all teams share: a local one, or several remote ones. Lost browsers receive no pages. */
import * as Fault from "@dunlin/common/Fault"
import type * as Health from "@dunlin/common/Health"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import type { BrowserCrashed, BrowserUnavailable } from "../../FetchError.ts"
import type { Death } from "./chromium.ts"
import * as pool from "./pool.ts"
import { byWeight } from "./weights.ts"

const FAULTS: { readonly [Cause in Death]: Fault.Fault } = {
  crash: Fault.make("down", "it crashed"),
  silence: Fault.make("silent", "it does not respond"),
  memory: Fault.make("full", "it exceeded its memory limit")
}
const RESTART_PAUSE = "2 seconds"

const up = Metric.gauge("dunlin_browser_up", {
  description: "1 while the browser responds or is not needed, 0 from its failure until another one responds"
})

const ofStart = (error: BrowserUnavailable | BrowserCrashed): Fault.Fault =>
  error._tag === "BrowserUnavailable"
    ? Fault.make(error.condition ?? "down", error.detail)
    : Fault.make("silent", "it does not start")

export interface Source {
  readonly label: string | undefined
  readonly weight: number
  readonly open: pool.Options["open"]
}

export interface Member extends Source {
  readonly shared: pool.Slots
  isLost: boolean
}

interface Options {
  readonly pool: Omit<pool.Options, "open" | "onStart" | "onFailedStart" | "onDeath">
  readonly part: Health.Part
  readonly onDeath: (why: Death) => Effect.Effect<void>
}

export const makeMembers = Effect.fnUntraced(function*(
  sources: ReadonlyArray<Source>,
  { onDeath, part, pool: options }: Options
) {
  const scope = yield* Effect.scope
  const members: Array<Member> = []
  const next = byWeight(members)
  const lose = (member: Member, fault: Fault.Fault) =>
    Effect.suspend(() => {
      const isNew = !member.isLost
      member.isLost = true
      if (members.every(({ isLost }) => isLost)) return Effect.andThen(Metric.update(up, 0), part.lost(fault))
      return isNew
        ? Effect.logWarning(`browser at ${member.label} is unavailable: ${fault.cause}; other browsers load its pages`)
        : Effect.void
    })
  const regain = (member: Member) =>
    Effect.suspend(() => {
      const wasLost = member.isLost
      member.isLost = false
      return Effect.andThen(part.back, Metric.update(up, 1)).pipe(
        Effect.andThen(
          wasLost && members.length > 1 ? Effect.logInfo(`browser at ${member.label} is available again`) : Effect.void
        )
      )
    })
  const restarting = new Set<Member>()
  const restart = (member: Member) =>
    Effect.suspend(() => {
      if (restarting.has(member)) return Effect.void
      restarting.add(member)
      const tries = Effect.ignore(Effect.retry(member.shared.browser, Schedule.spaced(RESTART_PAUSE)))
      return Effect.asVoid(
        Effect.forkIn(Effect.ensuring(tries, Effect.sync(() => void restarting.delete(member))), scope)
      )
    })
  for (const source of sources) {
    const shared = yield* pool.make({
      ...options,
      open: source.open,
      onFailedStart: (error) =>
        Effect.andThen(
          lose(member, ofStart(error)),
          source.label === undefined ? Effect.void : restart(member)
        ),
      onStart: Effect.suspend(() => regain(member)),
      onDeath: (why) =>
        onDeath(why).pipe(
          Effect.andThen(lose(member, FAULTS[why])),
          Effect.andThen(restart(member))
        )
    })
    const member: Member = { ...source, shared, isLost: false }
    members.push(member)
  }
  return { members, next }
})
