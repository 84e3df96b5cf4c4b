import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CDPSession, Page } from "playwright-core"
import { isCrash } from "./browserReasons.ts"
import { ask, type Remote } from "./calls.ts"
import { evaluate } from "./evaluate.ts"
import { isBegun, type Report, settleKey, startWorkers } from "./settleScript.ts"
import type { Slot } from "./slot.ts"
import { forget, forgetUnread, hasChannel, inFlight, requestEnd } from "./traffic.ts"

/** A script that never arrives may block the parser. After this time, the document is read unfinished. */
const MAX_PARSE_MS = 15_000
const MAX_PARSE_SHARE = 0.6
const MAX_LOAD_MS = 6_000
const MAX_QUIET_MS = 2_000
const MAX_BUSY_MS = 4_000
const MAX_BUSY_SHARE = 0.5
/** If timers fire later than this, the page counts as stuck. */
const MAX_TIMER_DELAY_MS = 500
const CHECK_AFTER_MS = 15_000
const CHECK_AFTER_SHARE = 0.5
const MAX_RESPONSE_MS = 10_000
const MAX_RESPONSE_SHARE = 0.25
const MAX_STOP_MS = 2_000
const MAX_NAVIGATIONS = 3
const NAVIGATION_CHECK_INTERVAL_MS = 50

export type Stopped = "loading" | "scripts"

/** Returns whether the page responds and is settling in the same document; absent if there is no response. */
const isSettling = (session: Remote<CDPSession>, patience: number) =>
  Effect.timeoutOption(Effect.orElseSucceed(evaluate<boolean>(session, isBegun), () => false), patience)

const parsed = (session: Remote<CDPSession>): Effect.Effect<boolean> =>
  evaluate<boolean>(session, "document.readyState !== \"loading\"").pipe(
    Effect.orElseSucceed(() => false),
    Effect.tap((isOver) => isOver ? Effect.void : Effect.sleep(NAVIGATION_CHECK_INTERVAL_MS)),
    Effect.repeat({ until: (isOver) => isOver })
  )

const stopLeaving = ({ session }: Slot, onStopped: (what: Stopped) => void) => {
  onStopped("loading")
  return Effect.ignore(ask(session, (session) => session.send("Page.stopLoading"), MAX_STOP_MS))
}

