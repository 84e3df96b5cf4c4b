/** Follows a site that moves to another host while it is crawled. */
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { NewPage, OmittedPage } from "../Job.ts"
import type { Page } from "./crawling.ts"
import * as Scope from "./scope.ts"

/** Per running crawl: the redirect target of the start, by the other site. */
const places = new WeakMap<CrawlRequest, Map<string, Effect.Effect<string | undefined>>>()

const placeOf = Effect.fnUntraced(function*({ spec: { request }, visits }: Page, site: string) {
  const ofRequest = places.get(request) ?? new Map<string, Effect.Effect<string | undefined>>()
  places.set(request, ofRequest)
  const known = ofRequest.get(site) ?? (yield* Effect.cached(visits.placeOf(request.url)))
  ofRequest.set(site, known)
  return yield* known
})

/**
 * Returns the target of a page's redirect to another site, if the start redirects to that site too. The path must not
 * change, so that ordinary links to other sites do not request the start again.
 */
export const pageAt = Effect.fnUntraced(function*(
  page: Page,
  target: string
): Effect.fn.Return<
  { readonly discovered: ReadonlyArray<NewPage>; readonly omitted: ReadonlyArray<OmittedPage> } | undefined
> {
  const { base, claim, place, spec: { request } } = page
  const [from, to] = [new URL(claim.url), new URL(target)]
  const site = Scope.siteOf(target)
  if (base !== undefined || site === Scope.siteOf(claim.url)) return undefined
  if (from.pathname + from.search !== to.pathname + to.search) return undefined
  const moved = yield* placeOf(page, site)
  if (moved === undefined || Scope.siteOf(moved) !== site) return undefined
  const scope = yield* Scope.of(request, moved)
  if (!scope.isInside(target)) return undefined
  const payload = { ...place as unknown as { readonly [key: string]: Schema.Json }, base: moved }
  return {
    discovered: [{ key: scope.keyOf(target), url: target, rank: place.depth, payload }],
    omitted: [{ key: `moved to ${moved}`, url: moved, reason: "moved" }]
  }
})
