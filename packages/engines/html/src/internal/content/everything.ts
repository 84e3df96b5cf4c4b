/** Returns all visible content of a page, and checks whether content is empty. */
import { keepUnscripted } from "../markdown/unscripted.ts"
import * as Selector from "../selectors/selector.ts"
import { visible } from "../survey/visible.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"

export const everything = (
  tape: Tape,
  { excludeTags = [], includeTags = [] }: {
    readonly excludeTags?: ReadonlyArray<string> | undefined
    readonly includeTags?: ReadonlyArray<string> | undefined
  }
) => {
  const find = Selector.finder(tape)
  const content = visible(
    tape,
    excludeTags.length === 0 ? [] : find(excludeTags),
    includeTags.length === 0 ? undefined : find(includeTags)
  )
  const noscripts: Array<number> = []
  for (let i = 0; i < tape.n; i++) if (tape.tag[i] === Tags.NOSCRIPT) noscripts.push(i)
  keepUnscripted(tape, noscripts, content.keep)
  return content
}

export const isEmpty = (
  { end, tag, text }: Tape,
  { keep, roots }: { readonly keep: Uint8Array; readonly roots: ReadonlyArray<number> }
): boolean => {
  for (const root of roots) {
    for (let i = root; i < end[root]!; i++) {
      if (keep[i] !== 1) continue
      if (tag[i] === Tags.TEXT ? /\S/.test(text[i]!) : tag[i] === Tags.IMG || Tags.is(tag[i]!, Tags.EMBEDDED)) {
        return false
      }
    }
  }
  return true
}
