/** Writes queries in the syntax of literature databases, and converts their responses to papers. */
import * as Dialect from "@dunlin/query-operators/Dialect"
import * as Residual from "@dunlin/query-operators/Residual"
import * as ByteSize from "effect/ByteSize"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as Schema from "effect/Schema"
import type { Paper, PaperAnswer, PaperQuestion } from "../PaperSearch.ts"
import { InvalidResponse, SearchError, Unavailable, Unsupported } from "../SearchError.ts"
import * as Http from "./http.ts"

export const supports: Dialect.Dialect["supports"] = {
  phrase: "native",
  "-word": "native",
  or: "native",
  intitle: "native",
  "-intitle": "residual",
  intext: "native",
  "-intext": "residual",
  before: "parameter",
  "-before": "residual",
  after: "parameter",
  "-after": "residual"
}

export interface Asked {
  readonly text: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly finish: (papers: ReadonlyArray<Paper>, warnings?: ReadonlyArray<string>) => PaperAnswer
}

export const ask = (
  name: string,
  question: PaperQuestion,
  dialect: Dialect.Dialect
): Effect.Effect<Asked, SearchError> => {
  const { parameters, residual, text, warnings } = Dialect.translate(question.query, dialect)
  const from = [question.from, parameters.after].filter((day) => day !== undefined).sort().at(-1)
  const to = [question.to, parameters.before].filter((day) => day !== undefined).sort().at(0)
  if (text === "") return Effect.fail(wordless(name))
  return Effect.succeed({
    text,
    from,
    to,
    finish: (papers, more = []) => ({
      papers: papers.filter((paper) => Residual.matches(residual, { ...paper, description: paper.abstract })),
      warnings: [...warnings, ...more]
    })
  })
}

export const wordless = (name: string): SearchError =>
  new SearchError({ provider: name, reason: new Unsupported({ what: "a query without words" }) })

export const json = <A>(
  name: string,
  client: HttpClient.HttpClient,
  request: HttpClientRequest.HttpClientRequest,
  schema: Schema.Decoder<A>
): Effect.Effect<A, SearchError> =>
  Http.json(client, request, {}).pipe(
    Effect.flatMap((body) =>
      Effect.mapError(
        Schema.decodeUnknownEffect(schema)(body),
        // The schema's own message would quote the response.
        () => new InvalidResponse({ detail: "a field is missing or of another type" })
      )
    ),
    Effect.mapError((reason) => new SearchError({ provider: name, reason }))
  )

export const text = (
  name: string,
  client: HttpClient.HttpClient,
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<string, SearchError> =>
  Effect.gen(function*() {
    const response = yield* client.execute(request).pipe(
      Effect.mapError(() => new Unavailable({ detail: "no connection" }))
    )
    if (response.status < 200 || response.status >= 300) {
      const refusal = { status: response.status, headers: response.headers, body: undefined }
      return yield* Effect.fail(Http.reasonOf(refusal, yield* Clock.currentTimeMillis))
    }
    return yield* response.text.pipe(Effect.mapError(() => new Unavailable({ status: response.status })))
  }).pipe(
    // The client's spans would contain the query.
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.mebibytes(16)),
    Effect.mapError((reason) => new SearchError({ provider: name, reason }))
  )

type Absent = null | undefined

export const paper = (fields: {
  readonly id: string
  readonly source: string
  readonly url: string
  readonly title: string | Absent
  readonly authors: ReadonlyArray<string | Absent>
  readonly abstract?: string | Absent
  readonly doi?: string | Absent
  readonly publishedAt?: string | Absent
  readonly venue?: string | Absent
  readonly citations?: number | Absent
  readonly pdfUrl?: string | Absent
}): ReadonlyArray<Paper> => {
  const title = tidy(fields.title ?? "")
  if (title === "") return []
  const abstract = tidy(fields.abstract ?? "")
  const doi = (fields.doi ?? "").replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, "").toLowerCase()
  return [{
    id: fields.id,
    source: fields.source,
    title,
    url: fields.url,
    authors: fields.authors.flatMap((author) => (author ? [tidy(author)] : [])),
    ...(abstract === "" ? {} : { abstract }),
    ...(doi === "" ? {} : { doi }),
    ...(fields.publishedAt ? { publishedAt: fields.publishedAt } : {}),
    ...(fields.venue ? { venue: tidy(fields.venue) } : {}),
    ...(Number.isInteger(fields.citations) ? { citations: fields.citations! } : {}),
    ...(fields.pdfUrl ? { pdfUrl: fields.pdfUrl } : {})
  }]
}

const tidy = (text: string): string => text.replace(/\s+/g, " ").trim()
