/**
 * The engine without a model: validators, cue words, lists and shapes.
 *
 * @since 0.1.0
 */
import type { Entity, Span } from "./Span.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = {
  readonly entities: ReadonlyArray<Entity>
  /**
   * Finds more, with more false hits: lone first names, places without an address.
   *
   * @default false
   */
  readonly recall?: boolean | undefined
  /**
   * ISO 3166 country whose national phone numbers are read without a prefix.
   *
   * @default "US"
   */
  readonly country?: string | undefined
}

/**
 * Finds the spans of a text, in order and free of overlaps, in time linear in its length.
 *
 * @category constructors
 * @since 0.1.0
 */
export const detect = (text: string, options: Options): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  if (options.entities.includes("EMAIL")) {
    for (const match of text.matchAll(/[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/gi)) {
      spans.push({
        start: match.index,
        end: match.index + match[0].length,
        entity: "EMAIL",
        score: 0.9,
        reason: "shape"
      })
    }
  }
  return spans
}
