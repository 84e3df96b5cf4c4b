/** Reads pictures in their language, or warns that the recogniser has no data for it. */
import * as Effect from "effect/Effect"
import type { OcrError, Picture, Recognizer, Word } from "../../Ocr.ts"
import { named } from "../pageNumbers.ts"
import * as Languages from "./languages.ts"

/** A picture with the words that a recogniser read in it. */
export interface Seen {
  readonly picture: Picture
  readonly words: ReadonlyArray<Word>
}

/** Number of languages of one script to try at once. Each takes as long as the first. */
const MAX_LANGUAGES_AT_ONCE = 3

/** Maximum loss of confidence for a reading in the page's own language. */
const CONFIDENCE_SLACK = 5

export interface Spoken {
  /** Languages for the next picture; `undefined` for the recogniser's default. */
  readonly usual: () => ReadonlyArray<string> | undefined
  /** Reads a picture again if its language differs from the language it was read in. */
  readonly again: (
    page: number,
    seen: Seen,
    see: (languages: ReadonlyArray<string>) => Effect.Effect<Seen, OcrError>
  ) => Effect.Effect<Seen, OcrError>
  /** The languages of pages that were read, as BCP 47 tags. */
  readonly languages: ReadonlyMap<number, string>
  /** Warnings that list the pages for which the recogniser has no data. */
  readonly warnings: () => ReadonlyArray<string>
}

const textOf = ({ words }: Seen): string => words.map(({ text }) => text).join(" ")

/** `tags` are languages named by the request or the document. */
export const make = (options: {
  readonly recognizer: Recognizer
  readonly tags: ReadonlyArray<string>
  readonly sureness: (seen: Seen) => number | undefined
  readonly isUnsure: (seen: Seen) => boolean
}): Spoken => {
  const { isUnsure, recognizer, sureness, tags } = options
  const installed = new Set(recognizer.languages ?? [])
  const wanted = tags.flatMap((tag) => Languages.ofTag(tag)?.data ?? []).filter((data) => installed.has(data))
  let usual: ReadonlyArray<string> | undefined = wanted.length > 0 ? [...new Set(wanted)] : undefined
  const missing = new Map<string, Array<number>>()
  const spoken = new Map<number, string>()

  const miss = (what: string, page: number): void => {
    const pages = missing.get(what)
    if (pages === undefined) missing.set(what, [page])
    else pages.push(page)
  }

  const isAsSure = (seen: Seen, before: Seen): boolean =>
    (sureness(seen) ?? 0) >= (sureness(before) ?? 0) - CONFIDENCE_SLACK

  /** Reads a page in a script that was not expected. */
  const inScript = Effect.fnUntraced(function*(
    page: number,
    seen: Seen,
    see: (languages: ReadonlyArray<string>) => Effect.Effect<Seen, OcrError>
  ) {
    const used = usual ?? recognizer.usual ?? []
    const script = yield* recognizer.scriptOf?.(seen.picture) ?? Effect.succeed(undefined)
    const candidates = script === undefined ? [] : Languages.inScript(script)
    if (candidates.length === 0 || candidates.some(({ data }) => used.includes(data))) return undefined
    const readable = candidates.filter(({ data }) => installed.has(data)).slice(0, MAX_LANGUAGES_AT_ONCE)
    if (readable.length === 0) {
      miss(`${script} letters (${candidates.slice(0, MAX_LANGUAGES_AT_ONCE).map(({ data }) => data).join(", ")})`, page)
      return undefined
    }
    const other = yield* see(readable.map(({ data }) => data))
    if (!isAsSure(other, seen)) return undefined
    usual = readable.map(({ data }) => data)
    return other
  })

  return {
    usual: () => usual,
    again: Effect.fnUntraced(function*(page, seen, see) {
      if (recognizer.languages === undefined) return seen
      const other = isUnsure(seen) ? yield* inScript(page, seen, see) : undefined
      const best = other ?? seen
      const language = Languages.languageOf(textOf(best))
      if (language === undefined) return best
      const used = usual ?? recognizer.usual ?? []
      if (used.includes(language.data)) {
        spoken.set(page, language.tag)
        return best
      }
      if (!installed.has(language.data)) {
        miss(`${language.name} (${language.data})`, page)
        return best
      }
      const inLanguage = yield* see([language.data])
      if (!isAsSure(inLanguage, best)) return best
      usual = [language.data]
      spoken.set(page, language.tag)
      return inLanguage
    }),
    languages: spoken,
    warnings: () =>
      [...missing].map(([what, pages]) =>
        `${named(pages)} ${pages.length === 1 ? "shows" : "show"} ${what}, for which ${recognizer.name} has no data: ` +
        "letters may be wrong."
      )
  }
}
