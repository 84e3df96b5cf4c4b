/**
 * Reads a page from the data that its framework embeds, if the document is empty and scripts would fill it.
 *
 * The first rendered page of a kind shows which data is visible, and a second one confirms it. Every twentieth page
 * is rendered again.
 */
import { RawPage } from "@dunlin/schema/RawPage"
import * as Duration from "effect/Duration"
import { decode } from "../../Charset.ts"
import { hasWordsOf } from "../markdown/sameText.ts"
import { compose, learn, type Lesson } from "./lesson.ts"
import { statesOf } from "./states.ts"

/** Maximum kinds of URLs that are remembered, and for how long. */
const MAX_KINDS_WITH_DATA = 1_000
const DATA_LESSON_KEPT_FOR_MS = Duration.toMillis("1 day")
/** Mismatches of data and rendering after which pages of a kind are always rendered. */
const MAX_MISMATCHES = 2
/** Pages between two comparisons. */
const PAGES_PER_DATA_COMPARISON = 20
/** Minimum characters of content built from data. */
const LEAST_CHARACTERS_OF_CONTENT = 200

/** The lesson of one kind of page, and its state. */
interface Kind {
  lesson: Lesson | undefined
  isConfirmed: boolean
  mismatches: number
  /** Pages until the next comparison. */
  left: number
  readonly until: number
}

export interface StateFirst {
  /** Whether the HTTP response of a page of this kind is useful: to read its data, or to confirm the lesson. */
  readonly wants: (kind: string, now: number) => boolean
  /** The page built from its data; absent until the data is confirmed as its content. */
  readonly read: (kind: string, page: RawPage, now: number) => RawPage | undefined
  /** Compares the data of a page with its rendering in a browser. */
  readonly compare: (kind: string, page: RawPage, rendered: RawPage, now: number) => void
}

const htmlOf = ({ body, charset }: RawPage): string => decode(body, charset).text

const SCRIPTS = /<script\b[^]*?<\/script>/gi
const HEAD = /<head\b[^]*?<\/head>/i

export const makeStateFirst = (): StateFirst => {
  const kinds = new Map<string, Kind>()

  const find = (name: string, now: number): Kind | undefined => {
    const kind = kinds.get(name)
    return kind !== undefined && kind.until > now ? kind : undefined
  }

  const add = (name: string, now: number): Kind => {
    if (kinds.size >= MAX_KINDS_WITH_DATA) kinds.delete(kinds.keys().next().value!)
    const until = now + DATA_LESSON_KEPT_FOR_MS
    const made: Kind = { lesson: undefined, isConfirmed: false, mismatches: 0, left: PAGES_PER_DATA_COMPARISON, until }
    kinds.delete(name)
    kinds.set(name, made)
    return made
  }

  return {
    wants: (name, now) => find(name, now)?.lesson !== undefined,
    read: (name, page, now) => {
      const kind = find(name, now)
      if (kind?.lesson === undefined || !kind.isConfirmed || page.status !== 200 || --kind.left <= 0) return undefined
      const html = htmlOf(page)
      const content = compose(statesOf(html), kind.lesson)
      if (content.length < LEAST_CHARACTERS_OF_CONTENT) return undefined
      const body = `<!doctype html><html>${HEAD.exec(html)?.[0] ?? ""}<body><main>\n${content}\n</main></body></html>`
      return new RawPage({ ...page, charset: "utf-8", body: new TextEncoder().encode(body) })
    },
    compare: (name, page, rendered, now) => {
      const kind = find(name, now) ?? add(name, now)
      const isWhole = page.status === 200 && rendered.status === 200 && rendered.isUnfinished !== true
      if (!isWhole || kind.mismatches >= MAX_MISMATCHES) return
      kind.left = PAGES_PER_DATA_COMPARISON
      const states = statesOf(htmlOf(page))
      if (states.length === 0) return
      const shown = htmlOf(rendered).replace(SCRIPTS, "")
      const isKnown = kind.lesson !== undefined
      const lesson = kind.lesson ?? learn(states, shown)
      if (hasWordsOf(compose(states, lesson), shown)) {
        kind.lesson = lesson
        kind.isConfirmed = isKnown
        return
      }
      kind.lesson = undefined
      kind.isConfirmed = false
      kind.mismatches++
    }
  }
}
