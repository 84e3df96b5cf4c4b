/** A query as an expression of the full-text table. Nothing a user wrote reaches MATCH except as a quoted token. */
import type { Node } from "@dunlin/query-operators/QueryNode"
import * as Facet from "./facet.ts"
import { exact, fold, isUnspaced, queryTokens, stemOf, stopWords } from "./text.ts"

/** What is verified on a candidate, because the table holds stems and single words only. */
export interface Candidate {
  readonly url: string
  readonly title: string
  readonly body: string
  readonly width?: number | null
  readonly height?: number | null
}

export type Check = (candidate: Candidate) => boolean

export interface Plan {
  /** The MATCH expression of what must and must not be there, and of the words of which one must be there. */
  readonly match: (words: ReadonlyArray<string>) => string
  /** Quoted tokens of the plain words, each once, for `match`. */
  readonly words: ReadonlyArray<string>
  /** Stems to rank by, in the order of the query; one written twice counts twice. */
  readonly terms: ReadonlyArray<string>
  readonly checks: ReadonlyArray<Check>
  readonly related: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

/** A query has at most this many plain words; the rest does not take part. */
const mostWords = 64

const quote = (tokens: ReadonlyArray<{ readonly text: string; readonly prefix: boolean }>): string =>
  tokens.length === 0
    ? ""
    : `"${tokens.map((token) => token.text.replaceAll("\"", "")).join(" ")}"${tokens.at(-1)!.prefix ? " *" : ""}`

const everything = Facet.match(Facet.all)

const conjunction = (parts: ReadonlyArray<string>): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(" AND ")})`

const disjunction = (parts: ReadonlyArray<string>): string => parts.length === 1 ? parts[0]! : `(${parts.join(" OR ")})`

const column = (name: string, value: string): string => {
  const tokens = quote(queryTokens(value))
  return tokens === "" ? "" : `${name} : ${tokens}`
}

/** The expression of one node without its sign; empty when the table cannot tell. */
const bare = (node: Node, images: boolean): string => {
  switch (node._tag) {
    case "Word":
    case "Phrase":
      return quote(queryTokens(node.value))
    case "And":
    case "Or": {
      const parts = node.items.map((item) => signed(item, images))
      // An alternative that cannot be told makes the whole group untold.
      if (node._tag === "Or" && parts.includes("")) return ""
      const known = parts.filter((part) => part !== "")
      return known.length === 0 ? "" : node._tag === "Or" ? disjunction(known) : conjunction(known)
    }
    case "Operator":
      switch (node.name) {
        case "site":
          return conjunction(Facet.site(node.value.host, node.value.path).map(Facet.match))
        case "filetype":
          return Facet.match(Facet.extension(node.value))
        case "intitle":
          return column("title", node.value)
        case "inurl":
          return column("urlw", node.value)
        case "intext":
          return column("body", node.value)
        case "allintitle":
        case "allinurl": {
          const name = node.name === "allintitle" ? "title" : "urlw"
          const parts = node.value.map((value) => column(name, value)).filter((part) => part !== "")
          return parts.length === 0 ? "" : conjunction(parts)
        }
        case "before":
        case "after":
          return disjunction(Facet.days(node.name, node.value).map(Facet.match))
        case "imagesize":
          return images ? Facet.match(Facet.size(node.value.width, node.value.height)) : ""
        case "larger":
        case "related":
          return ""
      }
  }
}

const signed = (node: Node, images: boolean): string => {
  const expression = bare(node, images)
  return expression !== "" && node.negated ? `(${everything} NOT ${expression})` : expression
}

/** Whether the text has the value as it is written: the same words in the same order, whatever the case and accents. */
const contains = (value: string): (text: string) => boolean => {
  if (isUnspaced(value)) {
    const needle = fold(value)
    return (text) => fold(text).includes(needle)
  }
  const needle = exact(value)
  return needle.trim() === "" ? () => true : (text) => exact(text).includes(needle)
}

/** The exact meaning of an un-negated node at the top of a query. */
const check = (node: Node, images: boolean): Check | undefined => {
  if (node._tag === "Phrase") {
    const has = contains(node.value)
    return (candidate) => has(`${candidate.title}\n${candidate.body}`) || has(candidate.url)
  }
  if (node._tag !== "Operator") return undefined
  switch (node.name) {
    case "intitle":
    case "allintitle": {
      const all = (typeof node.value === "string" ? [node.value] : node.value).map(contains)
      return (candidate) => all.every((has) => has(candidate.title))
    }
    case "inurl":
    case "allinurl": {
      const all = (typeof node.value === "string" ? [node.value] : node.value).map(contains)
      return (candidate) => all.every((has) => has(Facet.urlWords(candidate.url)))
    }
    case "intext": {
      const has = contains(node.value)
      return (candidate) => has(candidate.body)
    }
    case "site":
      return node.value.path === "" ? undefined : (candidate) => Facet.isBelow(candidate.url, node.value)
    case "larger":
      return images
        ? (candidate) => (candidate.width ?? 0) > node.value.width && (candidate.height ?? 0) > node.value.height
        : undefined
    default:
      return undefined
  }
}

const termsOf = (node: Node): ReadonlyArray<string> => {
  if (node.negated) return []
  switch (node._tag) {
    case "Word":
    case "Phrase":
      return queryTokens(node.value).map((token) => token.text)
    case "And":
    case "Or":
      return node.items.flatMap(termsOf)
    case "Operator":
      return node.name === "intitle" || node.name === "intext"
        ? queryTokens(node.value).map((token) => token.text)
        : node.name === "allintitle"
        ? node.value.flatMap((value) => queryTokens(value).map((token) => token.text))
        : []
  }
}

/** Un-negated parentheses at the top mean the same as none. */
const flatten = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> =>
  nodes.flatMap((node) => node._tag === "And" && !node.negated ? flatten(node.items) : [node])

/** Reads a query into a plan. Words are alternatives that rank; everything else must hold. */
export const make = (query: ReadonlyArray<Node>, options: { readonly images: boolean }): Plan => {
  const nodes = flatten(query)
  const words = new Map<string, boolean>()
  const required: Array<string> = []
  const textual: Array<string> = []
  const excluded: Array<string> = []
  const checks: Array<Check> = []
  const related: Array<string> = []
  const warnings: Array<string> = []
  for (const node of nodes) {
    if (node._tag === "Word" && !node.negated) {
      const tokens = queryTokens(node.value)
      if (tokens.length === 0) warnings.push("A word without letters or digits was ignored.")
      for (const token of tokens) {
        if (words.size < mostWords) words.set(quote([token]), stopWords.has(token.text))
      }
      continue
    }
    if (node._tag === "Operator" && node.name === "related" && !node.negated) {
      related.push(node.value.host)
      continue
    }
    const expression = bare(node, options.images)
    if (node.negated) {
      if (expression === "") warnings.push(`${label(node)} cannot be excluded in the local index and was ignored.`)
      else excluded.push(expression)
      continue
    }
    const exactly = check(node, options.images)
    if (exactly !== undefined) checks.push(exactly)
    if (expression === "") {
      if (exactly === undefined) warnings.push(`${label(node)} means nothing to the local index and was ignored.`)
      continue
    }
    required.push(expression)
    if (termsOf(node).length > 0) textual.push(expression)
  }
  const telling = [...words].filter(([, stop]) => !stop).map(([word]) => word)
  const kept = telling.length > 0 || required.length > 0 ? telling : [...words.keys()]
  const every = nodes.flatMap(termsOf)
  const content = every.filter((term) => !stopWords.has(term))
  return {
    words: kept,
    match: (chosen) => {
      const soft = chosen.length === 0 ? [] : [disjunction([...chosen, ...textual])]
      const positive = [...required, ...soft]
      const base = positive.length === 0 ? everything : conjunction(positive)
      return excluded.length === 0 ? base : `${base} NOT ${disjunction(excluded)}`
    },
    terms: (content.length > 0 ? content : every).slice(0, mostWords).map(stemOf),
    checks,
    related,
    warnings
  }
}

const label = (node: Node): string => node._tag === "Operator" ? `The operator ${node.name}:` : "A part of the query"
