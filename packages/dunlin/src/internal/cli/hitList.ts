/** Shows the hits of a search as a list, which is updated while their pages are read. */
import type { SearchEvent } from "@dunlin/pipeline/SearchEvent"
import type { Document } from "@dunlin/schema/Document"
import { styleText } from "node:util"
import { clean } from "./output.ts"

type Stand =
  | { readonly kind: "waiting" | "reading" }
  | { readonly kind: "read"; readonly words: number }
  | { readonly kind: "failed"; readonly why: string }

interface Row {
  readonly url: string
  readonly title: string
  readonly isPage: boolean
}

const waiting: Stand = { kind: "waiting" }

/** A higher count is shown as "more than". */
const MAX_COUNTED_WORDS = 100_000

const wordsIn = ({ markdown, summary }: Document): number => {
  const words = /[\p{L}\p{N}]+/gu
  const text = markdown ?? summary ?? ""
  let count = 0
  while (count < MAX_COUNTED_WORDS && words.test(text)) count++
  return count
}

const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stderr })

const mark = (stand: Stand, isPage: boolean): string => {
  if (!isPage) return styled("green", "•")
  switch (stand.kind) {
    case "waiting":
      return styled("dim", "·")
    case "reading":
      return styled("yellow", "…")
    case "read":
      return styled("green", "✓")
    case "failed":
      return styled("red", "✗")
  }
}

const remark = (stand: Stand): string => {
  switch (stand.kind) {
    case "read":
      return stand.words === 0 ? "" : styled("dim", ` ${stand.words} words`)
    case "failed":
      return styled("red", ` ${clean(stand.why)}`)
    default:
      return ""
  }
}

const line = ({ isPage, title, url }: Row, stand: Stand): string => {
  const host = URL.parse(url)?.host ?? ""
  return `${mark(stand, isPage)} ${clean(title).replace(/\s+/g, " ")} ${styled("dim", clean(host))}${remark(stand)}`
}

export interface HitList {
  readonly take: (event: SearchEvent) => boolean
  readonly summary: () => string
  readonly lines: (most: number) => ReadonlyArray<string>
}

export const make = (): HitList => {
  let rows: ReadonlyArray<Row> = []
  let toScrape = 0
  let hits = 0
  const byHit = new Map<string, Stand>()
  const count = (kind: Stand["kind"]): number => {
    let found = 0
    for (const stand of byHit.values()) if (stand.kind === kind) found++
    return found
  }
  const begin = ({ hits: found, images, news, toScrape: pages, web }: Extract<SearchEvent, { _tag: "HitsFound" }>) => {
    hits = web + news + images
    toScrape = pages
    rows = [
      ...[...found.web ?? [], ...found.news ?? []].map(({ title, url }) => ({ title, url, isPage: true })),
      ...(found.images ?? []).map(({ title, url }) => ({ title, url, isPage: false }))
    ]
  }
  return {
    take: (event) => {
      switch (event._tag) {
        case "HitsFound":
          begin(event)
          return true
        case "PageStarted":
          byHit.set(event.url, { kind: "reading" })
          return true
        case "PageFinished":
          byHit.set(event.url, { kind: "read", words: wordsIn(event.document) })
          return true
        case "PageFailed":
          byHit.set(event.url, { kind: "failed", why: event.error })
          return true
        default:
          return false
      }
    },
    summary: () => {
      const failed = count("failed")
      const done = count("read") + failed
      if (toScrape === 0) return `${hits} results`
      if (done === 0) return `${hits} results, reading ${toScrape} pages`
      return `${done} of ${toScrape} pages${failed === 0 ? "" : `, ${failed} failed`}`
    },
    lines: (most) => {
      if (toScrape === 0) return []
      const shown = rows.length <= most ? rows : rows.slice(0, Math.max(0, most - 1))
      const all = shown.map((row) => line(row, byHit.get(row.url) ?? waiting))
      return shown.length === rows.length ? all : [...all, styled("dim", `and ${rows.length - shown.length} more`)]
    }
  }
}
