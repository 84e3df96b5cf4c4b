/** Controls pages that stay open for several calls after a visit. */
import type { RawActionResults } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { ConsoleMessage } from "playwright-core"
import { BrowserCrashed, type FetchError, make as makeError, type Reason, Timeout } from "../../FetchError.ts"
import type { FetchRequest, OpenPage, Ran } from "../service.ts"
import { performAll, runScript, ScriptError } from "./actions.ts"
import { isCrash } from "./browserReasons.ts"
import { ask, CallDeadline, peek } from "./calls.ts"
import { CALL, pageScript, perform, type Steps } from "./pageMethods.ts"
import { type Attempt, type Engine, makePlan, type Plan } from "./plan.ts"
import type { Slots } from "./pool.ts"
import type { Slot } from "./slot.ts"
import { act, bringToRest, navigate, openPage, rest, saveProfile, type Visit } from "./visit.ts"

const MAX_LOG_CHARACTERS = 256 * 1024

/** Time to open the page that runs the code, and to let the visited page settle. */
const RESERVE_MS = 5_000

const STOP_RESERVE_MS = 1_000

const timeOf = (plan: Plan, timeout: number): Effect.Effect<number> =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => Math.max(1, Math.min(timeout, plan.deadline - now - STOP_RESERVE_MS))
  )

/** V8's message for code that exceeds its timeout. */
const terminated = /Execution was terminated|Runtime\.evaluate\): Internal error/

const usesPage = (code: string): boolean => /(?<![\w$.])page\s*(?:\?\.|\.|\[)/.test(code)

const logOf = ({ page }: Slot) => {
  const lines: Array<string> = []
  let left = MAX_LOG_CHARACTERS
  const onConsole = (message: ConsoleMessage) => {
    const text = message.text().slice(0, left)
    left -= text.length
    if (text !== "") lines.push(text)
  }
  return Effect.acquireRelease(
    Effect.sync(() => {
      peek(page, (page) => void page.on("console", onConsole))
      return lines
    }),
    () => Effect.sync(() => peek(page, (page) => void page.off("console", onConsole)))
  )
}

const runIn = Effect.fnUntraced(function*(slot: Slot, code: string, timeout: number) {
  const lines = yield* logOf(slot)
  const ran = yield* Effect.result(runScript(slot.session, code, timeout))
  const stdout = () => lines.join("\n")
  if (ran._tag === "Success") {
    return { value: ran.success.value, stdout: stdout(), stderr: "", isKilled: false } satisfies Ran
  }
  const error = ran.failure
  if (isCrash(error)) return yield* new BrowserCrashed({})
  const message = error instanceof Error ? error.message : "the code failed"
  const isKilled = (error instanceof ScriptError && error.isLate) || terminated.test(message)
  const thrown = error instanceof ScriptError ? error.thrown ?? message : message
  const stderr = isKilled ? "the code did not end in time" : thrown.slice(0, MAX_LOG_CHARACTERS)
  return { value: null, stdout: stdout(), stderr, isKilled } satisfies Ran
})

/** Runs the caller's code in another page without network access. Only calls of `page` leave that page. */
const runOutside = Effect.fnUntraced(function*(
  { plan, slot }: Visit,
  code: string,
  timeout: number
): Effect.fn.Return<Ran, Reason, Scope.Scope> {
  const { storageState: _, ...context } = plan.context
  const runner = yield* plan.slots.slot(context, false)
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const prepared = Effect.gen(function*() {
    yield* ask(runner.context, (context) => context.setOffline(true))
    yield* ask(runner.page, (page) => page.exposeBinding(CALL, (_, steps: Steps) => run(perform(slot.page, steps))))
    yield* ask(runner.page, (page) => page.evaluate(pageScript))
  })
  yield* Effect.mapError(prepared, () => new BrowserCrashed({}))
  return yield* runIn(runner, code, yield* timeOf(plan, timeout))
})

const callsOf = (
  visit: Visit,
  plan: Plan,
  response: Effect.Success<ReturnType<typeof navigate>>,
  crashed: Deferred.Deferred<never, BrowserCrashed>
): OpenPage => {
  const { engine, onStopped, slot } = visit
  const oneByOne = Semaphore.makeUnsafe(1)
  const within = <A>(
    timeout: Duration.Input,
    use: Effect.Effect<A, Reason, Scope.Scope>
  ): Effect.Effect<A, FetchError> => {
    const milliseconds = Duration.toMillis(timeout)
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const deadline = now + milliseconds
      return oneByOne.withPermits(1)(Effect.suspend(() => {
        plan.deadline = deadline
        plan.state.phase = "actions"
        visit.refused = undefined
        return Effect.scoped(use).pipe(
          Effect.raceFirst(Deferred.await(crashed)),
          Effect.provideService(CallDeadline, deadline)
        )
      })).pipe(
        Effect.timeoutOrElse({
          duration: milliseconds,
          orElse: () => Effect.fail<Reason>(new Timeout({ phase: "actions" }))
        }),
        Effect.mapError(makeError)
      )
    })
  }
  const stand = () => ({ url: peek(slot.page, (page) => page.url()), warnings: plan.warnings.splice(0) })
  const atRest = Effect.andThen(rest(visit, response), visit.refusal)
  return {
    act: ({ actions, timeout }) =>
      within(
        timeout,
        Effect.gen(function*() {
          const warn = (warning: string) => void plan.warnings.push(warning)
          const target = { slot, onStopped, maxBytes: engine.maxBytes }
          const results: RawActionResults = yield* performAll(target, actions, plan.deadline, warn)
          yield* atRest
          return { ...stand(), results }
        })
      ),
    run: ({ code, timeout }) =>
      within(
        Duration.toMillis(timeout) + RESERVE_MS,
        Effect.gen(function*() {
          const limit = Duration.toMillis(timeout)
          const ran = yield* usesPage(code) ? runOutside(visit, code, limit) : runIn(slot, code, limit)
          if (!ran.isKilled) yield* atRest
          return { ...stand(), ...ran }
        })
      ),
    save: within("10 seconds", Effect.map(saveProfile(visit), () => plan.warnings.splice(0)))
  }
}

