/**
 * Computes the relevance of texts from their words: BM25 (Robertson and Zaragoza 2009), as a share of the maximum
 * score.
 */
import * as Passages from "@dunlin/text/Passages"

/** The BM25 parameter k1 with its usual value. It sets how much repeated words count. */
const SATURATION = 1.2
/** The BM25 parameter b with its usual value. It sets how much long texts are penalized. */
const LENGTH_WEIGHT = 0.75

/** Gives a word weight even if all or no texts contain it. */
const SMOOTHING = 0.5

export const byWords = (query: string, texts: ReadonlyArray<string>): ReadonlyArray<number> => {
  const wanted = [...new Set(Passages.terms(query))]
  const documents = texts.map((text) => {
    const terms = Passages.terms(text)
    const counts = new Map(wanted.map((term) => [term, 0]))
    for (const term of terms) {
      const count = counts.get(term)
      if (count !== undefined) counts.set(term, count + 1)
    }
    return { length: terms.length, counts }
  })
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length)
  const rarity = wanted.map((term) => {
    const having = documents.filter(({ counts }) => counts.get(term)! > 0).length
    return Math.log(1 + (documents.length - having + SMOOTHING) / (having + SMOOTHING))
  })
  const best = rarity.reduce((sum, weight) => sum + weight, 0) * (SATURATION + 1)
  return documents.map(({ counts, length }) => {
    const norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / Math.max(1, meanLength))
    const score = wanted.reduce((sum, term, at) => {
      const count = counts.get(term)!
      return sum + rarity[at]! * count * (SATURATION + 1) / (count + norm)
    }, 0)
    return best === 0 ? 0 : score / best
  })
}
