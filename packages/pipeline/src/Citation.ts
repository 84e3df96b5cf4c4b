/**
 * Defines a passage of a page that can be quoted and verified.
 *
 * @since 0.3.0
 */
import type { Passage } from "@dunlin/transformers/Budget"

/**
 * A passage with a link to it. To verify it later, compare `hash` with the page's text from `start` to `end`. If the
 * page has changed, find it with `Quotation.verify`.
 *
 * @category models
 * @since 0.3.0
 */
export interface Citation extends Passage {
  /** The anchor (`id`) of the passage's section; absent if the page has none. */
  readonly anchor?: string | undefined
  /** The page's URL at the section, or at the words of the passage (a text fragment). */
  readonly link: string
  /** SHA-256 of `text` as UTF-8, in hexadecimal. */
  readonly hash: string
}
