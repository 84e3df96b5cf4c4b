/** Scores how well each sentence answers a query. `Passages` explains the constants. */
import { type Index, MIN_COMMON_LETTERS, type Posting, type Sentence, termsOf } from "./sentences.ts"

const K1 = 1.2
const BM25_B = 0.3
/** Weight of a query word that only a neighbouring sentence contains. */
const SUPPORT = 0.35
/** Factor of the support from a sentence in another paragraph. */
const ACROSS = 0.6
const SCORE_OF_SIMILAR_WORD = 0.5
const MIN_SHARED_START_OF_WORD = 0.8
const TOGETHER = 0.5
const FAVOUR = 0.4
const MAX_SCORED_QUERY_CHARACTERS = 10_000

interface Wanted {
  readonly number: number | undefined
  readonly rarity: number
  readonly postings: ReadonlyArray<Posting>
}

/** `own` is the score from a sentence's own words, and `total` includes its neighbours. */
export const score = (
  index: Index,
  query: string
): { readonly own: Float64Array; readonly total: Float64Array } => {
  const { average, sentences } = index
  const own = new Float64Array(sentences.length)
  const total = new Float64Array(sentences.length)
  const terms = termsOf(query.slice(0, MAX_SCORED_QUERY_CHARACTERS))
  const wanted = new Map<string, Wanted>()
  for (const term of terms) if (!wanted.has(term)) wanted.set(term, want(index, term))

  for (const { postings, rarity } of wanted.values()) {
    let before = -1
    postings.forEach(({ count, sentence: at }, place) => {
      const worth = rarity * count * (K1 + 1) /
        (count + K1 * (1 - BM25_B + BM25_B * sentences[at]!.terms.length / average))
      own[at]! += worth
      total[at]! += worth
      const next = postings[place + 1]?.sentence
      if (at > 0 && before !== at - 1) total[at - 1]! += worth * nearness(sentences[at - 1]!, sentences[at]!)
      if (at + 1 < sentences.length && next !== at + 1) {
        total[at + 1]! += worth * nearness(sentences[at + 1]!, sentences[at]!)
      }
      before = at
    })
  }
  addPairs(index, terms.map((term) => wanted.get(term)!), total)
  if (asksForNumber(query)) favourNumbers(index, new Set(terms), total)
  return { own, total }
}

const nearness = (one: Sentence, other: Sentence): number =>
  one.paragraph === other.paragraph ? SUPPORT : SUPPORT * ACROSS

const want = (index: Index, term: string): Wanted => {
  const { numbers, postings, sentences } = index
  const number = numbers.get(term)
  const found = number === undefined ? startingAlike(index, term) : postings[number]!
  const rarity = Math.log(1 + (sentences.length - found.length + 0.5) / (found.length + 0.5))
  return { number, rarity, postings: found }
}

const startingAlike = ({ neighbours, numbers, postings }: Index, term: string): ReadonlyArray<Posting> => {
  if (term.length < MIN_COMMON_LETTERS) return []
  const start = term.slice(0, Math.max(MIN_COMMON_LETTERS, Math.ceil(term.length * MIN_SHARED_START_OF_WORD)))
  const counts = new Map<number, number>()
  for (const other of neighbours(term)) {
    if (!other.startsWith(start)) continue
    for (const { count, sentence } of postings[numbers.get(other)!]!) {
      counts.set(sentence, (counts.get(sentence) ?? 0) + count * SCORE_OF_SIMILAR_WORD)
    }
  }
  return [...counts].map(([sentence, count]) => ({ sentence, count })).sort((x, y) => x.sentence - y.sentence)
}

const addPairs = ({ sentences }: Index, wanted: ReadonlyArray<Wanted>, total: Float64Array) => {
  for (let i = 0; i + 1 < wanted.length; i++) {
    const first = wanted[i]!
    const second = wanted[i + 1]!
    if (first.number === undefined || second.number === undefined || first === second) continue
    const bonus = TOGETHER * Math.min(first.rarity, second.rarity)
    const { postings } = first.postings.length <= second.postings.length ? first : second
    for (const { sentence } of postings) {
      const { terms } = sentences[sentence]!
      for (let at = terms.indexOf(first.number); at >= 0; at = terms.indexOf(first.number, at + 1)) {
        if (terms[at + 1] !== second.number) continue
        total[sentence]! += bonus
        break
      }
    }
  }
}

const numberQuestion = new RegExp(
  "\\b(?:when|how (?:many|much|old|long|far|tall|large|big|high|deep|often|fast)|(?:what|which) (?:\\w+ )?(?:year|date|day|month|"
    + "century|decade|time|percentage|percent|number|amount|fraction|proportion|age|price|cost|population)|wann|wie ?viele?|"
    + "welches jahr|quand|combien|quelle (?:année|date)|cu[aá]ndo|cu[aá]nt[oa]s?|quando|quant[oiae]s?)(?!\\p{L})"
    + "|когда|сколько|何年|何人|いつ|いくつ|いくら|几|多少|什么时候|何时|哪年|언제|몇|متى|كم",
  "iu"
)

const asksForNumber = (query: string): boolean => numberQuestion.test(query.slice(0, 500))

const favourNumbers = ({ numbers, numeric, postings }: Index, terms: ReadonlySet<string>, total: Float64Array) => {
  const favoured = new Uint8Array(total.length)
  for (const term of numeric) {
    if (terms.has(term)) continue
    for (const { sentence } of postings[numbers.get(term)!]!) favoured[sentence] = 1
  }
  for (let i = 0; i < total.length; i++) if (favoured[i] === 1) total[i]! *= 1 + FAVOUR
}