const stay = Effect.fnUntraced(function*(
  engine: Engine,
  options: {
    readonly request: FetchRequest
    readonly slots: Slots
    readonly state: Attempt["state"]
    readonly deadline: number
    readonly staysUntil: number
  }
): Effect.fn.Return<OpenPage, Reason, Scope.Scope> {
  const crashed = Deferred.makeUnsafe<never, BrowserCrashed>()
  const onCrash = () => void Deferred.doneUnsafe(crashed, Effect.fail(new BrowserCrashed({})))
  const visited = Effect.gen(function*() {
    const plan = yield* makePlan(engine, { ...options, onCrash })
    const visit = yield* openPage(engine, plan)
    const response = yield* navigate(visit)
    yield* bringToRest(visit, response)
    yield* act(visit, response)
    return { plan, visit, response }
  })
  const { plan, response, visit } = yield* visited.pipe(
    Effect.raceFirst(Deferred.await(crashed)),
    Effect.provideService(CallDeadline, options.deadline)
  )
  return callsOf(visit, plan, response, crashed)
})

export const opener = (engine: Engine, slots: Effect.Effect<Slots, Reason>, most: number) => {
  const places = Semaphore.makeUnsafe(most)
  const place = Effect.acquireRelease(places.take(1), () => places.release(1), { interruptible: true })
  return Effect.fn("BrowserFetcher.open")(function*(
    { life, ...request }: FetchRequest & { readonly life: Duration.Input }
  ): Effect.fn.Return<OpenPage, FetchError, Scope.Scope> {
    const state: Attempt["state"] = { phase: "queue", hasActed: false }
    const now = yield* Clock.currentTimeMillis
    const timeout = Duration.toMillis(request.timeout)
    const staysUntil = now + Duration.toMillis(life)
    return yield* Effect.andThen(place, slots).pipe(
      Effect.flatMap((slots) => stay(engine, { request, slots, state, deadline: now + timeout, staysUntil })),
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail<Reason>(new Timeout({ phase: state.phase }))
      }),
      Effect.mapError(makeError)
    )
  })
}
