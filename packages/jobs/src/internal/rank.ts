import type { MapLink } from "@dunlin/schema/MapRequest"
import * as Effect from "effect/Effect"

const TITLE_WEIGHT = 2
const MIN_PREFIX_LETTERS = 4
const PREFIX_WEIGHT = 0.6
const MAX_WANTED_WORDS = 32
/** Later words of a link are less informative. */
const MAX_LINK_WORDS = 64
/** Gives a word a weight above 0 even if all links or no links contain it. */
const COUNT_SMOOTHING = 0.5
/** Ranking this many links takes about a millisecond. The event loop then runs other work. */
const LINKS_PER_STEP = 200

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const addressWords = (address: string): ReadonlyArray<string> => {
  const url = new URL(address)
  try {
    return wordsOf(decodeURIComponent(`${url.hostname} ${url.pathname} ${url.search}`))
  } catch {
    return wordsOf(url.href)
  }
}

const fit = (wanted: string, words: ReadonlySet<string>): number => {
  if (words.has(wanted)) return 1
  if (wanted.length < MIN_PREFIX_LETTERS) return 0
  for (const word of words) {
    if (word.startsWith(wanted) || (word.length >= MIN_PREFIX_LETTERS && wanted.startsWith(word))) return PREFIX_WEIGHT
  }
  return 0
}

/** Rare words weigh more. Among equals, shorter URLs come first. Links without a match come last. */
export const rankBy = Effect.fnUntraced(function*(search: string, links: ReadonlyArray<MapLink>) {
  const wanted = Array.from(new Set(wordsOf(search))).slice(0, MAX_WANTED_WORDS)
  const fits: Array<ReadonlyArray<number>> = []
  for (const { description = "", title = "", url } of links) {
    if (fits.length % LINKS_PER_STEP === 0) yield* Effect.yieldNow
    const address = new Set(addressWords(url).slice(0, MAX_LINK_WORDS))
    const linkWords = new Set(wordsOf(`${title} ${description}`).slice(0, MAX_LINK_WORDS))
    fits.push(wanted.map((word) => Math.max(fit(word, address), TITLE_WEIGHT * fit(word, linkWords))))
  }
  // Inverse document frequency (Robertson 2004). A word in every URL has no effect.
  const rarity = wanted.map((_, at) => {
    const having = fits.filter((fit) => fit[at]! > 0).length
    return Math.log(1 + (links.length - having + COUNT_SMOOTHING) / (having + COUNT_SMOOTHING))
  })
  return links
    .map((link, at) => ({ link, score: fits[at]!.reduce((sum, fit, word) => sum + fit * rarity[word]!, 0) }))
    .sort((one, other) => other.score - one.score || one.link.url.length - other.link.url.length)
    .map(({ link }) => link)
})
