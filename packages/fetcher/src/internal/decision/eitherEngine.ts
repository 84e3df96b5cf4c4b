/** Decides between HTTP and a browser, by the content of the page and by earlier pages of its kind. */
import type { RawPage } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Engine, EngineMemory } from "../../EngineMemory.ts"
import type { FetchError } from "../../FetchError.ts"
import type { Fetcher, FetchRequest } from "../service.ts"
import { makeStateFirst } from "../state/stateFirst.ts"
import { kindOf } from "./kindOf.ts"
import { withReason, withWarning } from "./marked.ts"
import { hasMore, type Need, needOf, OF_THE_PAGE } from "./needOfBrowser.ts"

/** Number of the first page of a kind of URL that is fetched both ways. */
const FIRST_COMPARED = 10
/** Minimum distance to the next page of the kind that is fetched both ways. */
const MIN_PAGES_PER_COMPARISON = 50
/** A browser takes longer for one page than HTTP for ten, so comparisons become rarer while both agree. */
const MAX_PAGES_PER_COMPARISON = 800
/** Maximum kinds of URLs whose pages are counted. */
const MAX_COUNTED_KINDS = 5_000
/** Consecutive useless renderings after which pages of a kind are no longer rendered. */
const VAIN_RENDERINGS = 3

/** Milliseconds for which this process caches what the memory returned for a kind, including no result. */
const RECALLED_FOR_MS = 600_000

/** A kind of URL in this process: its page count, its useless renderings, and the engine that its pages need. */
interface Kind {
  pages: number
  /** Number of the next page that is fetched both ways, and the distance to the following one. */
  compared: number
  distance: number
  vain: number
  known: Engine | undefined
  /** Epoch milliseconds until which `known` is valid. */
  until: number
}

const makeKinds = () => {
  const kinds = new Map<string, Kind>()
  return (name: string): Kind => {
    const known = kinds.get(name)
    if (known !== undefined) return known
    if (kinds.size >= MAX_COUNTED_KINDS) kinds.delete(kinds.keys().next().value!)
    const made: Kind = {
      pages: 0,
      compared: FIRST_COMPARED,
      distance: MIN_PAGES_PER_COMPARISON,
      vain: 0,
      known: undefined,
      until: 0
    }
    kinds.set(name, made)
    return made
  }
}

/** Counts a page of a kind, and returns whether to fetch it both ways. */
const count = (kind: Kind): boolean => {
  if (++kind.pages < kind.compared) return false
  kind.compared = kind.pages + kind.distance
  return true
}

/** Sets the distance to the next comparison: doubled if the result is the same again. */
const space = (kind: Kind, lesson: Engine): void => {
  kind.distance = lesson === kind.known
    ? Math.min(kind.distance * 2, MAX_PAGES_PER_COMPARISON)
    : MIN_PAGES_PER_COMPARISON
  kind.compared = kind.pages + kind.distance
}

/** The known kind of a request's URL, with its results. */
interface Known {
  readonly name: string
  readonly kind: Kind
  /** Whether this page is fetched both ways. */
  readonly isTested: boolean
  readonly now: number
}

const isKnownAs = (known: Known | undefined, engine: Engine): boolean =>
  known !== undefined && known.kind.known === engine && known.kind.until > known.now

export const makeEither = (
  http: Fetcher["Service"],
  browser: Fetcher["Service"],
  memory: EngineMemory["Service"],
  usesState: boolean
): Fetcher["Service"]["fetch"] => {
  const kinds = makeKinds()
  const states = usesState ? makeStateFirst() : undefined

  const recognise = (request: FetchRequest, now: number): Known | undefined => {
    const url = URL.parse(request.url)
    // a page made for one caller's headers says nothing about others
    if (url === null || Object.keys(request.options.headers).length > 0) return undefined
    const name = kindOf(url)
    const kind = kinds(name)
    return { name, kind, isTested: count(kind), now }
  }

  /** Reads the shared memory, unless this process did so recently. */
  const recall = Effect.fnUntraced(function*({ kind, name, now }: Known) {
    if (kind.until > now) return
    kind.known = yield* memory.recall(name)
    kind.until = now + RECALLED_FOR_MS
  })

  const learn = Effect.fnUntraced(function*({ isTested, kind, name, now }: Known, isBetter: boolean) {
    kind.vain = isBetter ? 0 : kind.vain + 1
    const lesson = isBetter ? "browser" : isTested || kind.vain >= VAIN_RENDERINGS ? "http" : undefined
    if (lesson === undefined || (lesson === kind.known && !isTested)) return
    if (isTested) space(kind, lesson)
    kind.known = lesson
    kind.until = now + RECALLED_FOR_MS
    yield* memory.learn(name, lesson)
  })

  /** Fetches the page in a browser too, and returns the better result. */
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
    const known = recognise(request, start)
    const isTested = known?.isTested === true
    const ofData = request.needs?.markdown === true ? states : undefined
    const wantsData = known !== undefined && ofData?.wants(known.name, start) === true
    if (isKnownAs(known, "browser") && !isTested && !wantsData) {
      const rendered = yield* Effect.result(inBrowser)
      if (rendered._tag === "Success") return withReason(rendered.success, "learned")
    }
    const viaHttp = yield* Effect.result(by(http))
    if (viaHttp._tag === "Failure") {
      if (viaHttp.failure.retry !== "otherEngine") return yield* viaHttp.failure
      return yield* inBrowser.pipe(
        Effect.map((page) => withReason(page, "http-failed")),
        // without a browser, the HTTP failure is more informative
        Effect.mapError((error) => error.reason._tag === "BrowserUnavailable" ? viaHttp.failure : error)
      )
    }
    const page = viaHttp.success
    const need = needOf(page, request.url)
    if (!need.hasScripts) return withReason(page, "sufficient")
    if (known !== undefined) yield* recall(known)
    const isSkipped = isKnownAs(known, "http") && !OF_THE_PAGE.has(need.reason)
    if (!isTested && !isKnownAs(known, "browser") && (need.reason === undefined || isSkipped)) {
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
