/** Describes, in sentences, the results that filters omitted. */
import * as Query from "@dunlin/text/Query"
import { demanded, type Node } from "@dunlin/text/QueryNode"
import * as Expand from "./expand.ts"
import * as Facet from "./facet.ts"
import { inWindow, masks, type Run } from "./filters.ts"
import { type Condition, make } from "./plan.ts"
import * as Score from "./score.ts"

export const MAX_CANDIDATES = 3000

const counted = async (
  { index, kind, plan }: Run,
  conditions: ReadonlyArray<Condition>,
  expander: Expand.Expander
): Promise<number> => {
  const scored = Expand.scored(plan.concepts)
  await index.fetch(kind, scored.flatMap(({ terms }) => terms))
  const most = MAX_CANDIDATES
  if (index.count !== undefined) return index.count({ kind, scored, conditions, isWordless: false, most })
  const allowed = await masks(index, kind, conditions, expander)
  return plan.concepts.length === 0
    ? Score.newest(index, kind, most, allowed).length
    : Score.best(index, kind, scored, most, allowed).best.length
}

const isTime = (node: Node): boolean => node._tag === "Operator" && (node.name === "before" || node.name === "after")

/** Reports that results without a date were omitted. */
export const undated = async (run: Run, count: number, expander: Expand.Expander): Promise<ReadonlyArray<string>> => {
  const { kind, languages, plan, search } = run
  const isFiltered = search.from !== undefined || search.to !== undefined || search.nodes.some(isTime)
  // News always have a date. For other pages, missing dates are reported only if nothing was found.
  if (!isFiltered && (search.source !== "news" || count > 0)) return []
  const isDated: Condition = { tag: "terms", terms: [Facet.mark + Facet.dated], where: "anywhere" }
  const others = make(search.nodes.filter((node) => !isTime(node)), { images: kind === 1, languages })
  const without = await counted(run, [...others.conditions, { tag: "not", item: isDated }], expander)
  const isWordless = plan.concepts.length === 0
  if (without === 0) return []
  const pages = without === 1
    ? "1 page has"
    : `${without === MAX_CANDIDATES ? "At least " : ""}${without} pages have`
  const them = without === 1 ? "it" : "them"
  const words = isWordless ? "no date" : "words of the query but no date"
  if (!isFiltered) return [`${pages} ${words}, so the news search omitted ${them}.`]
  return [`${pages} ${words}, so the time filter omitted ${them}.`]
}

/** Returns the required parts of a query in its syntax, without words that only rank. */
const demandsOf = (nodes: ReadonlyArray<Node>): string =>
  Query.print(Query.make(nodes.filter((node) => {
    const requirement = demanded(node)
    return requirement._tag !== "Word" || requirement.negated || requirement.required === true
  })))

/** Reports pages with the words of a query that do not fulfil its operators. */
export const unfulfilled = async (
  run: Run,
  count: number,
  expander: Expand.Expander
): Promise<ReadonlyArray<string>> => {
  const { plan, search } = run
  const demands = demandsOf(plan.nodes)
  if (count > 0 || plan.concepts.length === 0 || demands === "") return []
  const length = await counted(run, inWindow(search), expander)
  if (length === 0) return []
  const best = length === MAX_CANDIDATES ? " best" : ""
  const pages = length === 1 ? "The only page with words" : `Not one of the ${length}${best} pages with words`
  return [`${pages} of the query ${length === 1 ? "does not meet" : "meets"} ${demands}.`]
}
