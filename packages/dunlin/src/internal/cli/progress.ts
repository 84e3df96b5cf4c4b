import type { SearchEvent } from "@dunlin/pipeline/SearchEvent"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { IndexEvent } from "../../IndexEvent.ts"
import * as HitList from "./hitList.ts"
import { clean } from "./output.ts"

export interface Progress {
  /** `list` is drawn above the text on a terminal. It receives the number of available lines. */
  readonly update: (text: string, list?: (most: number) => ReadonlyArray<string>) => void
  readonly note: (text: string) => void
}

/** Without a terminal, a run of one hour prints a few hundred lines. */
const MILLIS_BETWEEN_PROGRESS_LINES = 10_000

const DEFAULT_TERMINAL_ROWS = 24

/** Control sequences: move up, clear the line, disable and enable wrapping. */
const [up, clearLine, cut, wrap] = ["\u001b[1A", "\r\u001b[2K", "\u001b[?7l", "\u001b[?7h"]

const canvas = (stderr: NodeJS.WriteStream) => {
  let drawn = 0
  const clear = () => {
    const sequence = clearLine + `${up}${clearLine}`.repeat(Math.max(0, drawn - 1))
    drawn = 0
    return sequence
  }
  return {
    clear,
    draw: (lines: ReadonlyArray<string>) => {
      stderr.write(clear() + cut + lines.join("\n") + wrap)
      drawn = lines.length
    },
    // Reserves a line for the progress text and one for the next printed line.
    room: () => Math.max(0, (stderr.rows ?? DEFAULT_TERMINAL_ROWS) - 2)
  }
}

export const withProgress = <A, E, R>(
  use: (progress: Progress) => Effect.Effect<A, E, R>,
  kept?: () => string
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const { stderr } = process
    const { clear, draw, room } = canvas(stderr)
    const cleared = () => stderr.isTTY ? clear() : ""
    let last = clock.currentTimeMillisUnsafe()
    const progress: Progress = {
      update: (text, list) => {
        if (stderr.isTTY) return draw([...list?.(room()) ?? [], text])
        const now = clock.currentTimeMillisUnsafe()
        if (now - last < MILLIS_BETWEEN_PROGRESS_LINES) return
        last = now
        stderr.write(`${text}\n`)
      },
      note: (text) => {
        stderr.write(`${cleared()}${text}\n`)
      }
    }
    return use(progress).pipe(
      Effect.onInterrupt(() => Effect.sync(() => kept === undefined ? undefined : progress.note(kept()))),
      Effect.ensuring(Effect.sync(() => void stderr.write(cleared())))
    )
  })

export const drawSearch = (progress: Progress): (event: SearchEvent) => void => {
  const list = HitList.make()
  return (event) => {
    if (list.take(event)) progress.update(list.summary(), list.lines)
  }
}

/** Further pages are counted. */
const MAX_NAMED_PAGES = 50

export const describeIndex = (progress: Progress): (event: IndexEvent) => void => {
  let read = 0
  let notes = 0
  const note = (text: string) => {
    notes++
    if (notes <= MAX_NAMED_PAGES) progress.note(text)
    if (notes === MAX_NAMED_PAGES) progress.note("further skipped pages are only counted; --json lists them")
  }
  return (event) => {
    switch (event._tag) {
      case "PageIndexed":
        return progress.update(`${++read} pages, ${event.waiting} waiting: ${clean(event.title)}`)
      case "PageSkipped":
        return note(`skipped ${event.url}: ${event.why}`)
      case "PageRemoved":
        return note(`removed ${event.url}: ${event.why}`)
      case "Paused":
        return progress.update(`${read} pages, ${event.waiting} waiting: ${clean(event.why)}`)
      case "SitemapRead":
        return progress.update(`${event.pages} pages and ${event.sitemaps} sitemaps in ${event.url}`)
    }
  }
}
