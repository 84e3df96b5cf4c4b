/**
 * Declares types that the steps of the selection share.
 *
 * @since 0.1.0
 */
import type { Tape } from "../tape/tape.ts"
import type { Kind } from "./kind.ts"
import type { Measures, Texts } from "./measure.ts"
import type { Survey } from "./survey.ts"

export interface Selection {
  readonly keep: Uint8Array
  readonly roots: ReadonlyArray<number>
}

export const Drop = {
  None: 0,
  /** The node is below a dropped element, or its text is never visible. */
  Hard: 1,
  Landmark: 2,
  Hidden: 3,
  Named: 4,
  Weak: 5,
  Header: 6,
  Links: 7,
  Headed: 8,
  Duplicate: 9,
  Caption: 10,
  Control: 11,
  /** A paragraph announces links, as in "You may also like". The paragraph and its links are dropped. */
  Announced: 12,
  Reviewed: 13
} as const

export interface Surveyed {
  readonly tape: Tape
  readonly texts: Texts
  readonly survey: Survey
  readonly kind: Kind
  /** Whether the page is reference documentation. Its repetitions and lists are content. */
  readonly reference: boolean
  readonly excluded: ReadonlyArray<number>
}

export interface Work extends Surveyed {
  readonly drop: Uint8Array
  readonly roles: Uint16Array
  /** Indexes of nodes that are named as an article's body. */
  readonly bodies: ReadonlyArray<number>
  readonly remarks: ReadonlyArray<number>
  readonly inLink: Uint8Array
  readonly total: number
  /** Whether a `noscript` has most of the page, and is therefore read. */
  readonly noscript: boolean
  readonly forum: boolean
}

export interface Ruled {
  readonly work: Work
  readonly measures: Measures
  readonly keep: Uint8Array
  /** Node of the chosen part; -1 for the whole page. */
  readonly root: number
  readonly cards: boolean
  readonly remarks: number
}
