/** Replaces `related:` by the characteristic words of the host's first pages, and excludes the host. */
import type { Node } from "@dunlin/text/QueryNode"
import type { Search } from "../Protocol.ts"
import * as Facet from "./facet.ts"
import { fold } from "./fold.ts"
import { PASSAGES_PER_PAGE } from "./ids.ts"
import * as Language from "./language.ts"
import { make, type Plan } from "./plan.ts"
import { inverse } from "./score.ts"
import type { Searched } from "./searched.ts"
import { stopWords } from "./stopWords.ts"
import { eachWord } from "./tokens.ts"

const MAX_PAGES_READ_OF_HOST = 5
const MAX_WORDS_OF_HOST = 24

const count = (text: string, counts: Map<string, number>): void => {
  const seen = new Set<string>()
  eachWord(text, (start, end) => {
    const word = fold(text.slice(start, end))
    if (word.length > 2 && !stopWords.has(word)) seen.add(word)
  })
  for (const word of seen) counts.set(word, (counts.get(word) ?? 0) + 1)
}

export const related = async (
  index: Searched,
  plan: Plan,
  search: Search,
  context: { readonly images: boolean; readonly languages: ReadonlyArray<string> },
  warnings: Array<string>
): Promise<Plan> => {
  if (plan.related.length === 0) return plan
  const counts = new Map<string, number>()
  for (const host of plan.related) {
    const ids = await index.pagesWith(Facet.mark + Facet.site(host, "")[0]!, MAX_PAGES_READ_OF_HOST)
    if (ids.length === 0) warnings.push(`The index contains no page of ${host}, so related: finds no similar pages.`)
    for (const page of await index.rows(ids)) count(page?.title ?? "", counts)
    for (const text of await index.passages(ids.map((id) => id * PASSAGES_PER_PAGE))) count(text ?? "", counts)
  }
  const terms = new Map([...counts.keys()].map((word) => [word, Language.words(Language.unknown).of(word)[0]!]))
  await index.fetch(0, terms.values())
  const documents = index.segments(0).count
  const likeness = [...counts].map(([word, times]): readonly [string, number] => {
    const frequency = index.frequency(0, terms.get(word)!)
    return [word, frequency < 2 ? 0 : times * inverse(documents, frequency)]
  }).filter(([, weight]) => weight > 0).sort((a, b) => b[1] - a[1]).slice(0, MAX_WORDS_OF_HOST).map(([word]) => word)
  const nodes: ReadonlyArray<Node> = [
    ...search.nodes.filter((node) => !(node._tag === "Operator" && node.name === "related")),
    ...likeness.map((value): Node => ({ _tag: "Word", value, negated: false })),
    ...plan.related.map((host): Node => ({
      _tag: "Operator",
      name: "site",
      value: { host, path: "" },
      negated: true
    }))
  ]
  const like = make(nodes, context)
  return likeness.length === 0
    ? { ...like, conditions: [{ tag: "not", item: { tag: "everything" } }] }
    : { ...like, canCorrect: false }
}
