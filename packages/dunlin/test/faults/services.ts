/** Parts that are HTTP services of other machines: storage, engines and models. */
import { ArtifactStore, S3Artifacts } from "@dunlin/cache"
import { ChatCompletions } from "@dunlin/common"
import { SearchProvider, Searxng } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import type { Part } from "./cell.ts"

interface Answer {
  readonly status: number
  readonly body: string
}

/** An HTTP service that answers, refuses, hangs or is not there. */
const service = (well: (method: string) => Answer, slowMillis: number) => {
  let answer: (method: string) => Effect.Effect<Answer, Error> = (method) => Effect.succeed(well(method))
  const client = HttpClient.make((request) =>
    Effect.suspend(() => answer(request.method)).pipe(
      Effect.map(({ body, status }) => HttpClientResponse.fromWeb(request, new Response(body, { status }))),
      Effect.mapError((cause) =>
        new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
      )
    )
  )
  const code = (name: string) => Object.assign(new Error("secret text"), { code: name })
  return {
    layer: Layer.succeed(HttpClient.HttpClient, client),
    well: () => void (answer = (method) => Effect.succeed(well(method))),
    down: () => void (answer = () => Effect.fail(code("ECONNREFUSED"))),
    silent: () => void (answer = () => Effect.never),
    slow: () => void (answer = (method) => Effect.delay(Effect.succeed(well(method)), slowMillis)),
    says: (status: number, body = "{}") => () => void (answer = () => Effect.succeed({ status, body }))
  }
}

const xml = (code: string) => `<Error><Code>${code}</Code></Error>`

export const s3: Part = {
  part: "s3",
  isEssential: false,
  limit: 6000,
  open: Effect.gen(function*() {
    const { down, layer, says, silent, slow, well } = service((method) => ({
      status: method === "GET" ? 404 : 200,
      body: method === "GET" ? xml("NoSuchKey") : ""
    }), 1500)
    const options = {
      endpoint: "http://s3.test",
      bucket: "b",
      accessKeyId: "id",
      secretAccessKey: Redacted.make("key")
    }
    const context = yield* Layer.build(S3Artifacts.layer(options).pipe(Layer.provide(layer)))
    const blob = { contentType: "image/png", bytes: new Uint8Array([1]) }
    return {
      use: Effect.provide(ArtifactStore.ArtifactStore.use((store) => store.put(blob, { ttl: "1 hour" })), context),
      well,
      fails: {
        down,
        silent,
        slow,
        full: says(507, xml("XStorageFull")),
        "read-only": says(405, xml("MethodNotAllowed")),
        refused: says(403, xml("SignatureDoesNotMatch"))
      }
    }
  })
}

const question: SearchProvider.Question = { source: "web", query: Query.parse("q").query, limit: 1, country: "US" }

export const provider: Part = {
  part: "provider",
  isEssential: false,
  limit: 31_000,
  open: Effect.gen(function*() {
    const results = [{ url: "https://example.com/", title: "t", content: "c" }]
    const body = JSON.stringify({ results })
    const { down, layer, says, silent, slow, well } = service(() => ({ status: 200, body }), 12_000)
    const context = yield* Layer.build(Searxng.layer({ apiUrl: "http://searx.test" }).pipe(Layer.provide(layer)))
    return {
      use: Effect.provide(SearchProvider.SearchProvider.use((engine) => engine.search(question)), context),
      well,
      fails: { down, silent, slow, full: says(402), refused: says(401) }
    }
  })
}

export const model: Part = {
  part: "model",
  isEssential: false,
  limit: 31_000,
  open: Effect.gen(function*() {
    const body = JSON.stringify({ choices: [{ message: { content: "yes" }, finish_reason: "stop" }] })
    const { down, layer, says, silent, slow, well } = service(() => ({ status: 200, body }), 25_000)
    const chat = yield* Effect.provide(ChatCompletions.make({ apiUrl: "http://model.test/v1", model: "m" }), layer)
    const call = { messages: [{ role: "user" as const, content: "is it?" }] } as ChatCompletions.Call
    return {
      // Callers of models have a deadline.
      use: Effect.timeout(chat.complete(call), "30 seconds"),
      well,
      fails: { down, silent, slow, full: says(429), refused: says(401) }
    }
  })
}
