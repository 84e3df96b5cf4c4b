// Query operators, time filters and canonical URLs in the shape of the search benchmark's rows.
import { CanonicalUrl, Query, type QueryNode, TimeFilter } from "@dunlin/query-operators"
import { Option } from "effect"

const letters = { second: "s", minute: "n", hour: "h", day: "d", week: "w", month: "m", year: "y" } as const

interface Row {
  k: string
  op?: string
  v?: unknown
  items?: Array<Row>
  neg?: true
}

const value = (node: QueryNode.Operator): unknown => {
  if (node.name !== "site" && node.name !== "related") return node.value
  return node.value.path === "" ? { host: node.value.host } : node.value
}

const kinds = { Word: "word", Phrase: "phrase", And: "and", Or: "or" } as const

// The benchmark counts this mapping as part of reading, so it is written for speed.
const row = (node: QueryNode.Node): Row => {
  const out: Row = node._tag === "Operator"
    ? { k: "op", op: node.name, v: value(node) }
    : node._tag === "And" || node._tag === "Or"
    ? { k: kinds[node._tag], items: node.items.map(row) }
    : { k: kinds[node._tag], v: node.value }
  if (node.negated) out.neg = true
  return out
}

export const parse = (q: string): { ast: Array<Row>; warnings: Array<string> } => {
  const { query, warnings } = Query.parse(q)
  return { ast: query.nodes.map(row), warnings: warnings.map((warning) => warning.code) }
}

export const parseTbs = (tbs: string): object | null =>
  Option.match(TimeFilter.parse(tbs), {
    onNone: () => null,
    onSome: ({ range, ...rest }) =>
      range === undefined ? rest : { range: { unit: letters[range.unit], n: range.count }, ...rest }
  })

export const canonical = (url: string): string => CanonicalUrl.canonical(url)
