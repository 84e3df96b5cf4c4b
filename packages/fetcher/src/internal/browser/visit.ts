/** Visits a page once: opens it, waits until it has settled, performs actions, and reads it. */
import { RawPage, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Response } from "playwright-core"
import { ProtocolError, type Reason, TooLarge } from "../../FetchError.ts"
import { parseContentType } from "../contentType.ts"
import { PARTIAL_STATUS, partialWarning } from "../partial.ts"
import { openedTargets } from "../recheck.ts"
import { performAll } from "./actions.ts"
import { fromBrowser, isDownload, isInterrupted, netError } from "./browserReasons.ts"
import { ask, peek, type Remote, remote } from "./calls.ts"
import { prepare, type Prepared, screenshot } from "./capture.ts"
import { answerConsent, removeConsentScript } from "./consent.ts"
import { intercept } from "./interception.ts"
import { type Attempt, type Engine, makePlan, type Plan } from "./plan.ts"
import { profileState } from "./profileState.ts"
import { read, type Reading } from "./read.ts"
import { isHtml, parseCookies, redirectsOf, withoutHash } from "./response.ts"
import { isInert, type Rest, settle, settleInert, type Stopped, unlessLeft } from "./settle.ts"
import type { Slot } from "./slot.ts"
import { stylesScript } from "./styles.ts"

export interface Visit {
  readonly engine: Engine
  readonly plan: Plan
  readonly slot: Slot
  readonly orFail: <A, R>(effect: Effect.Effect<A, unknown, R>) => Effect.Effect<A, Reason, R>
  readonly failedAt: (error: unknown) => Reason
  refused: Reason | undefined
  readonly refusal: Effect.Effect<void, Reason>
  readonly onStopped: (what: Stopped) => void
  readonly left: Effect.Effect<number>
  last: Rest<unknown>
}

interface Answer {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly redirects: Array<{ readonly url: string; readonly status: number }>
  readonly body: Uint8Array
  readonly charset: string | undefined
}

const noConsentScript =
  "A consent dialog may cover the page. Install the package @duckduckgo/autoconsent to dismiss such dialogs."

const stoppedWarnings: Readonly<Record<Stopped, string>> = {
  loading: "The page navigated to another one that did not respond; the first page was read.",
  scripts: "The page's scripts did not finish and were stopped; content that they had not yet displayed is missing."
}

const MAX_READ_RETRIES = 3

const portOf = (url: URL): number => url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)

export const openPage = Effect.fnUntraced(function*(
  engine: Engine,
  plan: Plan
): Effect.fn.Return<Visit, Reason, Scope.Scope> {
  const slot = yield* plan.slots.slot(plan.context, plan.isPlain)
  peek(slot.page, (page) => void page.once("crash", plan.onCrash))
  const endWatch = slot.chromium.onEnd(plan.onCrash)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      endWatch()
      peek(slot.page, (page) => void page.off("crash", plan.onCrash))
    })
  )
  const failedAt = (error: unknown): Reason => {
    if (visit.refused !== undefined) return visit.refused
    const target = URL.parse(slot.failedAt ?? plan.url.href) ?? plan.url
    return fromBrowser(error, plan.proxy.failure(target.hostname, portOf(target)), plan.state.phase)
  }
  const visit: Visit = {
    engine,
    plan,
    slot,
    failedAt,
    orFail: (effect) => Effect.mapError(effect, failedAt),
    refused: undefined,
    refusal: Effect.suspend(() => visit.refused === undefined ? Effect.void : Effect.fail(visit.refused)),
    onStopped: (what) => {
      slot.dirty = true
      plan.warnings.push(stoppedWarnings[what])
    },
    left: Effect.map(Clock.currentTimeMillis, (now) => Math.max(1, plan.deadline - now)),
    last: { value: undefined }
  }
  const cookies = parseCookies(plan.cookie, plan.url.origin)
  if (cookies.length > 0) {
    yield* Effect.mapError(ask(slot.context, (context) => context.addCookies(cookies)), () => new ProtocolError({}))
  }
  if (plan.isGuarded || Object.keys(plan.headers).length > 0) {
    yield* visit.orFail(intercept({
      slot,
      guard: engine.guard,
      navigation: plan.navigation,
      origin: plan.url.origin,
      headers: plan.headers,
      onRefused: (reason) => {
        visit.refused ??= reason
      }
    }))
  }
  return visit
})

export const navigate = Effect.fnUntraced(function*({ failedAt, left, plan, refusal, slot }: Visit) {
  const timeout = yield* left
  slot.navigations = 0
  const response = yield* Effect.catch(
    ask(slot.page, (page) => page.goto(plan.url.href, { waitUntil: "commit", timeout })),
    (error) =>
      isDownload(error) || netError(error) === "ABORTED"
        ? Effect.andThen(refusal, Effect.fail<Reason>(new ProtocolError({})))
        : Effect.fail(failedAt(error))
  )
  return response === null ? yield* new ProtocolError({}) : remote(response)
})

