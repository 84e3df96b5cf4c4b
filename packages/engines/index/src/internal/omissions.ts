/** Results that filters omitted, in sentences. */
import * as Query from "@dunlin/text/Query"
import { demanded, type Node } from "@dunlin/text/QueryNode"
import * as Expand from "./expand.ts"
import * as Facet from "./facet.ts"
import { inWindow, masks, type Run } from "./filters.ts"
import { type Condition, make } from "./plan.ts"
import * as Score from "./score.ts"

/** Candidates that are read to find those that pass the checks. */
export const MAX_CANDIDATES = 3000

const isTime = (node: Node): boolean => node._tag === "Operator" && (node.name === "before" || node.name === "after")

/** Results that were omitted because they have no date, in a sentence. */
export const undated = async (run: Run, count: number, expander: Expand.Expander): Promise<ReadonlyArray<string>> => {
  const { index, kind, languages, plan, search } = run
  const isFiltered = search.from !== undefined || search.to !== undefined || search.nodes.some(isTime)
  // News are dated by nature; that others are not is said when nothing else is.
  if (!isFiltered && (search.source !== "news" || count > 0)) return []
  const isDated: Condition = { tag: "terms", terms: [Facet.mark + Facet.dated], where: "anywhere" }
  const others = make(search.nodes.filter((node) => !isTime(node)), { images: kind === 1, languages })
  const allowed = await masks(index, kind, [...others.conditions, { tag: "not", item: isDated }], expander)
  const scored = Expand.scored(plan.concepts)
  await index.fetch(kind, scored.flatMap(({ terms }) => terms))
  const isWordless = plan.concepts.length === 0
  const without = isWordless
    ? Score.newest(index, kind, MAX_CANDIDATES, allowed)
    : Score.best(index, kind, scored, MAX_CANDIDATES, allowed).best
  if (without.length === 0) return []
  const pages = without.length === 1
    ? "1 page has"
    : `${without.length === MAX_CANDIDATES ? "At least " : ""}${without.length} pages have`
  const words = isWordless ? "no date" : "words of the query but no date"
  if (!isFiltered) return [`${pages} ${words}: news are pages with one.`]
  return [`${pages} ${words}, and the filter by time left ${without.length === 1 ? "it" : "them"} out.`]
}

/** What a query asks for beside words that rank, as it is written. */
const demandsOf = (nodes: ReadonlyArray<Node>): string =>
  Query.print(Query.make(nodes.filter((node) => {
    const asked = demanded(node)
    return asked._tag !== "Word" || asked.negated || asked.required === true
  })))

/** Where nothing was found though pages have words of the query: what none of them fulfils, in a sentence. */
export const unfulfilled = async (
  run: Run,
  count: number,
  expander: Expand.Expander
): Promise<ReadonlyArray<string>> => {
  const { index, kind, plan, search } = run
  const demands = demandsOf(plan.nodes)
  if (count > 0 || plan.concepts.length === 0 || demands === "") return []
  const allowed = await masks(index, kind, inWindow(search), expander)
  const scored = Expand.scored(plan.concepts)
  await index.fetch(kind, scored.flatMap(({ terms }) => terms))
  const { length } = Score.best(index, kind, scored, MAX_CANDIDATES, allowed).best
  if (length === 0) return []
  const best = length === MAX_CANDIDATES ? " best" : ""
  const pages = length === 1 ? "The one page that has words" : `None of the ${length}${best} pages that have words`
  return [`${pages} of the query ${length === 1 ? "does not fulfil" : "fulfils"} ${demands}.`]
}
