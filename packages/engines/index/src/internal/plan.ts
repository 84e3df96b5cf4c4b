/**
 * Compiles a query into concepts, which rank documents, conditions, which the index tests by terms, and checks, which
 * read the document's text.
 */
import * as Exact from "@dunlin/text/Exact"
import { demanded, type Node } from "@dunlin/text/QueryNode"
import { type Amount, amountsOf, withAmounts } from "./amounts.ts"
import { type Concept, concepts, inLanguages } from "./concepts.ts"
import * as Facet from "./facet.ts"
import * as Forms from "./forms.ts"
import * as Language from "./language.ts"
import { stopWords } from "./stopWords.ts"
import * as Tokens from "./tokens.ts"
import { hasUnspaced } from "./wordTerms.ts"

export type Condition =
  | { readonly tag: "terms"; readonly terms: ReadonlyArray<string>; readonly where: Where }
  | { readonly tag: "prefix"; readonly prefix: string; readonly where: Where }
  | { readonly tag: "and" | "or"; readonly items: ReadonlyArray<Condition> }
  | { readonly tag: "not"; readonly item: Condition }
  | { readonly tag: "everything" }

export type Where = "anywhere" | "title" | "address" | "text"

export interface Candidate {
  readonly url: string
  readonly title: string
  readonly body: string
  readonly width?: number | null
  readonly height?: number | null
  /** Returns whether the document meets a condition, by terms only. */
  readonly isMet: (condition: Condition) => boolean
}

export type Check = (candidate: Candidate) => boolean

