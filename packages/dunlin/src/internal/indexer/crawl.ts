import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import type { Scraped } from "@dunlin/pipeline/ScrapeState"
import type { Document } from "@dunlin/schema/Document"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { IndexEvent } from "../../IndexEvent.ts"
import { InvalidTarget } from "../../InvalidTarget.ts"
import { readSitemap } from "./sitemap.ts"

interface Page {
  readonly url: string
  readonly document: Document
}

interface Waiting {
  readonly url: string
  readonly depth: number
}

/** Reads the start and then, breadth first, the pages it leads to; emits each page as soon as its group is read. */
export const crawl = (options: {
  readonly start: string
  readonly depth: number
  readonly maxPages: number
  readonly concurrency: number
  readonly read: (url: string) => Effect.Effect<Scraped, ScrapeError>
  readonly tell: (event: IndexEvent) => Effect.Effect<void>
}): Stream.Stream<Page, InvalidTarget> =>
  Stream.suspend(() => {
    const { concurrency, depth, maxPages, read, start, tell } = options
    const first = withoutFragment(start)
    const isInside = scope(first)
    const seen = new Set([first])
    let queue: Array<Waiting> = [{ url: first, depth: 0 }]
    let pages = 0

    const enqueue = (urls: ReadonlyArray<string>, from: Waiting) => {
      for (const link of urls) {
        const url = withoutFragment(link)
        if (seen.size >= maxPages * 4 || seen.has(url)) continue
        seen.add(url)
        queue.push({ url, depth: from.depth + 1 })
      }
    }

    const visit = Effect.fnUntraced(function*(waiting: Waiting) {
      const { url } = waiting
      const result = yield* Effect.result(read(url))
      if (Result.isFailure(result)) {
        if (url === first) return yield* new InvalidTarget({ target: url, why: result.failure.message })
        yield* tell({ _tag: "PageSkipped", url, why: result.failure.message, waiting: queue.length })
        return []
      }
      const { document } = result.success
      const status = document.metadata?.statusCode ?? 0
      if (status >= 400) {
        if (url === first) return yield* new InvalidTarget({ target: url, why: `it answered ${status}` })
        yield* tell({ _tag: "PageSkipped", url, why: `HTTP ${status}`, waiting: queue.length })
        return []
      }
      const listed = readSitemap(document.rawHtml ?? "")
      if (listed !== undefined) {
        enqueue(listed.filter((link) => isSameSite(first, link)), waiting)
        return []
      }
      if (waiting.depth < depth) enqueue((document.links ?? []).filter(isInside), waiting)
      const finalUrl = document.metadata?.url ?? url
      seen.add(withoutFragment(finalUrl))
      yield* tell({
        _tag: "PageIndexed",
        url: finalUrl,
        title: document.metadata?.title ?? finalUrl,
        waiting: queue.length
      })
      return [{ url: finalUrl, document }]
    })

    return Stream.paginate(undefined, () =>
      Effect.gen(function*() {
        const group = queue.slice(0, Math.max(0, Math.min(concurrency * 2, maxPages - pages)))
        queue = queue.slice(group.length)
        const found = (yield* Effect.forEach(group, visit, { concurrency })).flat()
        pages += found.length
        return [found, queue.length > 0 && pages < maxPages ? Option.some(undefined) : Option.none()] as const
      }))
  })

const withoutFragment = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  parsed.hash = ""
  return parsed.href
}

const isSameSite = (start: string, link: string): boolean => URL.parse(start)?.origin === URL.parse(link)?.origin

/** The same origin, and the folder the start is in. */
const scope = (start: string): (link: string) => boolean => {
  const { origin, pathname } = new URL(start)
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1)
  return (link) => {
    const url = URL.parse(link)
    return url !== null && url.origin === origin && url.pathname.startsWith(folder)
  }
}
