/**
 * Redacts the texts of one response together, so that a finding in one text is redacted in all.
 *
 * @since 0.2.0
 */
import type { RedactPiiOptions } from "@dunlin/schema/RedactPii"
import * as Effect from "effect/Effect"
import { echoes, linkTargets } from "./internal/echoes.ts"
import { replacing, replacingWhole } from "./internal/replacing.ts"
import { FINDING, inTurns, merging, Pace, type Work } from "./internal/work.ts"
import type { Numbering } from "./Placeholders.ts"
import type { RedactionError } from "./RedactionError.ts"
import type { Redactor } from "./Redactor.ts"
import type { TagOf } from "./Replacement.ts"
import type { Span } from "./Span.ts"

/**
 * A text of a response.
 *
 * @category models
 * @since 0.2.0
 */
export interface Part {
  readonly text: string
  /**
   * `markdown` if the structure of Markdown is preserved. In other text the whole finding is replaced.
   * @default "text"
   */
  readonly kind?: "markdown" | "text" | undefined
  /** The name of the text's field. For example, `phone` indicates that digits are a phone number. */
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

/** Placed between two texts, so that no finding spans both. */
const separator = "\n\n"

/** A label that reads like a word of the text. */
const isLabel = /^[A-Za-z][\w .:-]{0,40}$/

/**
 * Redacts all parts with one detection. A name, address or number found in one part is also replaced in the others,
 * including link targets with another spelling: `/people/ann-lee`. After a failure all texts must be withheld. If there
 * is a `numbering`, the tags have numbers.
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
  if (redaction.text !== (yield* inTurns(replacing(joined, redaction.spans, options.replaceStyle))).text) {
    // An engine with its own replacement redacts each text separately.
    const each = yield* Effect.forEach(parts, ({ text }) => redactor.redact(text, options))
    return {
      texts: each.map(({ text }) => text),
      warnings: [...new Set(each.flatMap(({ warnings }) => warnings))]
    }
  }
  const found = yield* inTurns(apart(redaction.spans, parts, starts))
  const texts = yield* inTurns(replacingAll(parts, found, options.replaceStyle, numbering))
  return { texts, warnings: redaction.warnings }
})

function* apart(
  spans: ReadonlyArray<Span>,
  parts: ReadonlyArray<Part>,
  starts: ReadonlyArray<number>
): Work<ReadonlyArray<ReadonlyArray<Span>>> {
  const pace = new Pace()
  const found = parts.map((): Array<Span> => [])
  let next = 0
  for (let index = 0; index < parts.length; index++) {
    const start = starts[index]!
    const end = start + parts[index]!.text.length
    while (next < spans.length && spans[next]!.end <= start) next++
    for (let i = next; i < spans.length && spans[i]!.start < end; i++) {
      if (pace.spend(FINDING)) yield
      const span = spans[i]!
      found[index]!.push({ ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start })
    }
  }
  return found
}

function* valuesOf(parts: ReadonlyArray<Part>, found: ReadonlyArray<ReadonlyArray<Span>>) {
  for (const [index, { text }] of parts.entries()) {
    for (const { end, entity, start } of found[index]!) yield { value: text.slice(start, end), entity }
  }
}

function* replacingAll(
  parts: ReadonlyArray<Part>,
  found: ReadonlyArray<ReadonlyArray<Span>>,
  style: RedactPiiOptions["replaceStyle"],
  numbering: Numbering | undefined
): Work<ReadonlyArray<string>> {
  const pace = new Pace()
  const known = yield* echoes(valuesOf(parts, found), pace)
  // Text of the page that looks like a tag becomes a tag itself, so that the two cannot be confused.
  const alikes = numbering === undefined
    ? []
    : parts.map(({ text }) =>
      numbering.lookalikes(text).map(([start, end, entity]): Span => ({ start, end, entity, score: 1, reason: "tag" }))
    )
  const tagOf: TagOf | undefined = numbering === undefined
    ? undefined
    : (...finding) => numbering.tagOf(...finding)
  const texts: Array<string> = []
  for (const [index, { kind, text }] of parts.entries()) {
    const again: Array<Span> = []
    const targets = kind === "markdown" ? yield* linkTargets(text, pace) : [[0, text.length] as const]
    for (const [start, end] of targets) {
      if (pace.spend(FINDING)) yield
      for (const span of yield* known(text, start, end)) again.push(span)
    }
    const spans = yield* merging(yield* merging(found[index]!, again, pace), alikes[index] ?? [], pace)
    if (spans.length === 0) texts.push(text)
    else if (kind === "markdown") texts.push((yield* replacing(text, spans, style, tagOf)).text)
    else texts.push(yield* replacingWhole(text, spans, style, tagOf))
  }
  return texts
}

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
