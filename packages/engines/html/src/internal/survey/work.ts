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
  /** 1 for every node of the content, and 0 for others. */
  readonly keep: Uint8Array
  /** The subtrees to write, in document order. */
  readonly roots: ReadonlyArray<number>
}

/** The reason why a node is not content. */
export const Drop = {
  None: 0,
  /** The node is below a dropped element, or its text is never visible. */
  Hard: 1,
  /** The element or its role is navigation. */
  Landmark: 2,
  Hidden: 3,
  Named: 4,
  Weak: 5,
  Header: 6,
  Links: 7,
  Headed: 8,
  Duplicate: 9,
  Caption: 10,
  /** The text is the name of a form field. */
  Control: 11,
  /** A paragraph announces links, as in "You may also like". The paragraph and the links are dropped. */
  Announced: 12,
  /** The part contains buyers' reviews on a product page. */
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
  /** Nodes that are named as an article's body, and nodes that hold comments. */
  readonly bodies: ReadonlyArray<number>
  readonly remarks: ReadonlyArray<number>
  readonly inLink: Uint8Array
  /** Number of characters in the text of the whole page. */
  readonly total: number
  /** Whether `noscript` holds most of the page, and is therefore read. */
  readonly noscript: boolean
  /** Whether the page's posts are its content. */
  readonly forum: boolean
}

/** A page after all rules have run. */
export interface Ruled {
  readonly work: Work
  readonly measures: Measures
  /** 1 for nodes that the rules keep, and 0 for others. */
  readonly keep: Uint8Array
  /** The chosen part; -1 for the whole page. */
  readonly root: number
  /** Whether the page consists of cards. */
  readonly cards: boolean
  /** Share of the running text that is in comments. */
  readonly remarks: number
}