export const rest = <A = undefined>(
  visit: Visit,
  response: Remote<Response>,
  after?: string,
  isAgain?: boolean
): Effect.Effect<A | undefined, Reason> => {
  const { onStopped, orFail, plan, slot } = visit
  return isInert(peek(response, (response) => response.headers()))
    ? Effect.as(settleInert(slot.page, plan.deadline), undefined)
    : Effect.map(orFail(settle<A>(slot, plan.deadline, onStopped, after, isAgain)), (last) => {
      visit.last = last
      return last.value
    })
}

export const bringToRest = Effect.fnUntraced(function*(visit: Visit, response: Remote<Response>) {
  const { engine, plan, slot } = visit
  const { blockAds, waitFor } = plan.request.options
  const hasDialog = yield* rest<boolean>(visit, response, blockAds ? removeConsentScript : undefined)
  if (hasDialog === true) {
    const script = yield* engine.consentScript
    if (script === undefined) plan.warnings.push(noConsentScript)
    else if (script !== false) yield* Effect.andThen(answerConsent(slot.session, script), rest(visit, response))
  }
  if (waitFor > 0) {
    yield* Effect.sleep(waitFor)
    if (visit.last.busy !== undefined) yield* rest(visit, response, undefined, true)
  }
  yield* visit.refusal
})

export const act = Effect.fnUntraced(function*(
  visit: Visit,
  response: Remote<Response>
): Effect.fn.Return<RawPage["actions"], Reason> {
  const { engine, onStopped, plan, slot } = visit
  const { actions } = plan.request.options
  if (actions.length === 0) return undefined
  plan.state.phase = "actions"
  plan.state.hasActed = true
  const warn = (warning: string) => void plan.warnings.push(warning)
  const results = yield* performAll({ slot, onStopped, maxBytes: engine.maxBytes }, actions, plan.deadline, warn)
  plan.state.phase = "browser"
  yield* rest(visit, response)
  yield* visit.refusal
  return results
})

const readDocument = Effect.fnUntraced(function*(
  visit: Visit,
  response: Remote<Response>
): Effect.fn.Return<Reading, Reason> {
  const { engine, left, onStopped, orFail, plan, slot } = visit
  const { page, session } = slot
  const reading = orFail(unlessLeft(slot, plan.deadline, onStopped, read(slot, engine.maxBytes)))
  let document = yield* reading
  for (let again = 0; document.isNew && again < MAX_READ_RETRIES; again++) {
    yield* rest(visit, response)
    document = yield* reading
  }
  if (!document.isNew) return document
  onStopped("scripts")
  yield* orFail(ask(session, (session) => session.send("Emulation.setScriptExecutionDisabled", { value: true })))
  const patience = (yield* left) / 2
  const reload = ask(page, (page) => page.reload({ waitUntil: "load", timeout: patience }))
  yield* Effect.ignore(Effect.retry(reload, { times: 1, while: isInterrupted }))
  document = yield* reading
  for (let again = 0; !document.isParsed && again < MAX_READ_RETRIES; again++) {
    yield* settleInert(page, plan.deadline)
    document = yield* reading
  }
  return document
})

const busyWarning = (what: string): string =>
  `The page was still busy when it was read: ${what}. Text may be missing; \`waitFor\` waits longer.`

const endlessWarning =
  "The page loads more content when it is scrolled, and was not read to its end; use the action `scroll` to load more."

const virtualWarning =
  "A list of the page contains only the rows in view; the action `scroll` with `repeat: \"end\"` " +
  "collects all rows. It needs a `selector` if only the list scrolls."

const missingFramesWarning = (frames: number): string =>
  `The text of ${frames} ${
    frames === 1 ? "frame" : "frames"
  } is missing: the page has too many frames, they load only when visible, or they did not respond in time.`

const missingRootsWarning = (roots: number): string =>
  `The text of ${roots} closed shadow ${
    roots === 1 ? "root" : "roots"
  } is missing: the page has too many, or the browser did not respond in time.`

const warnOfRest = ({ last, plan }: Visit): void => {
  if (last.busy !== undefined) plan.warnings.push(busyWarning(last.busy))
  if (last.isEndless === true) plan.warnings.push(endlessWarning)
  else if (last.isVirtual === true) plan.warnings.push(virtualWarning)
}

