/**
 * Replaces spans by tags, masks or nothing, and preserves the surrounding Markdown.
 *
 * @since 0.1.0
 */
import { plainTag, replacing, replacingWhole } from "./internal/replacing.ts"
import { atOnce } from "./internal/work.ts"
import type { Entity, Span } from "./Span.ts"

/**
 * A replaced range of the original, and its replacement's range in the output.
 *
 * @category models
 * @since 0.1.0
 */
export interface Segment {
  readonly start: number
  readonly end: number
  readonly outStart: number
  readonly outEnd: number
}

/**
 * The output and the replaced ranges, in order. All other text is unchanged.
 *
 * @category models
 * @since 0.1.0
 */
export interface Replaced {
  readonly text: string
  readonly segments: ReadonlyArray<Segment>
}

/**
 * A part of a finding that is divided by markup: `Maria` in `**Maria** Lindqvist`.
 *
 * @category models
 * @since 0.3.0
 */
export interface Piece {
  readonly text: string
  /** Whether the piece continues the previous piece on its line. A tag without a number stands for both pieces. */
  readonly isContinued: boolean
}

/**
 * Returns the tag of a finding, from its entity and text. `isWhole` is set if the tag stands for the whole text;
 * otherwise markup in it is preserved. `piece` is the part of the text that the tag stands for.
 *
 * @category models
 * @since 0.2.0
 */
export type TagOf = (entity: Entity, value: string, isWhole: boolean, piece?: Piece) => string

/**
 * Replaces every span. Line breaks, table pipes, code ticks, emphasis and link brackets inside a span are preserved.
 * A line that the replacement would turn into another block is escaped with `\`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const apply = (
  text: string,
  spans: ReadonlyArray<Span>,
  style: "tag" | "mask" | "remove",
  tagOf: TagOf = plainTag
): Replaced => atOnce(replacing(text, spans, style, tagOf))

/**
 * Replaces every span as a whole. It is for texts without Markdown: titles, addresses, field values.
 *
 * @category constructors
 * @since 0.2.0
 */
export const applyWhole = (
  text: string,
  spans: ReadonlyArray<Span>,
  style: "tag" | "mask" | "remove",
  tagOf: TagOf = plainTag
): string => atOnce(replacingWhole(text, spans, style, tagOf))
