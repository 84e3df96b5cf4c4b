/**
 * Returns letters and digits of a Markdown text with their positions, without marks, URLs, and page headers and
 * footers.
 */

const blank = (found: string): string => " ".repeat(found.length)

/** Matches HTML tags that occur in Markdown. `<CRLF>` is a word. */
const tags =
  /<\/?(?:a|b|br|code|details|div|em|h[1-6]|hr|i|img|kbd|li|ol|p|picture|pre|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul)(?:[ /][^<>]{0,400})?>/gi

/** Replaces markup and invisible text with spaces, so that offsets do not change. */
const masked = (text: string): string =>
  text
    .replace(/<!--[^]*?-->/g, blank)
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, blank)
    .replace(/(?<=\])\([^()\s]*(?:\s"[^"\n]*")?\)/g, blank)
    .replace(tags, blank)
    .replace(/\n[^\n]*\[Page \d+\][ \t]*\n[\s\f]*(?:(?:RFC|Internet-Draft)[^\n]*\d{4}[ \t]*(?=\n))?/g, blank)

/** Removes list item marks. Summaries omit them at line starts, but not within a sentence. */
const withoutItems = (text: string): string =>
  text.replace(
    /^[ \t>]*(?:[-*+•o]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{2,5})[.)]|\d+(?:\.\d+)+\.?|\[[\w-]{1,12}\])[ \t]+/gm,
    blank
  )

const bareLetters = /[\p{L}\p{N}]/u

export interface Bare {
  readonly letters: string
  readonly places: ReadonlyArray<number>
}

export const bareOf = (text: string, hasItems = false): Bare => {
  const read = hasItems ? masked(text) : withoutItems(masked(text))
  let letters = ""
  const places: Array<number> = []
  for (let at = 0; at < read.length; at++) {
    if (!bareLetters.test(read[at]!)) continue
    const small = read[at]!.toLowerCase()
    letters += small
    for (let unit = 0; unit < small.length; unit++) places.push(at)
  }
  return { letters, places }
}