const answerOf = Effect.fnUntraced(function*(
  { engine, failedAt, orFail, plan, slot }: Visit,
  response: Remote<Response>,
  document: Reading
): Effect.fn.Return<Answer, Reason> {
  // This is the browser's error page, because a script navigated to a blocked URL.
  if (!/^https?:/.test(document.url)) return yield* Effect.fail(failedAt(new Error("net::ERR_EMPTY_RESPONSE")))
  const { headers: all, status, url } = peek(response, (response) => ({
    headers: response.headers(),
    status: response.status(),
    url: response.url()
  }))
  // A reload by a script may return another status, for example after a page that sets a cookie.
  const hasNavigated = withoutHash(document.url) !== withoutHash(url) ||
    slot.navigations > 1 && document.status !== status
  const redirects = yield* orFail(redirectsOf(response))
  const declared = parseContentType(all["content-type"])
  if (hasNavigated) {
    redirects.push({ url: withoutUserInfo(url), status })
    slot.dirty = true
  }
  const { "set-cookie": _, ...headers } = hasNavigated ? { "content-type": document.contentType } : all
  const contentType = hasNavigated ? document.contentType : declared.essence
  const isDocument = isHtml(contentType) || hasNavigated || plan.request.options.actions.length > 0
  const body = isDocument
    ? new TextEncoder().encode(document.html)
    : new Uint8Array(yield* orFail(ask(response, (response) => response.body())))
  if (body.length > engine.maxBytes) return yield* new TooLarge({ what: "body", limit: engine.maxBytes })
  return {
    url: document.url,
    status: hasNavigated ? document.status : status,
    headers,
    contentType: contentType === "" ? "text/html" : contentType,
    redirects,
    body,
    charset: isDocument ? "utf-8" : declared.charset
  }
})

const shotOf = ({ request }: Plan) => request.options.formats.find((format) => format.type === "screenshot")

/** The text is read after these steps, so that it matches the screenshot. */
const poseForPicture = Effect.fnUntraced(function*(visit: Visit, response: Remote<Response>) {
  const wanted = shotOf(visit.plan)
  if (wanted === undefined) return undefined
  const prepared = yield* visit.orFail(prepare(visit.slot.page, wanted))
  if (wanted.fullPage) yield* rest(visit, response)
  return prepared
})

const extrasOf = Effect.fnUntraced(function*(
  { left, orFail, plan, slot }: Visit,
  prepared: Prepared | undefined
) {
  const { needs } = plan.request
  const wanted = shotOf(plan)
  const warn = (warning: string) => void plan.warnings.push(warning)
  const shot = wanted === undefined
    ? undefined
    : yield* orFail(screenshot(slot.page, wanted, yield* left, warn, prepared))
  const computedStyles = needs?.computedStyles === true
    ? yield* orFail(ask(slot.page, (page) => page.evaluate(stylesScript) as Promise<Schema.Json>))
    : undefined
  return {
    ...(shot === undefined ? {} : { screenshot: shot }),
    ...(computedStyles === undefined ? {} : { computedStyles })
  }
})

export const saveProfile = Effect.fnUntraced(function*({ engine, orFail, plan, slot }: Visit) {
  if (plan.request.options.profile?.saveChanges !== true) return
  const state = yield* orFail(
    profileState(slot, parseCookies(plan.cookie, plan.url.origin), (warning) => void plan.warnings.push(warning))
  )
  if (state === undefined) return
  yield* Effect.catchIf(
    engine.profiles.save(plan.profileName, state),
    ({ kind }) => kind === "full",
    ({ message }) => Effect.sync(() => void plan.warnings.push(`The profile was not saved: ${message}.`))
  )
})

export const visit = Effect.fnUntraced(function*(
  engine: Engine,
  attempt: Attempt
): Effect.fn.Return<RawPage, Reason, Scope.Scope> {
  const plan = yield* makePlan(engine, attempt)
  const opened = yield* openPage(engine, plan)
  const response = yield* navigate(opened)
  yield* bringToRest(opened, response)
  const actions = yield* act(opened, response)
  const prepared = yield* poseForPicture(opened, response)
  const document = yield* readDocument(opened, response)
  // Interception does not see a navigation that a service worker answers.
  if (plan.isGuarded && opened.slot.hasServiceWorkers) yield* plan.navigation.check(document.url)
  warnOfRest(opened)
  if (document.missingFrames > 0) plan.warnings.push(missingFramesWarning(document.missingFrames))
  if (document.missingRoots > 0) plan.warnings.push(missingRootsWarning(document.missingRoots))
  const { charset, redirects, url, ...answer } = yield* answerOf(opened, response, document)
  if (answer.status === PARTIAL_STATUS) plan.warnings.push(partialWarning)
  const extras = yield* extrasOf(opened, prepared)
  yield* saveProfile(opened)
  return new RawPage({
    ...answer,
    sourceUrl: withoutUserInfo(plan.request.url),
    url: withoutUserInfo(url),
    ...(charset === undefined ? {} : { charset }),
    redirects,
    ...openedTargets(engine.guard, [...redirects.map((redirect) => redirect.url), url]),
    fetchedAt: yield* Clock.currentTimeMillis,
    engine: "browser",
    proxyUsed: plan.isEnhanced ? "stealth" : "basic",
    warnings: plan.warnings,
    ...(opened.last.busy === undefined ? {} : { isUnfinished: true }),
    ...extras,
    ...(actions === undefined ? {} : { actions })
  })
})
