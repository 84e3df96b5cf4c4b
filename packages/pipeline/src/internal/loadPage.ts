import type { CacheError } from "@dunlin/cache/CacheError"
import * as CachePlan from "@dunlin/cache/CachePlan"
import { PageCache } from "@dunlin/cache/PageCache"
import { Fetcher } from "@dunlin/fetcher/Fetcher"
import { ConnectError, DnsError, FetchError, NavigationRefused } from "@dunlin/fetcher/FetchError"
import { NavigationGuard, type NavigationGuardShape } from "@dunlin/fetcher/NavigationGuard"
import { largeBytes, PageMemory } from "@dunlin/fetcher/PageMemory"
import { ProfileNamespace } from "@dunlin/fetcher/Profiles"
import * as Format from "@dunlin/schema/Format"
import { RawPage } from "@dunlin/schema/RawPage"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as crypto from "node:crypto"
import * as Deadline from "../Deadline.ts"
import * as Retention from "../Retention.ts"
import * as ScrapeError from "../ScrapeError.ts"
import type { CheckHop, Guarded, Input, Loaded } from "../ScrapeState.ts"

/** With `minAge` or `lockdown`, the page comes from the cache or not at all. */
export const loadPage = Effect.fnUntraced(
  function*(state: Input & Guarded): Effect.fn.Return<Loaded, ScrapeError.ScrapeError, PageCache | Fetcher> {
    const { given } = state
    if (given !== undefined) {
      if (given.body.byteLength > largeBytes) yield* (yield* PageMemory).take
      return { page: given, cacheState: "miss", cachedAt: undefined }
    }
    const cache = yield* PageCache
    const guard = yield* NavigationGuard
    const plan = CachePlan.make({
      url: state.url,
      options: comparesVersions(state.options) ? { ...state.options, maxAge: 0 } : state.options,
      team: isPrivate(state.options) ? state.caller.team : undefined,
      forget: !Retention.keeps(state.retention),
      sharing: sharingOf(state)
    })
    const load = (plan: CachePlan.CachePlan) =>
      cache.getOrFetch(plan, fetchPage(state), failures).pipe(
        Effect.catchTags({
          FetchError: (error) => Effect.fail(ScrapeError.make(new ScrapeError.FetchFailed({ error }))),
          CacheError: (error) => Effect.fail(ScrapeError.make(fromCache(error, state.options)))
        })
      )
    const cached = yield* load(plan)
    const isLacking = cached.page.markdownSource !== undefined && !readsTextAlone(state.options)
    if (isLacking && plan.policy.cacheOnly === true) {
      return yield* ScrapeError.make(missOf(state.options))
    }
    // The page was cached as Markdown, but this request needs more.
    const served = isLacking ? yield* load({ ...plan, policy: { ...plan.policy, maxAge: 0 } }) : cached
    // A request that shared another fetch, or used the cache, has no memory slot yet.
    if (served.page.body.byteLength > largeBytes) yield* (yield* PageMemory).take
    yield* recheck(served.page)
    yield* checkRedirects(served.page, state.checkHop, guard)
    return {
      page: served.isUnkept === true ? withWarning(served.page, cacheLost) : served.page,
      cacheState: served.cacheState,
      cachedAt: served.cacheState === "hit" ? served.cachedAt : undefined
    }
  }
)

const cacheLost = "The page cache is unavailable: this page was fetched again, and may not be cached."

const withWarning = (page: RawPage, warning: string): RawPage =>
  new RawPage({ ...page, warnings: [...page.warnings, warning] })

const comparesVersions = ({ formats, lockdown, minAge }: ScrapeOptions): boolean =>
  Format.has(formats, "changeTracking") && !lockdown && minAge === undefined

/** The current settings may block the target of a cached page. */
const recheck = Effect.fnUntraced(function*(page: RawPage) {
  const fetcher = yield* Fetcher
  yield* Effect.mapError(fetcher.recheck(page), (error) => ScrapeError.make(new ScrapeError.FetchFailed({ error })))
})

