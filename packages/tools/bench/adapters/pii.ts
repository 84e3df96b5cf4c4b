/** Connects the redaction package to the harness of `bench/pii`. */
import { Heuristics, Replacement } from "@dunlin/redaction"
import type { Span } from "@dunlin/redaction"

export interface Options {
  readonly entities?: ReadonlyArray<Span.Entity>
  readonly mode?: "fast" | "accurate" | "aggressive"
  readonly country?: string
  readonly replaceStyle?: "tag" | "mask" | "remove"
}

const all: ReadonlyArray<Span.Entity> = ["PERSON", "EMAIL", "PHONE", "LOCATION", "FINANCIAL", "SECRET"]

export const detect = async (text: string, options: Options = {}) =>
  Heuristics.detect(text, {
    entities: options.entities ?? all,
    recall: options.mode === "aggressive",
    country: options.country
  }).map(({ end, entity, score, start }) => ({ start, end, type: entity, score }))

export const redact = async (text: string, options: Options = {}): Promise<string> =>
  Replacement.apply(
    text,
    Heuristics.detect(text, {
      entities: options.entities ?? all,
      recall: options.mode === "aggressive",
      country: options.country
    }),
    options.replaceStyle ?? "tag"
  ).text
