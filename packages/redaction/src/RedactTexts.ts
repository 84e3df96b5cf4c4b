/**
 * Redacts the texts of one answer together, so that what one of them gives away is taken out of all.
 *
 * @since 0.2.0
 */
import type { RedactPiiOptions } from "@dunlin/schema/RedactPii"
import * as Effect from "effect/Effect"
import { echoes, linkTargets } from "./internal/echoes.ts"
import type { Numbering } from "./Placeholders.ts"
import type { RedactionError } from "./RedactionError.ts"
import type { Redactor } from "./Redactor.ts"
import * as Replacement from "./Replacement.ts"
import type { Span } from "./Span.ts"

/**
 * A text of an answer.
 *
 * @category models
 * @since 0.2.0
 */
export interface Part {
  readonly text: string
  /** Markdown keeps its structure; of any other text the whole finding is replaced. @default "text" */
  readonly kind?: "markdown" | "text" | undefined
  /** The name of the field: `phone` says what the digits in it are. */
  readonly label?: string | undefined
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Redacted {
  /** The redacted texts, in the order of the parts. */
  readonly texts: ReadonlyArray<string>
  /** Sentences for the response's `warning`. */
  readonly warnings: ReadonlyArray<string>
}

/** Stands between two texts: nothing that begins in one goes on in the next. */
const separator = "\n\n"

/** A label is read as a word of the text; longer ones and those with other signs are none. */
const isLabel = /^[A-Za-z][\w .:-]{0,40}$/

/**
 * Redacts all parts by one reading. A name, an address or a number that is found in one part is also replaced in the
 * others, in link targets too, where it may be written otherwise: `/people/ann-lee`. A failure means that none of the
 * texts may be passed on. With a `numbering` the tags have numbers.
 *
 * @category constructors
 * @since 0.2.0
 */
export const redactAll = Effect.fnUntraced(function*(
  redactor: Redactor["Service"],
  parts: ReadonlyArray<Part>,
  options: RedactPiiOptions,
  numbering?: Numbering | undefined
): Effect.fn.Return<Redacted, RedactionError> {
  const { joined, starts } = join(parts)
  const redaction = yield* redactor.redact(joined, options)
  if (redaction.text !== Replacement.apply(joined, redaction.spans, options.replaceStyle).text) {
    // an engine that replaces in its own way has the last word on each text
    const each = yield* Effect.forEach(parts, ({ text }) => redactor.redact(text, options))
    return {
      texts: each.map(({ text }) => text),
      warnings: [...new Set(each.flatMap(({ warnings }) => warnings))]
    }
  }
  const found = parts.map((): Array<Span> => [])
  let next = 0
  for (let index = 0; index < parts.length; index++) {
    const start = starts[index]!
    const end = start + parts[index]!.text.length
    while (next < redaction.spans.length && redaction.spans[next]!.end <= start) next++
    for (let i = next; i < redaction.spans.length && redaction.spans[i]!.start < end; i++) {
      const span = redaction.spans[i]!
      found[index]!.push({ ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start })
    }
  }
  const known = echoes(
    parts.flatMap(({ text }, index) =>
      found[index]!.map(({ end, entity, start }) => ({ value: text.slice(start, end), entity }))
    )
  )
  // what a page wrote like one of our tags becomes one, so that none is mistaken for another
  const alikes = numbering === undefined
    ? []
    : parts.map(({ text }) =>
      numbering.lookalikes(text).map(([start, end, entity]): Span => ({ start, end, entity, score: 1, reason: "tag" }))
    )
  const texts = parts.map(({ kind, text }, index) => {
    const again = kind === "markdown"
      ? linkTargets(text).flatMap(([start, end]) => known(text, start, end))
      : known(text, 0, text.length)
    const spans = [...found[index]!, ...again, ...alikes[index] ?? []].sort((a, b) => a.start - b.start)
    if (spans.length === 0) return text
    const tagOf: Replacement.TagOf | undefined = numbering === undefined
      ? undefined
      : (entity, value, isWhole) => numbering.tagOf(entity, value, isWhole)
    return kind === "markdown"
      ? Replacement.apply(text, spans, options.replaceStyle, tagOf).text
      : Replacement.applyWhole(text, spans, options.replaceStyle, tagOf)
  })
  return { texts, warnings: redaction.warnings }
})

const join = (parts: ReadonlyArray<Part>): { readonly joined: string; readonly starts: ReadonlyArray<number> } => {
  const starts: Array<number> = []
  let joined = ""
  for (const { label, text } of parts) {
    if (joined !== "") joined += separator
    if (label !== undefined && isLabel.test(label)) joined += `${label}: `
    starts.push(joined.length)
    joined += text
  }
  return { joined, starts }
}