// Teams share no fetch: another team's requests could delay it, and another policy may block a redirect that it
// follows.
const sharingOf = ({ caller, options }: Input): string =>
  crypto.hash(
    "sha256",
    JSON.stringify([
      caller.team,
      caller.features.threatProtection.policy,
      options.threatProtection ?? null,
      readsTextAlone(options)
    ])
  )

/** Another policy may have allowed the redirects of a cached or shared page. */
const checkRedirects = Effect.fnUntraced(function*(page: RawPage, checkHop: CheckHop, guard: NavigationGuardShape) {
  for (const url of new Set([...page.redirects.map((redirect) => redirect.url), page.url])) {
    const decision = yield* checkHop(url)
    if (!decision.allowed) {
      return yield* ScrapeError.make(new ScrapeError.ThreatBlocked({ rule: decision.reason }))
    }
    yield* Effect.mapError(
      guard.check(url),
      (reason) => ScrapeError.make(new ScrapeError.FetchFailed({ error: new FetchError({ reason }) }))
    )
  }
})

// Whether the page may contain data of the team. Such a page is cached separately, or not at all.
const isPrivate = (options: ScrapeOptions): boolean =>
  Object.keys(options.headers).length > 0 || options.profile !== undefined || options.actions.length > 0

const missOf = ({ lockdown }: ScrapeOptions): ScrapeError.Reason =>
  lockdown ? new ScrapeError.LockdownCacheMiss() : new ScrapeError.NoCachedData()

const TEXT_FORMATS: ReadonlySet<string> = new Set(["markdown", "summary", "question", "highlights", "query"])

/** A page that was cached as Markdown has no elements to select. */
const readsTextAlone = ({ excludeTags, formats, includeTags, onlyMainContent }: ScrapeOptions): boolean =>
  onlyMainContent && includeTags.length === 0 && excludeTags.length === 0 &&
  formats.every(({ type }) => TEXT_FORMATS.has(type))

const fromCache = (error: CacheError, options: ScrapeOptions): ScrapeError.Reason =>
  error.reason._tag === "NotCached"
    ? missOf(options)
    : new ScrapeError.CacheFailed({ cause: error })

const fetchPage = Effect.fnUntraced(
  function*(state: Input & Guarded) {
    const fetcher = yield* Fetcher
    const left = yield* Deadline.remaining
    const callers = yield* NavigationGuard
    const policy = refuseHop(state.checkHop)
    return yield* fetcher.fetch({
      url: state.url,
      options: state.options,
      timeout: Math.max(1, Math.min(left, state.options.timeout)),
      needs: {
        computedStyles: Format.has(state.options.formats, "branding"),
        markdown: readsTextAlone(state.options)
      }
    }).pipe(
      // The caller may have another guard, for example the scope of a crawl. Both must allow a URL.
      Effect.provideService(NavigationGuard, { check: (url) => Effect.andThen(callers.check(url), policy(url)) })
    )
  },
  // Profiles of two teams with the same name are different profiles.
  (effect, state) => Effect.provideService(effect, ProfileNamespace, state.caller.team)
)

export const refuseHop = (checkHop: CheckHop) => (url: string) =>
  Effect.flatMap(checkHop(url), (decision) =>
    decision.allowed
      ? Effect.void
      : Effect.fail(new NavigationRefused({ detail: `threat protection policy (${decision.reason})` })))

// Caches failures that are likely to repeat within a minute. Only their kind is stored.
const failures = {
  encode: ({ reason }: FetchError) =>
    reason._tag === "ConnectError" || (reason._tag === "DnsError" && !reason.temporary)
      ? Option.some(reason._tag)
      : Option.none(),
  decode: (json: Schema.Json) =>
    json === "ConnectError"
      ? Option.some(new FetchError({ reason: new ConnectError({}) }))
      : json === "DnsError"
      ? Option.some(new FetchError({ reason: new DnsError({ temporary: false }) }))
      : Option.none()
}
