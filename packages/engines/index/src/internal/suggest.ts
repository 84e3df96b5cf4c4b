/** Suggests a corrected spelling, if the index has evidence for it. */
import * as Query from "@dunlin/text/Query"
import type { Node } from "@dunlin/text/QueryNode"
import type { Concept } from "./concepts.ts"
import * as Conditions from "./conditions.ts"
import { type Expander, rare } from "./expand.ts"
import { fold } from "./fold.ts"
import type { Kind } from "./ids.ts"
import * as Language from "./language.ts"
import type { Condition, Plan } from "./plan.ts"
import type { Loaded } from "./reader.ts"
import type { Searched } from "./searched.ts"
import { functionWords } from "./stopWords.ts"

const replaceWords = (nodes: ReadonlyArray<Node>, corrected: ReadonlyMap<string, string>): ReadonlyArray<Node> =>
  nodes.flatMap((node): ReadonlyArray<Node> => {
    if (node._tag === "And") return [{ ...node, items: replaceWords(node.items, corrected) }]
    if (node._tag === "Or") {
      // If a correction consists of two words, they are one alternative.
      const items = node.items.map((item): Node => {
        const [first, ...more] = replaceWords([item], corrected)
        return first === undefined || more.length === 0
          ? first ?? item
          : { _tag: "And", items: [first, ...more], negated: false }
      })
      return [{ ...node, items }]
    }
    if (node._tag !== "Word" || node.negated) return [node]
    const value = corrected.get(fold(node.value))
    return value === undefined ? [node] : value.split(" ").map((value) => ({ ...node, value }))
  })

const capitals = /^\p{Lu}[\p{Lu}\p{N}_]+$/u

const wordsOf = (nodes: ReadonlyArray<Node>): ReadonlyArray<string> =>
  nodes.flatMap((node) =>
    node._tag === "And" || node._tag === "Or" ? wordsOf(node.items) : node._tag === "Word" ? [node.value] : []
  )

/**
 * Returns words in capitals, such as `ERESOLVE`, if the query also has other words. They are names, so they may be
 * unknown without being typos.
 */
const namesIn = (nodes: ReadonlyArray<Node>): ReadonlySet<string> => {
  const words = wordsOf(nodes)
  return new Set(
    words.some((word) => /\p{Ll}/u.test(word)) ? words.filter((word) => capitals.test(word)).map(fold) : []
  )
}

/** Minimum letters of a typo. Shorter words are one edit away from too many other words. */
const MIN_TYPO_LETTERS = 4

/** Returns whether a word is a typo of another one. A word that is part of a longer word is not. */
const isTypo = (typed: string, meant: string): boolean =>
  typed.length >= MIN_TYPO_LETTERS && !functionWords.has(typed) && !meant.includes(typed)

/** Minimum share of a correction's pages that also contain the other words of the query. */
const COMPANY = 0.5

interface SuggestInput {
  readonly index: Searched
  readonly kind: Kind
  readonly plan: Plan
  readonly expander: Expander
}

/**
 * Returns whether most function words of the query are in languages of which the index has no pages. An unknown word
 * is then not a typo of a known one. Function words that many pages contain anyway, such as `die`, are ignored.
 */
const isForeign = ({ expander, index, kind, plan }: SuggestInput): boolean => {
  const { count, languages } = index.segments(kind)
  const own = new Set(languages.map(Language.codeOf))
  let foreign = 0
  for (const { folded } of plan.titleConcepts) {
    const those = functionWords.get(folded)
    if (those === undefined) continue
    if ([...those].some((language) => own.has(language))) foreign--
    else if (expander.terms(folded).every((term) => index.frequency(kind, term) <= rare(count))) foreign++
  }
  return foreign > 0
}

const isTelling = ({ folded, isPlain, isStop }: Concept): boolean => isPlain && !isStop && !functionWords.has(folded)

const noPrefixes = () => []

export interface Best {
  readonly segment: Loaded
  readonly document: number
}

const supported = async (
  asked: SuggestInput,
  typos: ReadonlyMap<string, string>,
  corrected: ReadonlyMap<string, string>,
  { document, segment }: Best
): Promise<ReadonlyMap<string, string>> => {
  const { expander, index, kind, plan } = asked
  await index.fetch(kind, plan.titleConcepts.flatMap(({ folded }) => expander.terms(folded)))
  const at = index.segments(kind).all.indexOf(segment)
  if (at < 0 || isForeign(asked)) return new Map()
  const words = [...new Set(plan.concepts.filter(isTelling).map(({ folded }) => folded))]
  const unknown = words.filter((word) => expander.terms(word).every((term) => index.frequency(kind, term) === 0))
  const conditions = words.map((word): Condition => ({
    tag: "and",
    items: (corrected.get(word) ?? word).split(" ").map((part): Condition => ({
      tag: "terms",
      terms: expander.terms(part),
      where: "anywhere"
    }))
  }))
  await index.fetch(kind, conditions.flatMap((condition) => Conditions.termsOf(condition, noPrefixes)))
  const there = words.filter((_, word) =>
    Conditions.evaluate(index, kind, at, conditions[word]!, noPrefixes)[document] === 1
  )
  return new Map([...typos].filter(([typed]) => {
    const others = words.filter((word) => word !== typed)
    // If the query has only one other word, that word may be unknown, too.
    const needed = others.length === 1 && unknown.includes(others[0]!) ? 0 : Math.ceil(others.length * COMPANY)
    return there.includes(typed) && there.length > needed
  }))
}

/** Returns the query with corrected words; `undefined` if no word was corrected. */
export const suggestion = async (
  asked: SuggestInput,
  corrected: ReadonlyMap<string, string>,
  best: Best | undefined
): Promise<string | undefined> => {
  if (corrected.size === 0 || best === undefined) return undefined
  const { plan } = asked
  const names = namesIn(plan.nodes)
  const likely = new Map([...corrected].filter(([typed, meant]) => isTypo(typed, meant) && !names.has(typed)))
  if (likely.size === 0) return undefined
  const typos = await supported(asked, likely, corrected, best)
  if (typos.size === 0) return undefined
  const [typed, meant] = [plan.nodes, replaceWords(plan.nodes, typos)].map((nodes) => Query.print(Query.make(nodes)))
  return meant === typed ? undefined : meant
}
