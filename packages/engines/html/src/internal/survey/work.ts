/**
 * Types shared by the steps of the selection.
 *
 * @since 0.1.0
 */
import type { Tape } from "../tape/tape.ts"
import type { Kind } from "./kind.ts"
import type { Measures, Texts } from "./measure.ts"
import type { Survey } from "./survey.ts"

export interface Selection {
  /** 1 for every node of the content. */
  readonly keep: Uint8Array
  /** The subtrees to write, in document order. */
  readonly roots: ReadonlyArray<number>
}

/** Why a node is not content. */
export const Drop = {
  None: 0,
  /** Below a dropped element, or never text. */
  Hard: 1,
  /** Navigation by element or role. */
  Landmark: 2,
  Hidden: 3,
  Named: 4,
  Weak: 5,
  Header: 6,
  Links: 7,
  Headed: 8,
  Duplicate: 9,
  Caption: 10,
  /** The name of a form field. */
  Control: 11,
  /** Links announced by a paragraph, including it: "You may also like". */
  Announced: 12,
  /** Buyers' reviews on a product page. */
  Reviewed: 13
} as const

/** A page before any rule has run. */
export interface Surveyed {
  readonly tape: Tape
  readonly texts: Texts
  readonly survey: Survey
  readonly kind: Kind
  /** Whether the page is reference documentation. Its repetitions and lists are content. */
  readonly reference: boolean
  /** Elements that the caller always excludes. */
  readonly excluded: ReadonlyArray<number>
}

/** Data about one page that all steps share. */
export interface Work extends Surveyed {
  readonly drop: Uint8Array
  readonly roles: Uint16Array
  /** Nodes named as an article's body, and nodes that hold comments. */
  readonly bodies: ReadonlyArray<number>
  readonly remarks: ReadonlyArray<number>
  readonly inLink: Uint8Array
  /** Characters of text of the whole page. */
  readonly total: number
  /** Whether `noscript` holds most of the page, so that it counts. */
  readonly noscript: boolean
  /** Whether the page's posts are its content. */
  readonly forum: boolean
}

/** A page after the rules. */
export interface Ruled {
  readonly work: Work
  readonly measures: Measures
  /** 1 for nodes that the rules keep. */
  readonly keep: Uint8Array
  /** The chosen part; -1 for the whole page. */
  readonly root: number
  /** Whether the page consists of cards. */
  readonly cards: boolean
  /** Share of the running text in comments. */
  readonly remarks: number
}
