/**
 * Explains redactions: the rule of each finding, its evidence, its score, and the finding that it repeats.
 *
 * @since 0.3.0
 */
import { detect, type Options } from "./Detect.ts"
import * as Lexicon from "./internal/lexicon.ts"
import { rules } from "./internal/rules.ts"
import type { Span } from "./Span.ts"

/**
 * A finding with the reason for it. It contains no text of the page.
 *
 * @category models
 * @since 0.3.0
 */
export interface Explained extends Span {
  /** A description of the rule. */
  readonly rule: string
  /** Facts from the word lists about each word of a name, in order; empty for other entities. */
  readonly evidence: ReadonlyArray<string>
  /** Whether the score reaches the entity's threshold. `detect` returns only such findings. */
  readonly isKept: boolean
  /** The index of the finding whose value this one repeats. */
  readonly repeats?: number | undefined
}

/** What each list says about a word. A word may be on several lists. */
const facts: ReadonlyArray<readonly [bit: number, says: string]> = [
  [Lexicon.GIVEN, "given name"],
  [Lexicon.GIVEN_AMBIGUOUS, "given name that is also a word or a place"],
  [Lexicon.FAMILY, "family name"],
  [Lexicon.FAMILY_AMBIGUOUS, "family name that is also a word"],
  [Lexicon.WORD, "word of English"],
  [Lexicon.PLACE, "place"],
  [Lexicon.TITLE, "title or office"]
]

/** Returns the strongest facts. An unambiguous given name, for example, is not a common word. */
const strongest = (bits: number): number => {
  const given = (bits & Lexicon.GIVEN) === 0 ? bits : bits & ~(Lexicon.GIVEN_AMBIGUOUS | Lexicon.WORD)
  return (given & Lexicon.FAMILY) === 0 ? given : given & ~Lexicon.FAMILY_AMBIGUOUS
}

const evidenceOf = (value: string): ReadonlyArray<string> =>
  (value.match(/\p{L}[\p{L}'’-]*/gu) ?? []).map((word) => {
    const bits = strongest(Lexicon.factsOf(word))
    const descriptions = facts.filter(([bit]) => (bits & bit) !== 0).map(([, text]) => text)
    return descriptions.length === 0 ? "on no list" : descriptions.join(", ")
  })

const wordsOf = (value: string): ReadonlyArray<string> => value.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

const firstWith = (text: string, found: ReadonlyArray<Span>): ReadonlyMap<string, number> => {
  const first = new Map<string, number>()
  for (const [index, { end, entity, reason, start }] of found.entries()) {
    if (reason === "repeated") continue
    for (const word of wordsOf(text.slice(start, end))) {
      const key = `${entity} ${word}`
      if (!first.has(key)) first.set(key, index)
    }
  }
  return first
}

/**
 * Returns the findings of `detect`, including those below the thresholds, each with its reason.
 *
 * **Example** (Why a word was redacted, and what a threshold would leave)
 *
 * ```ts
 * import { explain } from "@dunlin/pii"
 * import type { Explained } from "@dunlin/pii"
 *
 * const text = "Dr. Maria Lindqvist came. Later Lindqvist left."
 * const found: ReadonlyArray<Explained> = explain(text, { thresholds: { PERSON: 0.7 } })
 * console.log(found.map(({ evidence, isKept, score }) => [isKept, score, ...evidence]))
 * // [ [ true, 0.9, 'given name', 'family name' ], [ false, 0.62, 'family name' ] ]
 * console.log(found[1]?.rule, found[1]?.repeats) // a part of a name found elsewhere in the text 0
 * ```
 *
 * @category detectors
 * @since 0.3.0
 */
export const explain = (text: string, options: Options = {}): ReadonlyArray<Explained> => {
  const { thresholds = {}, ...rest } = options
  const found = detect(text, rest)
  const first = firstWith(text, found)
  return found.map((span): Explained => {
    const value = text.slice(span.start, span.end)
    const repeated = span.reason !== "repeated"
      ? undefined
      : wordsOf(value).map((word) => first.get(`${span.entity} ${word}`)).find((index) => index !== undefined)
    return {
      ...span,
      rule: rules[span.reason] ?? span.reason,
      evidence: span.entity === "PERSON" ? evidenceOf(value) : [],
      isKept: span.score >= (thresholds[span.entity] ?? 0),
      ...(repeated === undefined ? {} : { repeats: repeated })
    }
  })
}
