import type { MapLink } from "@dunlin/schema/MapRequest"
import * as Effect from "effect/Effect"

/** Weight of a word in the title. A word in the URL has the weight 1. */
const TITLE_WEIGHT = 2
/** Minimum length of a word that also matches the start of longer words. */
const MIN_PREFIX_LETTERS = 4
/** Weight of a word that only matches the start of another word. */
const PREFIX_WEIGHT = 0.6
/** Maximum number of words of a search that count. */
const MAX_WANTED_WORDS = 32
/** Maximum number of words of a URL or title that count. Later words are less informative. */
const MAX_LINK_WORDS = 64
/** Number added to counts of links, so that a word of all links or of no link also has a weight. */
const COUNT_SMOOTHING = 0.5
/** Number of links to rank before other work runs. They take about a millisecond. */
const LINKS_PER_STEP = 200

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const addressWords = (address: string): ReadonlyArray<string> => {
  const url = new URL(address)
  try {
    return wordsOf(decodeURIComponent(`${url.hostname} ${url.pathname} ${url.search}`))
  } catch {
    // A percent escape that is not valid UTF-8 is not decoded.
    return wordsOf(url.href)
  }
}

/** Returns how well the best match fits a word: 1 for the word itself. */
const fit = (wanted: string, words: ReadonlySet<string>): number => {
  if (words.has(wanted)) return 1
  if (wanted.length < MIN_PREFIX_LETTERS) return 0
  for (const word of words) {
    if (word.startsWith(wanted) || (word.length >= MIN_PREFIX_LETTERS && wanted.startsWith(word))) return PREFIX_WEIGHT
  }
  return 0
}

/**
 * Ranks links by matching words, with more weight for rare words, and then by URL length. Links without a match come
 * last.
 */
export const rankBy = Effect.fnUntraced(function*(search: string, links: ReadonlyArray<MapLink>) {
  const wanted = Array.from(new Set(wordsOf(search))).slice(0, MAX_WANTED_WORDS)
  const fits: Array<ReadonlyArray<number>> = []
  for (const { description = "", title = "", url } of links) {
    if (fits.length % LINKS_PER_STEP === 0) yield* Effect.yieldNow
    const address = new Set(addressWords(url).slice(0, MAX_LINK_WORDS))
    const said = new Set(wordsOf(`${title} ${description}`).slice(0, MAX_LINK_WORDS))
    fits.push(wanted.map((word) => Math.max(fit(word, address), TITLE_WEIGHT * fit(word, said))))
  }
  // Inverse document frequency (Robertson 2004): a word in every URL has no effect.
  const rarity = wanted.map((_, at) => {
    const having = fits.filter((fit) => fit[at]! > 0).length
    return Math.log(1 + (links.length - having + COUNT_SMOOTHING) / (having + COUNT_SMOOTHING))
  })
  return links
    .map((link, at) => ({ link, score: fits[at]!.reduce((sum, fit, word) => sum + fit * rarity[word]!, 0) }))
    .sort((one, other) => other.score - one.score || one.link.url.length - other.link.url.length)
    .map(({ link }) => link)
})
