import * as Caller from "@dunlin/pipeline/Caller"
import * as Papers from "@dunlin/schema/Papers"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as ApiError from "../ApiError.ts"
import { ResearchIndex } from "../ResearchIndex.ts"
import { operation, type Session } from "./operation.ts"
import { json } from "./respond.ts"
import { scrapeFor } from "./scrape.ts"

const listOf = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.flatMap((value) => value.split(",")).map((value) => value.trim()).filter((value) => value !== "")

const lists: ReadonlySet<string> = new Set(["authors", "categories", "anchor"])
const counts: ReadonlySet<string> = new Set(["k", "limit"])

const readParameters = (url: string): { readonly [name: string]: unknown } => {
  const parameters = new URL(url, "http://localhost").searchParams
  const read: Record<string, unknown> = {}
  for (const [name, value] of parameters) {
    if (lists.has(name)) read[name] ??= listOf(parameters.getAll(name))
    else read[name] ??= counts.has(name) && /^\d+$/.test(value) ? Number(value) : value
  }
  return read
}

const withWarnings = (warnings: ReadonlyArray<string>) =>
  warnings.length === 0 ? {} : { warning: [...new Set(warnings)].join(" ") }

const research = <R>(
  name: string,
  run: (session: Session) => Effect.Effect<HttpServerResponse, ApiError.ApiError, R>
) =>
  operation<R>(
    { name, metered: true, isResearch: true },
    (session) => Caller.onBehalfOf({ team: session.team.id })(run(session))
  )

export const papers = research(
  "papers",
  (session) =>
    Effect.gen(function*() {
      const index = yield* ResearchIndex
      const { request, warnings: notices } = yield* Effect.mapError(
        Papers.decode(readParameters(session.request.url)),
        ApiError.fromInvalidRequest
      )
      session.note.query = request.query
      const { papers, warnings } = yield* index.search(request)
      session.note.results = papers.length
      return json(
        { success: true, results: papers, ...withWarnings([...notices, ...warnings]) } satisfies Papers.PapersResponse
      )
    })
)

const idOf = ({ request: { url } }: Session): Effect.Effect<string, ApiError.ApiError> => {
  const [, written = ""] = /\/papers\/+([^/?]+)/i.exec(url) ?? []
  return Effect.try({
    try: () => decodeURIComponent(written),
    catch: () => ApiError.make("BAD_REQUEST", "id: expected the id of a paper, percent-encoded")
  })
}

const unknownPaper = ApiError.make("NOT_FOUND", "The research index contains no paper with this id")
const noIds = ApiError.make("NOT_IMPLEMENTED", "This server's research index does not support lookup by id")

/** If the full text is available, it is charged as a scrape with highlights. */
const passagesOf = Effect.fnUntraced(
  function*(session: Session, paper: Papers.PaperMetadata, query: string, k: number) {
    const { request } = yield* Effect.mapError(
      ScrapeRequest.decodeBody({ url: paper.pdfUrl ?? paper.url, formats: [{ type: "highlights", query }] }),
      ApiError.fromInvalidRequest
    )
    const read = yield* Effect.result(scrapeFor(session, request, [], undefined))
    if (read._tag === "Failure") {
      if (read.failure.status === 402) return yield* Effect.fail(read.failure)
      return { passages: [], warnings: [`The paper's text could not be read: ${read.failure.error}.`] }
    }
    const passages = (read.success.data.highlights ?? "").split(/\n+| … /).filter((text) => text.trim() !== "")
    return {
      // Passages are in text order, so the position is their only score.
      passages: passages.slice(0, k).map((text, rank) => ({ text, score: 1 / (1 + rank) })),
      warnings: []
    }
  }
)

export const paper = research(
  "paper",
  (session) =>
    Effect.gen(function*() {
      const { find } = yield* ResearchIndex
      const id = yield* idOf(session)
      const { request: { k, query }, warnings } = yield* Effect.mapError(
        Papers.decodePaper(readParameters(session.request.url)),
        ApiError.fromInvalidRequest
      )
      if (find === undefined) return yield* Effect.fail(noIds)
      const paper = yield* find(id)
      if (paper === undefined) return yield* Effect.fail(unknownPaper)
      session.note.url = paper.url
      const found = { success: true, paper } as const
      if (query === undefined) return json({ ...found, ...withWarnings(warnings) } satisfies Papers.PaperResponse)
      session.note.query = query
      const read = yield* passagesOf(session, paper, query, k)
      const body: Papers.PaperResponse = {
        ...found,
        paperId: paper.paperId,
        query,
        passages: read.passages,
        ...withWarnings([...warnings, ...read.warnings])
      }
      return json(body)
    })
)

export const similarPapers = research(
  "similar-papers",
  (session) =>
    Effect.gen(function*() {
      const { similar } = yield* ResearchIndex
      const id = yield* idOf(session)
      const { request, warnings } = yield* Effect.mapError(
        Papers.decodeSimilar(readParameters(session.request.url)),
        ApiError.fromInvalidRequest
      )
      if (similar === undefined) return yield* Effect.fail(noIds)
      session.note.query = request.intent
      const found = yield* similar(id, request)
      if (found === undefined) return yield* Effect.fail(unknownPaper)
      session.note.results = found.papers.length
      const body: Papers.SimilarPapersResponse = {
        success: true,
        results: found.papers,
        poolSize: found.poolSize,
        truncated: found.papers.length < found.poolSize,
        ...withWarnings([...warnings, ...found.warnings])
      }
      return json(body)
    })
)
