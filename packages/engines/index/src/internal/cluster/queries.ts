/** Converts the conditions and terms of a search to queries of a cluster. */
import type { Condition, Where } from "../plan.ts"
import { type Scored, weights } from "../score.ts"
import type { Wanted } from "../searched.ts"

export type Query = Readonly<Record<string, unknown>>

const fields: Readonly<Record<Where, string>> = {
  anywhere: "terms",
  title: "title_terms",
  address: "address_terms",
  text: "text_terms"
}

export const ofCondition = (condition: Condition): Query => {
  switch (condition.tag) {
    case "terms":
      return { terms: { [fields[condition.where]]: condition.terms } }
    case "prefix":
      return { prefix: { [fields[condition.where]]: { value: condition.prefix } } }
    case "and":
      return { bool: { filter: condition.items.map(ofCondition) } }
    case "or":
      return { bool: { should: condition.items.map(ofCondition), minimum_should_match: 1 } }
    case "not":
      return { bool: { must_not: [ofCondition(condition.item)] } }
    case "everything":
      return { match_all: {} }
  }
}

/** Maximum number of terms in a query. A cluster allows 1,024 clauses, and conditions need some. */
const MAX_CLAUSES = 800

const withBoost = (field: string, value: string, boost: number): Query => ({ term: { [field]: { value, boost } } })

const inTitle = (term: string, weight: number): ReadonlyArray<Query> => [
  withBoost("title_terms", term, weight * weights.title),
  withBoost("address_terms", term, weight * weights.address)
]

const inText = (term: string, weight: number): ReadonlyArray<Query> => [
  withBoost("text_terms", term, weight),
  withBoost("heading_terms", term, weight * weights.heading)
]

/** Returns the clauses of a concept. Terms of one word are alternatives, of which the best determines the score. */
const clausesOf = (
  scored: ReadonlyArray<Scored>,
  isKnown: (term: string) => boolean,
  isTitleOnly: boolean
): ReadonlyArray<Query> => {
  const out: Array<Query> = []
  let left = MAX_CLAUSES
  for (const each of scored) {
    const queries: Array<Query> = []
    for (const term of each.terms) {
      if (!isKnown(term)) continue
      const should = each.isTitleOnly === true || isTitleOnly
        ? inTitle(term, each.weight)
        : [...inTitle(term, each.weight), ...inText(term, each.weight)]
      left -= should.length
      if (left < 0) return out
      queries.push({ bool: { should } })
    }
    if (queries.length === 1) out.push(queries[0]!)
    else if (queries.length > 1) out.push({ dis_max: { queries } })
  }
  return out
}

/** Returns the query for the best documents; `undefined` if no document can match. */
export const bestOf = (
  { conditions, isWordless, scored }: Wanted,
  isKnown: (term: string) => boolean,
  isTitleOnly: boolean
): { readonly query: Query } | undefined => {
  const should = clausesOf(scored, isKnown, isTitleOnly)
  if (should.length === 0 && !isWordless && scored.length > 0) return undefined
  const filter = conditions.map(ofCondition)
  return {
    query: {
      bool: { filter, should, ...(should.length === 0 || isWordless ? {} : { minimum_should_match: 1 }) }
    }
  }
}

export const countedOf = ({ conditions, scored }: Wanted): Query => ({
  bool: {
    filter: [
      ...conditions.map(ofCondition),
      ...(scored.length === 0 ? [] : [{ terms: { terms: scored.flatMap(({ terms }) => terms) } }])
    ]
  }
})