/** Stops a navigation without a response, because the page cannot respond until it ends. */
export const unlessLeft = <A, E, R>(
  slot: Slot,
  deadline: number,
  onStopped: (what: Stopped) => void,
  question: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.gen(function*() {
    const left = deadline - (yield* Clock.currentTimeMillis)
    yield* Effect.sleep(Math.min(CHECK_AFTER_MS, left * CHECK_AFTER_SHARE))
    if (slot.isLeaving) yield* stopLeaving(slot, onStopped)
    return yield* Effect.never
  }).pipe(Effect.raceFirst(question))

/**
 * Stops scripts that keep the page busy. Returns `true` if it stopped one, or if another document must be awaited.
 * Does not return while the page is settling.
 */
const stopEndless = Effect.fnUntraced(function*(
  slot: Slot,
  left: number,
  onStopped: (what: Stopped) => void
): Effect.fn.Return<boolean> {
  const { session } = slot
  yield* Effect.sleep(Math.min(CHECK_AFTER_MS, left * CHECK_AFTER_SHARE))
  const patience = Math.min(MAX_RESPONSE_MS, left * MAX_RESPONSE_SHARE)
  let settling = yield* isSettling(session, patience)
  if (Option.isNone(settling) && slot.isLeaving) {
    yield* stopLeaving(slot, onStopped)
    settling = yield* isSettling(session, MAX_STOP_MS)
  }
  if (Option.isSome(settling)) return settling.value ? yield* Effect.never : false
  const end = ask(session, (session) =>
    Promise.all([
      session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      session.send("Runtime.terminateExecution")
    ]), MAX_STOP_MS)
  yield* Effect.ignore(end)
  onStopped("scripts")
  // The parser may have waited for the stopped script, and continues now.
  yield* Effect.ignore(Effect.timeout(parsed(session), patience))
  return true
})

const REQUEST_PATIENCE_MS = 3_000
const REQUEST_PATIENCE_OF_THIN_PAGE_MS = 6_000
const CAPS_MS = {
  traffic: 12_000,
  layout: 2_000,
  fill: 3_500,
  refill: 500,
  worker: 2_500,
  mark: 1_500,
  growth: 5_000,
  quiet: 8_000
}
const TRAFFIC_SHARE = 0.5

/** Maximum repeated checks of a page without content, if a request was made between two checks. */
const MAX_ROUNDS_BETWEEN_REQUESTS = 2

export interface Rest<A> {
  readonly value: A | undefined
  readonly busy?: string | undefined
  readonly isEndless?: boolean | undefined
  readonly isVirtual?: boolean | undefined
}

const patienceOf = (left: number, isAgain: boolean) => ({
  traffic: Math.min(CAPS_MS.traffic, left * TRAFFIC_SHARE),
  layout: Math.min(CAPS_MS.layout, left),
  fill: Math.min(CAPS_MS.fill, left * TRAFFIC_SHARE),
  worker: CAPS_MS.worker,
  mark: CAPS_MS.mark,
  work: MAX_QUIET_MS,
  growth: isAgain ? 0 : CAPS_MS.growth,
  quiet: isAgain ? MAX_QUIET_MS : CAPS_MS.quiet,
  again: MAX_ROUNDS_BETWEEN_REQUESTS
})

const waitForMore = Effect.fnUntraced(function*(
  slot: Slot,
  report: Report,
  patience: ReturnType<typeof patienceOf>
): Effect.fn.Return<boolean, unknown> {
  const spend = Effect.fnUntraced(function*<R>(purse: keyof typeof patience, wait: Effect.Effect<R, unknown>) {
    const start = yield* Clock.currentTimeMillis
    const value = yield* wait
    patience[purse] -= Math.max(1, (yield* Clock.currentTimeMillis) - start)
    return value
  })
  patience.quiet -= report.spent
  if (report.growthDue > 0) patience.growth -= report.spent
  if (patience.quiet <= 0 || report.growthDue > 0 && patience.growth <= 0) return false
  for (const address of report.workers) forget(slot.traffic, address)
  if (report.unread.length > 0) forgetUnread(slot.traffic, report.unread)
  const most = report.isThin ? REQUEST_PATIENCE_OF_THIN_PAGE_MS : REQUEST_PATIENCE_MS
  let { age, content, layout } = inFlight(slot.traffic)
  const hasContent = content > 0 && age < most && patience.traffic > 0
  while (content > 0 && age < most && patience.traffic > 0) {
    yield* spend("traffic", requestEnd(slot.traffic, Math.min(most - age, patience.traffic)))
    ;({ age, content, layout } = inFlight(slot.traffic))
  }
  if (hasContent) return true
  if (layout > 0 && patience.layout > 0) {
    return yield* Effect.as(spend("layout", requestEnd(slot.traffic, patience.layout)), true)
  }
  if (report.hasGrown && !report.isUnfinished) patience.fill = Math.min(patience.fill, CAPS_MS.refill)
  const more = (limit: number) =>
    evaluate(slot.session, `(window[${JSON.stringify(settleKey)}] || { more() {} }).more(${limit})`)
  if (report.isThin && report.holdsWorkers) {
    slot.dirty = true
    slot.hasServiceWorkers = true
    return yield* Effect.as(evaluate(slot.session, startWorkers), true)
  }
  const mayFill = report.isRefreshing ||
    report.isThin && (report.hasTimers || hasChannel(slot.traffic))
  if (mayFill && patience.fill > 0) {
    return yield* Effect.as(spend("fill", more(patience.fill)), true)
  }
  if (report.awaitsWorkers && patience.worker > 0) {
    return yield* Effect.as(spend("worker", more(patience.worker)), true)
  }
  if (report.isThin && report.hasJustEnded && patience.again > 0) {
    patience.again--
    return true
  }
  if (report.growthDue > 0) {
    return yield* Effect.as(spend("growth", more(Math.min(patience.growth, report.growthDue))), true)
  }
  if (!report.isAtRest && patience.work > 0) {
    patience.work -= MAX_QUIET_MS
    return true
  }
  if (report.isUnfinished && patience.mark > 0) return yield* Effect.as(spend("mark", more(patience.mark)), true)
  return false
})

const busyWith = (slot: Slot, report: Report, hasTime: boolean): string | undefined => {
  const { content } = inFlight(slot.traffic)
  if (!report.isParsed) return "the document was still loading"
  if (content > 0) return `${content} ${content === 1 ? "request was" : "requests were"} in flight`
  if (report.growthDue > 0) return "its text was still growing"
  if (!report.isAtRest) return "its scripts were still running"
  if (report.isUnfinished) return "it displayed a loading indicator"
  return hasTime ? undefined : "its content kept changing"
}

export const settle = Effect.fnUntraced(function*<A = undefined>(
  slot: Slot,
  deadline: number,
  onStopped: (what: Stopped) => void,
  after = "undefined",
  isAgain = false
): Effect.fn.Return<Rest<A>, unknown> {
  const stopped: Rest<A> = { value: undefined }
  const patience = patienceOf(deadline - (yield* Clock.currentTimeMillis), isAgain)
  for (let documents = 0; documents <= MAX_NAVIGATIONS;) {
    const left = deadline - (yield* Clock.currentTimeMillis)
    if (left <= 0) return stopped
    const quiet = Math.min(MAX_QUIET_MS, left)
    const busy = Math.max(quiet, Math.min(MAX_BUSY_MS, left * MAX_BUSY_SHARE))
    const caps = [Math.min(MAX_PARSE_MS, left * MAX_PARSE_SHARE), Math.min(MAX_LOAD_MS, left), quiet, busy]
    const wait = `(window[${JSON.stringify(settleKey)}] || (() => Promise.resolve()))(${caps.join(", ")})`
    const round = evaluate<{ readonly report?: Report; readonly value?: A }>(
      slot.session,
      `${wait}.then((report) => ({ report, value: (${after}) }))`
    ).pipe(
      Effect.flatMap(({ report, value }) =>
        report === undefined
          ? Effect.succeed<Rest<A> | undefined>({ value })
          : Effect.map(waitForMore(slot, report, patience), (hasMore): Rest<A> | undefined =>
            hasMore
              ? undefined
              : {
                value,
                busy: busyWith(slot, report, patience.quiet > 0),
                isEndless: report.isEndless,
                isVirtual: report.isVirtual
              })
      ),
      Effect.map(Option.some)
    )
    const outcome = yield* round.pipe(
      Effect.raceFirst(
        Effect.map(stopEndless(slot, left, onStopped), (isOver) => isOver ? Option.some(stopped) : Option.none())
      ),
      Effect.timeoutOrElse({ duration: left + MAX_TIMER_DELAY_MS, orElse: () => Effect.succeed(Option.some(stopped)) }),
      Effect.catch((error) => isCrash(error) ? Effect.fail(error) : Effect.succeed(Option.none()))
    )
    if (Option.isNone(outcome)) {
      documents++
      yield* Effect.sleep(NAVIGATION_CHECK_INTERVAL_MS)
    } else if (outcome.value !== undefined) return outcome.value
  }
  return stopped
})

export const isInert = (headers: Readonly<Record<string, string>>): boolean =>
  (headers["content-security-policy"] ?? "").split(/[;,]/).some((directive) =>
    /^\s*sandbox(?:\s|$)/i.test(directive) && !/\sallow-scripts(?:\s|$)/i.test(directive)
  )

export const settleInert = (page: Remote<Page>, deadline: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const timeout = Math.max(1, Math.min(MAX_LOAD_MS, deadline - now))
    return Effect.ignore(ask(page, (page) => page.waitForLoadState("load", { timeout })))
  })
