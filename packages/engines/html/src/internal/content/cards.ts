/**
 * Finds cards: siblings of the same shape, each with a link and a picture or heading, as in listings. On a page that
 * consists of cards, the cards are the content, although nearly all of their text is linked.
 *
 * @since 0.1.0
 */
import { isArticle } from "../survey/kind.ts"
import type { Measures } from "../survey/measure.ts"
import type { Work } from "../survey/work.ts"
import { int32Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"

const MIN_CARDS = 4
const MIN_CARD_CHARACTERS = 12
const MAX_CARD_CHARACTERS = 900
const MAX_LINKS_PER_CARD = 12
const MIN_CARDS_CHARACTERS = 300
/** Weight of a card's character, relative to a character of running text. */
const WEIGHT_OF_CARD = 0.6
/** Cards outweigh running text if their weight is at least this multiple of the other characters. */
const TIMES_OF_REST = 1.2

/** Minimum share of cards with a price in a list of goods. */
const MIN_PRICED_SHARE = 0.6
/**
 * Minimum text of goods if the page has more text elsewhere. A shop writes little about each item, and often more
 * text below the cards.
 */
const MIN_GOODS_CHARACTERS = 120
const READ_OF_TEXT = 200

/** An element kind and a class share one key, so this number must exceed the number of element kinds. */
const kinds = 1 << 8
const names = 1 << 22

export interface Cards {
  readonly isCard: Uint8Array
  /** The longest series of cards with prices; -1 if none exists. */
  readonly goods: number
}

export const findCards = (work: Work, m: Measures, total: number): Cards | undefined => {
  const { n, parent } = work.tape
  const cards = uint8Column(n)
  let size = 0
  let mass = 0
  let goods = -1
  let most = 0
  const sells = isShop(work)
  for (const group of alike(work)) {
    if (group.length < MIN_CARDS) continue
    const before = size
    for (const i of group) {
      let inside = false
      for (let p = parent[i]!; p >= 0 && !inside; p = parent[p]!) inside = cards[p] === 1
      if (inside) continue
      cards[i] = 1
      size += m.length[i]!
      mass += m.mass[i]!
    }
    if (sells && size - before > most && arePriced(work.tape, group)) {
      most = size - before
      goods = parent[group[0]!]!
    }
  }
  const outweigh = size > MIN_CARDS_CHARACTERS && WEIGHT_OF_CARD * size > TIMES_OF_REST * (total - mass)
  return outweigh || most >= MIN_GOODS_CHARACTERS ? { isCard: cards, goods } : undefined
}

/**
 * Returns whether cards may show the goods of a shop. On articles and product pages, they show related goods, not the
 * content.
 */
const isShop = ({ kind }: Work): boolean =>
  !isArticle(kind) && !kind.productAddress && (!kind.product || kind.list || kind.listAddress)

const price =
  /[$\u20ac\u00a3\u00a5\u20b9\u20a9\u20ba]\s?\d|\d\s?(?:[\u20ac\u00a3\u20bd\u20ba\u5186\u5143\uc6d0]|kr\b|z\u0142|K\u010d|Ft\b|\u0440\u0443\u0431)/

const arePriced = ({ end, tag, text }: Tape, group: ReadonlyArray<number>): boolean => {
  let priced = 0
  for (const i of group) {
    for (let k = i + 1; k < end[i]!; k++) {
      if (tag[k] !== Tags.TEXT || !price.test(text[k]!.slice(0, READ_OF_TEXT))) continue
      priced++
      break
    }
  }
  return priced >= MIN_PRICED_SHARE * group.length
}

const alike = (work: Work): Iterable<ReadonlyArray<number>> => {
  const { drop, survey: { links, marked, naming: { classes } }, tape, texts } = work
  const { end, n, parent, tag } = tape
  const groups = new Map<number, Array<number>>()
  const firstNames = new Map<string, number>()
  const ofClass = int32Column(classes.size)
  for (let i = 0; i < n; i++) {
    const id = tag[i]!
    const p = parent[i]!
    if (
      p < 0 || drop[i] !== 0 || id === Tags.TEXT || !(Tags.is(id, Tags.CONTAINER) || id === Tags.A) || id === Tags.SPAN
    ) continue
    const size = texts.raw[i]!
    if (size < MIN_CARD_CHARACTERS || size > MAX_CARD_CHARACTERS) continue
    const to = end[i]!
    if (links[to]! - links[i]! < 1 || links[to]! - links[i]! > MAX_LINKS_PER_CARD || marked[to]! - marked[i]! < 1) {
      continue
    }
    const className = classes.of[i]!
    if (ofClass[className] === 0) ofClass[className] = numberOf(firstName(classes.text(className)), firstNames)
    const key = (p * kinds + id) * names + ofClass[className]!
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [i])
    else group.push(i)
  }
  return groups.values()
}

const numberOf = (name: string, known: Map<string, number>): number => {
  const number = known.get(name) ?? known.size + 1
  known.set(name, number)
  return number
}

const firstName = (className: string): string => {
  const space = className.trimStart().indexOf(" ")
  return space < 0 ? className : className.trimStart().slice(0, space)
}
