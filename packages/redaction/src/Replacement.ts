/**
 * Puts tags, masks or nothing in the place of spans, without disturbing the markdown around them.
 *
 * @since 0.1.0
 */
import { plainTag, replacing, replacingWhole } from "./internal/replacing.ts"
import { atOnce } from "./internal/work.ts"
import type { Entity, Span } from "./Span.ts"

/**
 * A stretch of the original that was replaced, and where its replacement stands in the output.
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
 * The output and the stretches that differ from the original, in order. Everything else is unchanged.
 *
 * @category models
 * @since 0.1.0
 */
export interface Replaced {
  readonly text: string
  readonly segments: ReadonlyArray<Segment>
}

/**
 * A part of a finding that marks of its text divide: `Maria` of `**Maria** Lindqvist`.
 *
 * @category models
 * @since 0.3.0
 */
export interface Piece {
  readonly text: string
  /** Whether it continues the piece before it on its line. A tag without a number stands for both. */
  readonly isContinued: boolean
}

/**
 * The tag of a finding, from its entity and its text. `isWhole`: the tag stands for all of this text; otherwise signs in
 * it stay where they are. `piece`: the tag stands for this part of the text.
 *
 * @category models
 * @since 0.2.0
 */
export type TagOf = (entity: Entity, value: string, isWhole: boolean, piece?: Piece) => string

/**
 * Replaces every span. Line breaks, table pipes, code ticks, emphasis marks and link brackets inside a
 * span stay; a line that would become a block of its own through the replacement is escaped with `\`.
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
 * Replaces every span as a whole, for texts that are no markdown: titles, addresses, values of fields.
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
