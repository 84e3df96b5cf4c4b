/** Decides between HTTP and a browser, by the content of the page and by earlier pages of its kind. */
import type { RawPage } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { EngineMemory } from "../../EngineMemory.ts"
import type { FetchError } from "../../FetchError.ts"
import type { Fetcher } from "../service.ts"
import { makeStateFirst } from "../state/stateFirst.ts"
import { isKnownAs, type Known, makeKinds } from "./kinds.ts"
import { withReason, withWarning } from "./marked.ts"
import { hasMore, type Need, needOf, OF_THE_PAGE } from "./needOfBrowser.ts"

export const makeEither = (
  http: Fetcher["Service"],
  browser: Fetcher["Service"],
  memory: EngineMemory["Service"],
  usesState: boolean
): Fetcher["Service"]["fetch"] => {
  const { decide, learn, recall, recognise } = makeKinds(memory)
  const states = usesState ? makeStateFirst() : undefined

  const render = Effect.fnUntraced(function*(
    page: RawPage,
    { reason }: Need,
    known: Known | undefined,
    rendering: Effect.Effect<RawPage, FetchError>
  ): Effect.fn.Return<RawPage> {
    const result = yield* Effect.result(rendering)
    const isDoubted = reason !== undefined && (!isKnownAs(known, "http") || OF_THE_PAGE.has(reason))
    if (result._tag === "Failure") {
      if (!isDoubted) return withReason(page, "sufficient")
      const { _tag } = result.failure.reason
      const warning =
        `The page's content is added by scripts, but the page could not be rendered in a browser (${_tag}).`
      return withReason(withWarning(page, warning), "browser-failed")
    }
    const rendered = result.success
    const isBetter = hasMore(rendered, page)
    if (known !== undefined && !OF_THE_PAGE.has(reason) && rendered.isUnfinished !== true) yield* learn(known, isBetter)
    if (reason !== undefined) return withReason(rendered, reason)
    if (known?.isTested !== true) return withReason(rendered, "learned")
    return withReason(isBetter ? rendered : page, "compared")
  })

  return Effect.fnUntraced(function*(request): Effect.fn.Return<RawPage, FetchError> {
    const start = yield* Clock.currentTimeMillis
    const deadline = start + Duration.toMillis(request.timeout)
    const by = (engine: Fetcher["Service"]) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => engine.fetch({ ...request, timeout: Duration.millis(Math.max(1, deadline - now)) })
      )
    const inBrowser = by(browser)
    const recognised = yield* recognise(request, start)
    const isDue = recognised?.isDue === true
    const ofData = request.needs?.markdown === true ? states : undefined
    const wantsData = recognised !== undefined && ofData?.wants(recognised.name, start) === true
    if (isKnownAs(recognised, "browser") && !isDue && !wantsData) {
      const rendered = yield* Effect.result(inBrowser)
      if (rendered._tag === "Success") return withReason(rendered.success, "learned")
    }
    const viaHttp = yield* Effect.result(by(http))
    if (viaHttp._tag === "Failure") {
      if (viaHttp.failure.retry !== "otherEngine") return yield* viaHttp.failure
      return yield* inBrowser.pipe(
        Effect.map((page) => withReason(page, "http-failed")),
        Effect.mapError((error) => error.reason._tag === "BrowserUnavailable" ? viaHttp.failure : error)
      )
    }
    const page = viaHttp.success
    const need = needOf(page, request.url, request.options.blockAds)
    if (recognised !== undefined && need.hasScripts) yield* recall(recognised)
    const isRenderedKind = isKnownAs(recognised, "browser")
    const canDiffer = need.reason !== undefined || (isDue || isRenderedKind) && need.canDiffer()
    const known = recognised === undefined ? undefined : yield* decide(recognised, canDiffer)
    const isTested = known?.isTested === true
    const isSkipped = need.reason === undefined || isKnownAs(known, "http") && !OF_THE_PAGE.has(need.reason)
    if (!canDiffer || !isTested && !isRenderedKind && isSkipped) {
      return withReason(page, need.reason === undefined ? "sufficient" : "learned")
    }
    const byData = known === undefined || isTested ? undefined : ofData?.read(known.name, page, start)
    if (byData !== undefined) return withReason(byData, "state")
    return yield* Effect.tap(render(page, need, known, inBrowser), (rendered) =>
      Effect.sync(() => {
        if (known !== undefined && rendered.engine === "browser") ofData?.compare(known.name, page, rendered, start)
      }))
  })
}
