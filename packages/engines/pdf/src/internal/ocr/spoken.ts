import * as Effect from "effect/Effect"
import type { OcrError, Picture, Recognizer, Word } from "../../Ocr.ts"
import { named as namedPages } from "../pageNumbers.ts"
import * as Languages from "./languages.ts"

export interface Seen {
  readonly picture: Picture
  readonly words: ReadonlyArray<Word>
  readonly languages: ReadonlyArray<string> | undefined
}

/** Maximum number of languages for one reading, because each language adds the time of a full reading. */
const MAX_LANGUAGES_AT_ONCE = 3

const CONFIDENCE_SLACK = 5

/**
 * Confidence in percent below which the script is detected. English data read Greek with 68 %, and names and numbers
 * with more than 85 %.
 */
const MIN_CONFIDENCE_WITHOUT_LANGUAGE = 85

export interface Spoken {
  readonly usual: () => ReadonlyArray<string> | undefined
  readonly again: (
    page: number,
    seen: Seen,
    see: (languages: ReadonlyArray<string>) => Effect.Effect<Seen, OcrError>
  ) => Effect.Effect<Seen, OcrError>
  readonly languages: ReadonlyMap<number, string>
  readonly warnings: () => ReadonlyArray<string>
}

const textOf = ({ words }: Seen): string => words.map(({ text }) => text).join(" ")

type Certainty = "is" | "may be"

interface Missing {
  readonly what: string
  readonly data: ReadonlyArray<string>
  readonly pages: Array<number>
}

/** Makes the choice of languages. `tags` are the languages that the request or the document names. */
export const make = (options: {
  readonly recognizer: Recognizer
  readonly tags: ReadonlyArray<string>
  readonly sureness: (seen: Seen) => number | undefined
  readonly isUnsure: (seen: Seen) => boolean
}): Spoken => {
  const { isUnsure, recognizer, sureness, tags } = options
  const installed = new Set(recognizer.languages ?? [])
  const named = tags.flatMap((tag) => Languages.ofTag(tag) ?? [])
  const wanted = named.map(({ data }) => data).filter((data) => installed.has(data))
  const absent = named.filter(({ data }) => !installed.has(data))
  let usual: ReadonlyArray<string> | undefined = wanted.length > 0 ? [...new Set(wanted)] : undefined
  const missing = new Map<string, Missing>()
  const byPage = new Map<number, string>()

  const miss = (what: string, data: ReadonlyArray<string>, page: number): void => {
    const known = missing.get(what)
    if (known === undefined) missing.set(what, { what, data, pages: [page] })
    else if (!known.pages.includes(page)) known.pages.push(page)
  }
  const missLanguage = (certainty: Certainty, { data, name }: Languages.Language, page: number): void =>
    miss(`${certainty} in ${name}`, [data], page)

  const usedFor = ({ languages }: Seen): ReadonlyArray<string> => languages ?? recognizer.usual ?? []

  const isAsSure = (seen: Seen, before: Seen): boolean =>
    (sureness(seen) ?? 0) >= (sureness(before) ?? 0) - CONFIDENCE_SLACK

  /**
   * Returns whether words belong to no language. Greek that is read with English data gives words such as "otic mpwt
   * kal".
   */
  const isForeign = (seen: Seen): boolean =>
    (sureness(seen) ?? 100) < MIN_CONFIDENCE_WITHOUT_LANGUAGE && Languages.languageOf(textOf(seen)) === undefined

  const inScript = Effect.fnUntraced(function*(
    page: number,
    seen: Seen,
    see: (languages: ReadonlyArray<string>) => Effect.Effect<Seen, OcrError>
  ) {
    const used = usedFor(seen)
    const script = yield* recognizer.scriptOf?.(seen.picture) ?? Effect.succeed(undefined)
    const candidates = script === undefined ? [] : Languages.inScript(script)
    if (candidates.length === 0 || candidates.some(({ data }) => used.includes(data))) return undefined
    const readable = candidates.filter(({ data }) => installed.has(data)).slice(0, MAX_LANGUAGES_AT_ONCE)
    if (readable.length === 0) {
      const data = candidates.slice(0, MAX_LANGUAGES_AT_ONCE).map((language) => language.data)
      miss(`is in ${script} letters`, data, page)
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
      // The page may have been read in another rotation before, so its warnings are removed.
      for (const [what, { pages }] of missing) {
        if (pages.includes(page)) pages.splice(pages.indexOf(page), 1)
        if (pages.length === 0) missing.delete(what)
      }
      const other = isUnsure(seen) || isForeign(seen) ? yield* inScript(page, seen, see) : undefined
      const best = other ?? seen
      const language = Languages.languageOf(textOf(best))
      if (language === undefined) {
        // If the text does not show its language, the language that the request or document names is reported as
        // missing.
        const [first] = absent
        if (first !== undefined && wanted.length === 0 && other === undefined) missLanguage("may be", first, page)
        return best
      }
      if (usedFor(best).includes(language.data)) {
        byPage.set(page, language.tag)
        // All later pages in the script use only the detected language.
        if (other !== undefined) usual = [language.data]
        return best
      }
      if (!installed.has(language.data)) {
        missLanguage("is", language, page)
        return best
      }
      const inLanguage = yield* see([language.data])
      if (!isAsSure(inLanguage, best)) return best
      usual = [language.data]
      byPage.set(page, language.tag)
      return inLanguage
    }),
    languages: byPage,
    warnings: () =>
      [...missing.values()].map(({ data, pages, what }) => {
        const state = pages.length === 1 ? what : what.replace(/^is /, "are ")
        const files = data.length === 1 ? `the data file "${data[0]}"` : `a data file of "${data.join("\", \"")}"`
        const hint = recognizer.installing?.(data[0]!)
        return `${namedPages(pages)} ${state}, for which ${recognizer.name} has no data: letters may be wrong. ` +
          `Install ${files}${hint === undefined ? "" : ` (${hint})`}, and restart.`
      })
  }
}
