/**
 * Finds the URLs of a page's media, as the page declares them.
 *
 * @since 0.1.0
 */
import type { Page } from "./Html.ts"
import * as Structured from "./internal/data/items.ts"
import * as Tags from "./internal/tape/tags.ts"
import { attr } from "./internal/tape/tape.ts"

const MAX_ADDRESSES_OF_MEDIA = 8

const ranks = ["declared", "shared", "played", "decoration"] as const

const metaNames = new Set([
  "og:video",
  "og:video:url",
  "og:video:secure_url",
  "og:audio",
  "og:audio:url",
  "og:audio:secure_url",
  "twitter:player:stream"
])

/**
 * Returns the URLs of sound and video that a page declares. Sources, best first: JSON-LD and microdata (`contentUrl`),
 * OpenGraph, `<video>` and `<audio>`, and last elements that play automatically without sound. Returns at most eight
 * unique http and https URLs. The URLs are not requested.
 *
 * @category getters
 * @since 0.1.0
 */
export const fromPage = (page: Page): ReadonlyArray<string> => {
  const { resolve, tape } = page
  const found: Record<typeof ranks[number], Array<string>> = { declared: [], shared: [], played: [], decoration: [] }
  const add = (rank: typeof ranks[number], address: string | undefined) => {
    const resolved = address === undefined || address.trim() === "" ? undefined : resolve(address.trim())
    if (resolved !== undefined && /^https?:/i.test(resolved)) found[rank].push(resolved)
  }
  for (const item of Structured.items(tape, resolve)) {
    if (!item.types.some((type) => /^(?:video|audio|media|music)/.test(type) && type.length < 40)) continue
    for (const address of Structured.addresses(item, "contenturl")) add("declared", address)
  }
  let until = 0
  let rank: typeof ranks[number] = "played"
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] === Tags.META) {
      const name = attr(tape, i, "property") ?? attr(tape, i, "name")
      if (name !== undefined && metaNames.has(name.toLowerCase())) add("shared", attr(tape, i, "content"))
      continue
    }
    const tag = tape.tag[i]
    if (tag === Tags.VIDEO || tag === Tags.AUDIO) {
      const isDecoration = attr(tape, i, "autoplay") !== undefined && attr(tape, i, "muted") !== undefined
      rank = isDecoration ? "decoration" : "played"
      until = tape.end[i]!
      add(rank, attr(tape, i, "src") ?? attr(tape, i, "data-src"))
    } else if (tag === Tags.SOURCE && i < until) add(rank, attr(tape, i, "src") ?? attr(tape, i, "data-src"))
  }
  return [...new Set(ranks.flatMap((each) => found[each]))].slice(0, MAX_ADDRESSES_OF_MEDIA)
}
