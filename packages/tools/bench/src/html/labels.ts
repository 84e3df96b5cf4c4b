/** Determines which units of a page belong to its annotated text. */

export const wordsOf = (text: string): Array<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/**
 * Number of words above which a unit counts on its own. A shorter one counts only if its neighbours are in the text,
 * too.
 */
const long = 6
/** Number of occurrences in the text above which a word is no evidence for a position. */
const most = 60

/**
 * Returns the share of every unit that is in the text. Long units count at any position. Short ones count only on the
 * heaviest chain of units with the same order in page and text, close to their neighbours in the chain. Otherwise a
 * menu's "Products" would match the word in a sentence.
 */
export const label = (units: ReadonlyArray<ReadonlyArray<string>>, truth: ReadonlyArray<string>): Float32Array => {
  const out = new Float32Array(units.length)
  const grams = new Map<string, number>()
  for (let k = 0; k + 4 <= truth.length; k++) {
    const gram = truth.slice(k, k + 4).join(" ")
    grams.set(gram, (grams.get(gram) ?? 0) + 1)
  }
  for (const [u, words] of units.entries()) {
    if (words.length < long) continue
    const covered = new Uint8Array(words.length)
    for (let k = 0; k + 4 <= words.length; k++) {
      const gram = words.slice(k, k + 4).join(" ")
      const left = grams.get(gram) ?? 0
      if (left === 0) continue
      grams.set(gram, left - 1)
      covered.fill(1, k, k + 4)
    }
    out[u] = covered.reduce((sum, c) => sum + c, 0) / words.length
  }
  const places = new Map<string, Array<number>>()
  for (const [k, word] of truth.entries()) {
    const list = places.get(word)
    if (list === undefined) places.set(word, [k])
    else list.push(k)
  }
  const standsAt = (words: ReadonlyArray<string>, place: number): boolean => {
    for (let k = 1; k < Math.min(words.length, long); k++) if (truth[place + k] !== words[k]) return false
    return true
  }
  const chain = heaviestChain(units, truth.length, (words) => {
    const found: Array<number> = []
    for (const place of places.get(words[0]!) ?? []) {
      if (found.length >= most) break
      if (standsAt(words, place)) found.push(place)
    }
    return found
  })
  const taken = new Uint8Array(truth.length)
  for (const { place, unit } of chain) {
    const size = units[unit]!.length
    if (size >= long && out[unit]! > 0.5) taken.fill(1, place, place + size)
  }
  for (const [k, { place, unit }] of chain.entries()) {
    const size = units[unit]!.length
    if (size >= long || taken[place] === 1) continue
    const before = chain[k - 1]
    const after = chain[k + 1]
    if (
      (before !== undefined && unit - before.unit <= 12 && place - before.place - units[before.unit]!.length <= 25) ||
      (after !== undefined && after.unit - unit <= 12 && after.place - place - size <= 25)
    ) out[unit] = 1
  }
  // Labels that the text repeats count, if they are directly next to a long unit of the content.
  for (const [u, words] of units.entries()) {
    if (words.length < 3 || words.length >= long || out[u]! > 0) continue
    const beside = [u - 1, u + 1].some((k) => k >= 0 && k < units.length && units[k]!.length >= long && out[k]! > 0.5)
    if (beside && (places.get(words[0]!) ?? []).some((place) => taken[place] === 0 && standsAt(words, place))) {
      out[u] = 1
    }
  }
  return out
}

interface Link {
  readonly unit: number
  readonly place: number
  readonly weight: number
  readonly before: Link | undefined
}

const heaviestChain = (
  units: ReadonlyArray<ReadonlyArray<string>>,
  size: number,
  find: (words: ReadonlyArray<string>) => ReadonlyArray<number>
): ReadonlyArray<Link> => {
  // This is a Fenwick tree of maxima: the heaviest chain before every position.
  const heaviest = Array.from<Link | undefined>({ length: size + 2 })
  let best: Link | undefined
  for (const [unit, words] of units.entries()) {
    if (words.length === 0) continue
    const links: Array<Link> = []
    for (const place of find(words)) {
      let before: Link | undefined
      for (let x = place + 1; x > 0; x -= x & -x) {
        if (heaviest[x] !== undefined && (before === undefined || heaviest[x]!.weight > before.weight)) {
          before = heaviest[x]
        }
      }
      links.push({ unit, place, before, weight: (before?.weight ?? 0) + Math.min(words.length, 12) })
    }
    for (const link of links) {
      const stop = Math.min(size, link.place + Math.min(words.length, long))
      for (let x = stop + 1; x < heaviest.length; x += x & -x) {
        if (heaviest[x] === undefined || link.weight > heaviest[x]!.weight) heaviest[x] = link
      }
      if (best === undefined || link.weight > best.weight) best = link
    }
  }
  const chain: Array<Link> = []
  for (let link = best; link !== undefined; link = link.before) chain.push(link)
  return chain.reverse()
}
