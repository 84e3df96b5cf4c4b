/**
 * A passage of a page that can be quoted and checked.
 *
 * @since 0.3.0
 */
import type { Passage } from "@dunlin/transformers/Budget"

/**
 * A passage with a link that opens at it. To check it later, compare `hash` with the text of the page from `start` to
 * `end`, or find it with `Quotation.verify` where the page has changed.
 *
 * @category models
 * @since 0.3.0
 */
export interface Citation extends Passage {
  /** The `id` of the page that leads to the section it is in; absent where the page has none. */
  readonly anchor?: string | undefined
  /** The URL of the page at the section, or at the words of the passage (a text fragment). */
  readonly link: string
  /** SHA-256 of `text` as UTF-8, in hexadecimal digits. */
  readonly hash: string
}
