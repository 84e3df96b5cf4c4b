/**
 * Reads an empty page from the data that its framework embeds. The first rendered page of a kind shows which data is
 * visible, and a second one confirms it. Every twentieth page is rendered again.
 */
import { RawPage } from "@dunlin/schema/RawPage"
import * as Duration from "effect/Duration"
import { decode } from "../../Charset.ts"
import { hasWordsOf } from "../markdown/sameText.ts"
import { lowerCased, nextTag, without } from "../markup.ts"
import { compose, learn, type Lesson, widened } from "./lesson.ts"
import { statesOf } from "./states.ts"

const MAX_KINDS_WITH_DATA = 1_000
const DATA_LESSON_KEPT_FOR_MS = Duration.toMillis("1 day")
const MAX_MISMATCHES = 2
const PAGES_PER_DATA_COMPARISON = 20
const MIN_CHARACTERS_OF_CONTENT = 200

interface Kind {
  lesson: Lesson | undefined
  isConfirmed: boolean
  mismatches: number
  left: number
  readonly until: number
}

export interface StateFirst {
  readonly wants: (kind: string, now: number) => boolean
  readonly read: (kind: string, page: RawPage, now: number) => RawPage | undefined
  readonly compare: (kind: string, page: RawPage, rendered: RawPage, now: number) => void
}

const htmlOf = ({ body, charset }: RawPage): string => decode(body, charset).text

const headOf = (html: string): string => {
  const lower = lowerCased(html)
  const start = nextTag(lower, "head", 0)?.start ?? -1
  const end = start === -1 ? -1 : lower.indexOf("</head>", start)
  return end === -1 ? "" : `${html.slice(start, end)}</head>`
}

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
      const states = statesOf(html)
      const made = states === undefined ? undefined : compose(states, kind.lesson)
      // A text at an unknown position may be content that the pages of the lesson did not have.
      if (made === undefined || made.hasUnknown || made.html.length < MIN_CHARACTERS_OF_CONTENT) return undefined
      const body = `<!doctype html><html>${headOf(html)}<body><main>\n${made.html}\n</main></body></html>`
      return new RawPage({ ...page, charset: "utf-8", body: new TextEncoder().encode(body) })
    },
    compare: (name, page, rendered, now) => {
      const kind = find(name, now) ?? add(name, now)
      const isWhole = page.status === 200 && rendered.status === 200 && rendered.isUnfinished !== true
      if (!isWhole || kind.mismatches >= MAX_MISMATCHES) return
      kind.left = PAGES_PER_DATA_COMPARISON
      const states = statesOf(htmlOf(page))
      // A page whose data exceeds a limit is not evidence about other pages.
      if (states === undefined || states.length === 0) return
      const shown = without(htmlOf(rendered), "<script", "</script>")
      const isKnown = kind.lesson !== undefined
      const lesson = kind.lesson ?? learn(states, shown)
      const made = lesson === undefined ? undefined : compose(states, lesson)
      if (lesson === undefined || made === undefined) return
      if (hasWordsOf(made.html, shown)) {
        kind.lesson = widened(lesson, states)
        kind.isConfirmed = isKnown
        return
      }
      kind.lesson = undefined
      kind.isConfirmed = false
      kind.mismatches++
    }
  }
}
