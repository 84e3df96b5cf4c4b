/**
 * Main content.
 *
 * @since 0.1.0
 */
import * as Tags from "./tags.ts"
import type { Tape } from "./tape.ts"

export interface Selection {
  /** 1 for every node that belongs to the content. */
  readonly keep: Uint8Array
  /** The subtrees to write, in document order. */
  readonly roots: ReadonlyArray<number>
}

export const select = (tape: Tape, _url: string | undefined): Selection => {
  const keep = new Uint8Array(tape.n)
  let root = 0
  for (let i = 0; i < tape.n; i++) {
    const p = tape.parent[i]!
    const tag = tape.tag[i]!
    keep[i] = p >= 0 && keep[p] === 0 || Tags.is(tag, Tags.INVISIBLE | Tags.EMBEDDED) || tag === Tags.NAV
        || tag === Tags.ASIDE || tag === Tags.FOOTER
      ? 0
      : 1
    if (tag === Tags.BODY) root = i
  }
  return { keep, roots: tape.n === 0 ? [] : [root] }
}
