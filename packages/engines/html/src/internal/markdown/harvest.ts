/**
 * Lists the URLs of a page's links and images: absolute, unique, in document order.
 *
 * @since 0.1.0
 */
import { owned } from "../tape/owned.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import { imageAddress, isDelayed, type Resolve } from "../tape/urls.ts"
import { isPixel } from "./images.ts"

const MAX_HARVESTED = 20_000

export const links = (
  tape: Tape,
  resolve: Resolve,
  url: string | undefined,
  keep?: Uint8Array
): ReadonlyArray<string> => {
  const out = new Set<string>()
  for (let i = 0; i < tape.n && out.size < MAX_HARVESTED; i++) {
    const tag = tape.tag[i]!
    if (tag === Tags.TEMPLATE || keep !== undefined && keep[i] === 0) continue
    const name = Tags.tagNames[tag]
    if (tag !== Tags.A && tag !== Tags.UNKNOWN && name !== "area" && name !== "frame") continue
    // A frameset has no text and no other links: its frames are the pages.
    const href = attr(tape, i, name === "frame" ? "src" : "href")?.trim()
    if (href === undefined || href === "" || href.startsWith("#")) continue
    const address = resolve(href)
    if (address === undefined || /^(?:data|file):/i.test(address)) continue
    if (url !== undefined && address.startsWith(`${url}#`)) continue
    out.add(owned(address))
  }
  return [...out]
}

/** Returns the images of a page, from `img`, `picture`, `video[poster]` and OpenGraph. */
export const images = (tape: Tape, resolve: Resolve, keep?: Uint8Array): ReadonlyArray<string> => {
  const out = new Set<string>()
  const add = (address: string | undefined) => {
    const absolute = resolve(address)
    if (absolute !== undefined && /^https?:/i.test(absolute)) out.add(owned(absolute))
  }
  for (let i = 0; i < tape.n && out.size < MAX_HARVESTED; i++) {
    const tag = tape.tag[i]!
    if (keep !== undefined && keep[i] === 0) continue
    if (tag === Tags.IMG) {
      if (!isPixel(tape, i)) add(imageAddress(tape, i))
    } else if (tape.end[i] === i + 1 && isDelayed(tape, i)) add(attr(tape, i, "data-src"))
    else if (tag === Tags.VIDEO) add(attr(tape, i, "poster"))
    else if (tag === Tags.META && keep === undefined) {
      const name = attr(tape, i, "property") ?? attr(tape, i, "name")
      if (name === "og:image" || name === "twitter:image" || name === "og:image:url") add(attr(tape, i, "content"))
    }
  }
  return [...out]
}
