// Query operators, time filters and canonical URLs in the shape of the search benchmark's rows.
import { CanonicalUrl, Query, type QueryNode, TimeFilter } from "@dunlin/query-operators"
import { Option } from "effect"

const letters = { second: "s", minute: "n", hour: "h", day: "d", week: "w", month: "m", year: "y" } as const

const value = (node: QueryNode.Operator): unknown => {
  if (node.name !== "site" && node.name !== "related") return node.value
  return node.value.path === "" ? { host: node.value.host } : { host: node.value.host, path: node.value.path }
}

const row = (node: QueryNode.Node): object => ({
  ...(node._tag === "Operator"
    ? { k: "op", op: node.name, v: value(node) }
    : node._tag === "And" || node._tag === "Or"
    ? { k: node._tag.toLowerCase(), items: node.items.map(row) }
    : { k: node._tag.toLowerCase(), v: node.value }),
  ...(node.negated ? { neg: true } : {})
})

export const parse = (q: string): { ast: Array<object>; warnings: Array<string> } => {
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