export interface Plan {
  readonly nodes: ReadonlyArray<Node>
  readonly concepts: ReadonlyArray<Concept>
  readonly titleConcepts: ReadonlyArray<Concept>
  readonly amounts: ReadonlyArray<Amount>
  readonly canCorrect: boolean
  readonly conditions: ReadonlyArray<Condition>
  readonly checks: ReadonlyArray<Check>
  /** Conditions that terms decide. The text decides the other parts of groups. */
  readonly decided: ReadonlyArray<Condition>
  /** Whether a document may match without a word of the query, for example for `walrus OR filetype:pdf`. */
  readonly isWordless: boolean
  readonly related: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

/** Maximum words of a query. Further words are ignored. */
const MAX_WORDS_OF_QUERY = 64
const MAX_NAME_WORDS = 9
/** Returns the condition for words; `undefined` if terms cannot decide whether a document contains them. */
const wordsCondition = (
  text: string,
  where: Where,
  languages: ReadonlyArray<string>,
  isPhrase = false
): Condition | undefined => {
  const items = concepts(text, languages).flatMap((concept): ReadonlyArray<Condition> => {
    if (concept.isPrefix) return [{ tag: "prefix", prefix: concept.folded, where }]
    // All parts of a text without spaces are required. For an identifier, its words or the whole identifier are
    // enough.
    if (hasUnspaced(concept.typed)) {
      return concept.groups.map(({ prefix, terms }) =>
        prefix === undefined ? { tag: "terms", terms, where } : { tag: "prefix", prefix, where }
      )
    }
    // A required or excluded word is matched as typed, without synonyms.
    if (concept.isPlain) return [{ tag: "terms", terms: inLanguages(concept.typed.toLowerCase(), languages), where }]
    return isPhrase ? [] : [{ tag: "terms", terms: concept.groups.slice(0, 2).flatMap(({ terms }) => terms), where }]
  })
  // The words of a phrase are looked up one by one, and their order is checked in the text.
  const plain = isPhrase
    ? phraseWords(text, languages).map((terms): Condition => ({ tag: "terms", terms, where }))
    : items
  const all = isPhrase && !hasUnspaced(text) ? plain : items
  return all.length === 0 ? undefined : all.length === 1 ? all[0] : { tag: "and", items: all }
}

const phraseWords = (text: string, languages: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const out: Array<ReadonlyArray<string>> = []
  Tokens.eachWord(text, (start, end) => {
    out.push(inLanguages(text.slice(start, end).toLowerCase(), languages))
  })
  return out
}

const facets = (all: ReadonlyArray<string>, tag: "and" | "or"): Condition => ({
  tag,
  items: all.map((facet): Condition => ({ tag: "terms", terms: [Facet.mark + facet], where: "anywhere" }))
})

interface Context {
  readonly images: boolean
  readonly languages: ReadonlyArray<string>
}

const listCondition = (
  values: ReadonlyArray<string>,
  where: Where,
  { languages }: Context
): Condition | undefined => {
  const items = values.flatMap((value) => wordsCondition(value, where, languages, true) ?? [])
  return items.length === 0 ? undefined : { tag: "and", items }
}

const maybePort = /^\d{1,5}$/

/** Extends a condition for a number, which may be the port of a URL. The port is not one of the URL's words. */
const orPort = (condition: Condition): Condition => {
  if (condition.tag === "and") return { ...condition, items: condition.items.map(orPort) }
  const [term, ...more] = condition.tag === "terms" ? condition.terms : []
  return term === undefined || more.length > 0 || !maybePort.test(term)
    ? condition
    : { tag: "or", items: [condition, facets([Facet.portOf(term)], "and")] }
}

const inAddress = (values: ReadonlyArray<string>, context: Context): Condition | undefined => {
  const condition = listCondition(values, "address", { ...context, languages: [Language.unknown] })
  return condition === undefined ? undefined : orPort(condition)
}

/** Returns the condition of a node, regardless of its sign; `undefined` if terms cannot decide it. */
const bare = (node: Node, context: Context): Condition | undefined => {
  switch (node._tag) {
    case "Word":
      return wordsCondition(node.value, "anywhere", context.languages)
    case "Phrase":
      return wordsCondition(node.value, "anywhere", context.languages, true)
    case "And":
    case "Or": {
      const parts = node.items.map((item) => signed(item, context))
      const known = parts.filter((part) => part !== undefined)
      // If terms cannot decide one alternative, they cannot decide the group.
      if (known.length === 0 || (node._tag === "Or" && known.length < parts.length)) return undefined
      return { tag: node._tag === "Or" ? "or" : "and", items: known }
    }
    case "Operator":
      switch (node.name) {
        case "site":
          return facets(Facet.site(node.value.host, node.value.path), "and")
        case "filetype":
          return facets([Facet.extension(node.value)], "and")
        case "intitle":
          return listCondition([node.value], "title", context)
        case "inurl":
          return inAddress([node.value], context)
        case "intext":
          return listCondition([node.value], "text", context)
        case "allintitle":
          return listCondition(node.value, "title", context)
        case "allinurl":
          return inAddress(node.value, context)
        case "before":
        case "after":
          return facets(Facet.days(node.name, node.value), "or")
        case "imagesize":
          return context.images ? facets([Facet.size(node.value.width, node.value.height)], "and") : undefined
        case "larger":
        case "related":
          return undefined
      }
  }
}

const signed = (node: Node, context: Context): Condition | undefined => {
  if (!node.negated) return bare(node, context)
  // A document with the words of an excluded phrase does not necessarily contain the phrase.
  const condition = isExact(node) ? bare(node, context) : undefined
  return condition === undefined ? undefined : { tag: "not", item: condition }
}

/** Returns whether a word is derived. It may have the same terms as the word from which it is derived. */
const isDerived = (word: string): boolean =>
  /^[a-z]+$/i.test(word) &&
  word.length - (Language.words("en").of(word.toLowerCase())[0]?.length ?? 0) > Forms.MAX_LETTERS_OF_ENDING

/** Returns whether a condition is equivalent to its node. Otherwise, the text must be read. */
const isExact = (node: Node): boolean => {
  switch (node._tag) {
    case "Word":
      return /^[\p{L}\p{N}\p{M}]+$/u.test(node.value) && !isDerived(node.value)
    case "Phrase":
      return false
    case "And":
    case "Or":
      return node.items.every(isExact)
    case "Operator":
      return node.name === "site"
        ? node.value.path.split("/").length <= 4 && !Facet.hasPort(node.value.host)
        : ["filetype", "before", "after", "imagesize"].includes(node.name)
  }
}

/** Returns whether terms decide all requirements and exclusions. Other words only rank. */
export const isDecided = (nodes: ReadonlyArray<Node>): boolean =>
  nodes.map(demanded).every((node) => node._tag === "Word" && !node.negated && node.required !== true || isExact(node))

type Verdict = boolean | undefined

const all = (values: ReadonlyArray<string>, text: string): boolean => {
  const searchable = Exact.searchable(text)
  return values.every((value) => Exact.contains(searchable, value))
}

interface Planning extends Context {
  readonly finders: Map<string, (text: string) => boolean>
  readonly decided: Map<Node, Condition>
}

/** Collects the conditions that terms decide. The text decides the other parts of a group. */
const decide = (node: Node, context: Planning): void => {
  if (node._tag === "And" || node._tag === "Or") node.items.forEach((item) => decide(item, context))
  else if (isExact(node)) {
    const condition = bare(node, context)
    if (condition !== undefined) context.decided.set(node, condition)
  }
}

const hasForm = (text: string, word: string, { finders, languages }: Planning): boolean => {
  const finder = finders.get(word) ?? Forms.finder(word, (other) => inLanguages(other, languages))
  finders.set(word, finder)
  return finder(text)
}

/** Returns the verdict on a node by the text; `undefined` if only terms can decide it. */
const judge = (node: Node, candidate: Candidate, context: Planning): Verdict => {
  const verdict = affirm(node, candidate, context)
  return verdict === undefined || !node.negated ? verdict : !verdict
}

const affirm = (node: Node, candidate: Candidate, context: Planning): Verdict => {
  const condition = context.decided.get(node)
  if (condition !== undefined) return candidate.isMet(condition)
  switch (node._tag) {
    case "Word": {
      if (isExact(node)) return undefined
      const text = `${candidate.title}\n${candidate.body}`
      // The terms of a page include those of its URL.
      return isDerived(node.value)
        ? hasForm(`${candidate.url}\n${text}`, node.value, context)
        : all([node.value], text)
    }
    case "Phrase":
      return all([node.value], `${candidate.title}\n\n${candidate.body}`)
    case "And": {
      const verdicts = node.items.map((item) => judge(item, candidate, context))
      return verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true
    }
    case "Or": {
      const verdicts = node.items.map((item) => judge(item, candidate, context))
      return verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false
    }
    case "Operator":
      switch (node.name) {
        case "intitle":
          return all([node.value], candidate.title)
        case "allintitle":
          return all(node.value, candidate.title)
        case "intext":
          return all([node.value], candidate.body)
        case "inurl":
          return Exact.inAddress(candidate.url, node.value)
        case "allinurl":
          return node.value.every((value) => Exact.inAddress(candidate.url, value))
        case "site":
          return Facet.isBelow(candidate.url, node.value)
        case "larger":
          return context.images
            ? (candidate.width ?? 0) > node.value.width && (candidate.height ?? 0) > node.value.height
            : undefined
        default:
          return undefined
      }
  }
}

/** Removes top-level parentheses without negation. They are redundant, unless AND was typed. */
const flatten = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> =>
  nodes.flatMap((node) => node._tag === "And" && !node.negated && node.required !== true ? flatten(node.items) : [node])

/**
 * Returns whether signs are punctuation: repetitions of one character (`&&`), and signs of sentences and brackets
 * (`);`). Other signs may be operators of a language.
 */
const isPunctuation = (word: string): boolean =>
  /^(.)\1*$|^[()[\]{}.,;:!?\u2026"'\u00ab\u00bb\u00bf\u00a1]+$/u.test(word)

const rankingOf = (node: Node): ReadonlyArray<{ readonly text: string; readonly isQuoted: boolean }> => {
  if (node.negated) return []
  switch (node._tag) {
    case "Word":
      return [{ text: node.value, isQuoted: false }]
    case "Phrase":
      return [{ text: node.value, isQuoted: true }]
    case "And":
    case "Or":
      return node.items.flatMap(rankingOf)
    case "Operator":
      return node.name === "intitle" || node.name === "intext"
        ? [{ text: node.value, isQuoted: true }]
        : node.name === "allintitle"
        ? node.value.map((text) => ({ text, isQuoted: true }))
        : []
  }
}

const needsWord = (node: Node): boolean =>
  node._tag === "Word"
    ? !node.negated
    : node._tag === "Or" && !node.negated
    ? node.items.every(needsWord)
    : node._tag === "And" && !node.negated
    ? node.items.some(needsWord)
    : rankingOf(node).length > 0

const idleStar = "`*` matches letters only at the end of a word, and not in quotation marks."

const hasIdleStar = (node: Node): boolean => {
  if (node._tag === "And" || node._tag === "Or") return node.items.some(hasIdleStar)
  if (node._tag === "Operator") {
    return [node.value].flat().some((value) => typeof value === "string" && /[\p{L}\p{N}]\*[\p{L}\p{N}]/u.test(value))
  }
  return node._tag === "Word"
    ? node.value.includes("*") && /^\*[\p{L}\p{N}]|[\p{L}\p{N}]\*[\p{L}\p{N}]/u.test(node.value)
    : /(?<!\S)\*(?!\S)|[\p{L}\p{N}]\*(?:\s|$)/u.test(node.value)
}

/**
 * Returns words that are probably command options, as in `run -it`: single letters and stop words, which almost every
 * text contains.
 */
const optionsIn = (nodes: ReadonlyArray<Node>): ReadonlyArray<string> =>
  nodes.flatMap((node) =>
    node._tag === "Word" && node.negated && (/^[a-z]$/i.test(node.value) || stopWords.has(node.value.toLowerCase()))
      ? [node.value]
      : []
  )

const leftOut = (word: string): string =>
  `Pages with the word ${JSON.stringify(word)} were omitted; write "-${word}" in quotation marks to search for it.`

const label = (node: Node): string => node._tag === "Operator" ? `The operator ${node.name}:` : "A part of the query"

/** Makes the plan of a query. Words are alternatives that rank, and everything else is required. */
export const make = (query: ReadonlyArray<Node>, context: Context): Plan => {
  const nodes = flatten(query).map(demanded)
  const conditions: Array<Condition> = []
  const checks: Array<Check> = []
  const related: Array<string> = []
  const warnings: Array<string> = []
  const typed: Array<Concept> = []
  const planning: Planning = { ...context, finders: new Map(), decided: new Map() }
  for (const node of nodes) {
    if (node._tag === "Word" && !node.negated && node.required !== true) {
      const own = concepts(node.value, context.languages)
      if (typed.length < MAX_WORDS_OF_QUERY) typed.push(...own)
      if (own.length === 0 && !isPunctuation(node.value)) {
        warnings.push("A word without letters or digits was ignored.")
      }
      continue
    }
    if (typed.length < MAX_WORDS_OF_QUERY) {
      typed.push(
        ...rankingOf(node).flatMap(({ isQuoted, text }) =>
          // Quoted words match only as typed.
          concepts(text, context.languages).map((concept) => isQuoted ? { ...concept, isPlain: false } : concept)
        )
      )
    }
    if (node._tag === "Operator" && node.name === "related" && !node.negated) {
      related.push(node.value.host)
      continue
    }
    const condition = bare(node, context)
    const exact = isExact(node)
    const decides = node._tag !== "Operator" || (node.name === "larger"
      ? context.images
      : !["before", "after", "filetype", "imagesize", "related"].includes(node.name))
    if (!exact && decides) {
      decide(node, planning)
      checks.push((candidate) => judge(node, candidate, planning) !== false)
    }
    if (condition === undefined) {
      if (exact || !decides) {
        warnings.push(`${label(node)} is not supported by the local index and was ignored.`)
      }
      continue
    }
    const known = signed(node, context)
    if (known !== undefined) conditions.push(known)
  }
  if (nodes.some(hasIdleStar)) warnings.push(idleStar)
  warnings.push(...optionsIn(nodes).map(leftOut))
  const ranking = withAmounts(typed, context.languages)
  const telling = ranking.filter(({ isStop }) => !isStop)
  return {
    nodes: query,
    titleConcepts: ranking,
    amounts: amountsOf(
      nodes.flatMap((node) => node._tag === "Word" && !node.negated ? [node.value] : []).join(" "),
      context.languages
    ),
    canCorrect: ranking.length <= MAX_NAME_WORDS && ranking.length > 0,
    concepts: (telling.length > 0 ? telling : ranking).slice(0, MAX_WORDS_OF_QUERY),
    conditions,
    checks,
    decided: [...planning.decided.values()],
    isWordless: !nodes.some(needsWord),
    related,
    warnings
  }
}
