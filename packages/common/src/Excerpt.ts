/**
 * Compares search hits by their excerpts.
 *
 * @since 0.2.0
 */

/** Twelve words. Unrelated pages share shorter snippets, such as slogans. */
const twelveWords = /^[^\p{L}\p{N}]*(?:[\p{L}\p{N}]+[^\p{L}\p{N}]+){11}[\p{L}\p{N}]/u

const word = /[\p{L}\p{N}]+/gu

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(word) ?? []

/**
 * Returns the host and the words of a hit's title and snippet. Hits with the same words on different hosts are copies of
 * one page. Returns `undefined` if the snippet is too short to identify a page.
 *
 * @category models
 * @since 0.2.0
 */
export const of = (
  { snippet, title, url }: { readonly snippet: string; readonly title: string; readonly url: string }
): { readonly host: string; readonly words: string } | undefined => {
  const host = URL.parse(url)?.host
  return host === undefined || !twelveWords.test(snippet)
    ? undefined
    : { host, words: `${wordsOf(title).join(" ")}\n${wordsOf(snippet).join(" ")}` }
}

/**
 * Returns, for each hit, the index of the first earlier hit on another host with the same title and snippet.
 *
 * @category combinators
 * @since 0.2.0
 */
export const copiesIn = (
  hits: ReadonlyArray<{ readonly snippet: string; readonly title: string; readonly url: string }>
): ReadonlyArray<number | undefined> => {
  const originals = new Map<string, { readonly at: number; readonly host: string }>()
  return hits.map((hit, at) => {
    const excerpt = of(hit)
    if (excerpt === undefined) return undefined
    const original = originals.get(excerpt.words)
    if (original !== undefined) return original.host === excerpt.host ? undefined : original.at
    originals.set(excerpt.words, { at, host: excerpt.host })
    return undefined
  })
}
