import type { SearchEvent } from "@dunlin/pipeline/SearchEvent"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { IndexEvent } from "../../IndexEvent.ts"
import { clean } from "./output.ts"

/** One line on stderr that is rewritten on a terminal; elsewhere a line now and then, and the failures. */
export interface Progress {
  readonly update: (text: string) => void
  readonly note: (text: string) => void
}

/** Milliseconds between two lines of progress where there is no terminal: a log of an hour has a few hundred. */
const pause = 10_000

/**
 * Shows progress while an effect runs, and clears its line afterwards, however the effect ends. `kept` is what is said to
 * whoever stops it.
 */
export const withProgress = <A, E, R>(
  use: (progress: Progress) => Effect.Effect<A, E, R>,
  kept?: () => string
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const { stderr } = process
    const clear = () => stderr.isTTY ? "\r\u001b[2K" : ""
    let last = clock.currentTimeMillisUnsafe()
    const progress: Progress = {
      update: (text) => {
        if (stderr.isTTY) return void stderr.write(clear() + text.slice(0, Math.max(20, stderr.columns - 1)))
        const now = clock.currentTimeMillisUnsafe()
        if (now - last < pause) return
        last = now
        stderr.write(`${text}\n`)
      },
      note: (text) => {
        stderr.write(`${clear()}${text}\n`)
      }
    }
    return use(progress).pipe(
      Effect.onInterrupt(() => Effect.sync(() => kept === undefined ? undefined : progress.note(kept()))),
      Effect.ensuring(Effect.sync(() => void stderr.write(clear())))
    )
  })

/** What a person wants to know while a search runs. */
export const describeSearch = (): (event: SearchEvent) => string | undefined => {
  let total = 0
  let done = 0
  let failed = 0
  return (event) => {
    switch (event._tag) {
      case "HitsFound":
        total = event.toScrape
        return `${event.web + event.news + event.images} results` + (total === 0 ? "" : `, scraping ${total} pages`)
      case "PageFinished":
        done++
        return `${done + failed} of ${total} pages`
      case "PageFailed":
        failed++
        return `${done + failed} of ${total} pages, ${failed} failed`
      default:
        return undefined
    }
  }
}

/** How many pages are named before they are only counted. */
const mostNotes = 50

/** What a person wants to know while an index grows. */
export const describeIndex = (progress: Progress): (event: IndexEvent) => void => {
  let read = 0
  let notes = 0
  const note = (text: string) => {
    notes++
    if (notes <= mostNotes) progress.note(text)
    if (notes === mostNotes) progress.note("further pages that are skipped are counted only; --json lists them")
  }
  return (event) => {
    switch (event._tag) {
      case "PageIndexed":
        return progress.update(`${++read} pages, ${event.waiting} waiting: ${clean(event.title)}`)
      case "PageSkipped":
        return note(`skipped ${event.url}: ${event.why}`)
      case "PageRemoved":
        return note(`removed ${event.url}: ${event.why}`)
      case "SitemapRead":
        return progress.update(`${event.pages} pages and ${event.sitemaps} sitemaps in ${event.url}`)
    }
  }
}
