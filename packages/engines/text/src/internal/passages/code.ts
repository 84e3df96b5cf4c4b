/** Divides a long block of code into its lines with words. Passages consist of these lines. */

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Matches the start of a comment, but not `#include` and the pointer `*p`. */
const comment = /^(\/\/|(?:#|--|;|%|\/?\*)(?=[\s/!*;%-]|$))/
const quotes = /"""|'''/g

/**
 * Splits code into parts of at most `most` characters. Lines of one comment, or of one paragraph of a docstring, are
 * one part, because a sentence may continue over line ends.
 */
export const linesOfCode = (
  text: string,
  { end: to, most, start: from }: Stretch & { readonly most: number }
): ReadonlyArray<Stretch> => {
  const out: Array<{ start: number; end: number }> = []
  let kind = ""
  let isInString = false
  for (let at = from; at < to;) {
    const newline = text.indexOf("\n", at)
    const end = newline < 0 || newline > to ? to : newline
    const line = text.slice(at, end)
    const start = at + line.length - line.trimStart().length
    const until = at + line.trimEnd().length
    const wasInString = isInString
    if ((line.match(quotes)?.length ?? 0) % 2 === 1) isInString = !isInString
    const own = wasInString || isInString ? "string" : comment.exec(line.trim())?.[1]?.replace("/*", "*") ?? ""
    const last = out.at(-1)
    const isNext = own !== "" && own === kind && last !== undefined && until - last.start <= most
    if (!/[\p{L}\p{N}]/u.test(line)) kind = ""
    else {
      if (isNext) last.end = until
      else out.push({ start, end: until })
      kind = own
    }
    at = end + 1
  }
  return out
}
