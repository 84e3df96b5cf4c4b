/** Merges several paper sources. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Expansion, Paper, PaperAnswer, PaperSearch } from "../PaperSearch.ts"
import { SearchError, Unsupported } from "../SearchError.ts"

type Source = PaperSearch["Service"]

export const merge = (sources: ReadonlyArray<Source>): Source => ({
  name: sources.map((source) => source.name).join("+"),
  searchPapers: Effect.fnUntraced(function*(question) {
    const results = yield* Effect.forEach(sources, (source) => Effect.result(source.searchPapers(question)), {
      concurrency: "unbounded"
    })
    const failures = results.filter(Result.isFailure)
    if (failures.length > 0 && failures.length === results.length) return yield* Effect.fail(failures[0]!.failure)
    const answers = results.filter(Result.isSuccess).map((result) => result.success)
    return {
      papers: unite(answers.map((answer) => answer.papers.map(named))).slice(0, question.limit),
      warnings: [
        ...answers.flatMap((answer) => answer.warnings),
        ...failures.map(({ failure }) => `${failure.message}.`)
      ]
    }
  }),
  find: Effect.fnUntraced(function*(id) {
    const own = sources.find((source) => id.startsWith(`${source.name}:`))
    const consulted = own === undefined ? sources : [own]
    const answers = yield* Effect.forEach(consulted, (source) => Effect.result(source.find(id)), {
      concurrency: "unbounded"
    })
    const known = answers.filter(Result.isSuccess).map(({ success }) => success)
    const failures = answers.filter(Result.isFailure).map(({ failure }) => failure)
    const failure = failures.find(({ reason }) => reason._tag !== "Unsupported") ?? failures[0]
    const papers = unite(known.map((answer) => answer.papers.map(named)))
    // The paper is only missing for certain if every source that may contain it has responded.
    if (papers.length === 0 && failure !== undefined && (known.length === 0 || failure.reason._tag !== "Unsupported")) {
      return yield* Effect.fail(failure)
    }
    return { papers: papers.slice(0, 1), warnings: known.flatMap(({ warnings }) => warnings) }
  }),
  expand: Effect.fnUntraced(function*(expansion) {
    const colon = expansion.id.indexOf(":")
    const own = sources.find((source) => source.name === expansion.id.slice(0, colon))
    if (own !== undefined) {
      const answer = yield* own.expand({ ...expansion, id: expansion.id.slice(colon + 1) })
      return { ...answer, papers: answer.papers.map(named) }
    }
    return yield* firstThatAnswers(sources, expansion)
  })
})

const named = (paper: Paper): Paper => ({ ...paper, id: `${paper.source}:${paper.id}` })

const firstThatAnswers = Effect.fnUntraced(function*(
  sources: ReadonlyArray<Source>,
  expansion: Expansion
): Effect.fn.Return<PaperAnswer, SearchError> {
  let error = new SearchError({ provider: "papers", reason: new Unsupported({ what: "citations" }) })
  for (const source of sources) {
    const result = yield* Effect.result(source.expand(expansion))
    if (Result.isSuccess(result)) return { ...result.success, papers: result.success.papers.map(named) }
    if (result.failure.reason._tag !== "Unsupported") error = result.failure
  }
  return yield* Effect.fail(error)
})

const unite = (lists: ReadonlyArray<ReadonlyArray<Paper>>): ReadonlyArray<Paper> => {
  const papers: Array<Paper> = []
  const places = new Map<string, number>()
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let rank = 0; rank < longest; rank++) {
    for (const list of lists) {
      const paper = list[rank]
      if (paper === undefined) continue
      const keys = identities(paper)
      const place = keys.map((key) => places.get(key)).find((known) => known !== undefined)
      if (place === undefined) papers.push(paper)
      else papers[place] = { ...paper, ...papers[place] }
      for (const key of keys) places.set(key, place ?? papers.length - 1)
    }
  }
  return papers
}

const identities = (paper: Paper): ReadonlyArray<string> => {
  const title = paper.title.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")
  return [
    ...(paper.doi === undefined ? [] : [`doi ${paper.doi}`]),
    // A short title may belong to many papers.
    ...(title.length < 20 ? [] : [`title ${title}`])
  ]
}
