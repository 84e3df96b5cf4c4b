/** Wraps the client's ports, so that a cassette records or replays their calls. */
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import { FetchError } from "@dunlin/fetcher/FetchError"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import { SearchError } from "@dunlin/providers/SearchError"
import * as SearchProvider from "@dunlin/providers/SearchProvider"
import * as Query from "@dunlin/query-operators/Query"
import { RawPage } from "@dunlin/schema/RawPage"
import * as ModelFormats from "@dunlin/transformers/ModelFormats"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { Options, Parts } from "../../Cassette.ts"
import { type Answer, type CallRequest, open, type Tape } from "./tape.ts"

const plain = (value: unknown): Schema.Json => JSON.parse(JSON.stringify(value ?? null))

const textual = /^text\/|[/+](?:json|xml|javascript)$/
const encoder = new TextEncoder()

/** Stores text bodies as text, so that people can read the cassette. */
const StoredPage = Schema.toCodecJson(RawPage)

const storePage = (page: RawPage): Schema.Json => {
  const stored = Schema.encodeSync(StoredPage)(page) as Record<string, Schema.Json>
  if (!textual.test(page.contentType)) return stored
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(page.body)
  return Buffer.compare(encoder.encode(text), page.body) === 0 ? { ...stored, body: { text } } : stored
}

const readPage = (stored: Schema.Json): RawPage => {
  const { body, ...rest } = stored as Record<string, Schema.Json>
  const text = typeof body === "object" && body !== null && "text" in body ? String(body.text) : undefined
  return Schema.decodeUnknownSync(StoredPage)({
    ...rest,
    body: text === undefined ? body : Buffer.from(text, "utf8").toString("base64")
  })
}

interface Codec<A> {
  readonly store: (value: A) => Schema.Json
  readonly read: (stored: Schema.Json) => A
}

const codecOf = <A>(schema: Schema.Codec<A, unknown>): Codec<A> => {
  const json = Schema.toCodecJson(schema)
  return {
    store: (value) => Schema.encodeSync(json)(value) as Schema.Json,
    read: (stored) => Schema.decodeUnknownSync(json)(stored) as A
  }
}

const asking = <A, E>(
  tape: Tape,
  port: string,
  call: CallRequest,
  ask: Effect.Effect<A, E>,
  success: Codec<A>,
  failure: Codec<E>
): Effect.Effect<A, E> =>
  Effect.flatMap(
    tape.through(
      port,
      call,
      Effect.match(ask, {
        onSuccess: (value): Answer => ({ ok: success.store(value) }),
        onFailure: (error): Answer => ({ error: failure.store(error) })
      })
    ),
    (answer) => "ok" in answer ? Effect.succeed(success.read(answer.ok)) : Effect.fail(failure.read(answer.error))
  )

const hits = codecOf(SearchProvider.Answer)
const searchFailure = codecOf(SearchError)
const fetchFailure = codecOf(FetchError)
const pages: Codec<RawPage> = { store: storePage, read: readPage }
const derived: Codec<any> = { store: plain, read: (stored) => stored }
const never: Codec<never> = { store: plain, read: (stored) => stored as never }

const ofQuestion = ({ query, ...fields }: SearchProvider.Question): CallRequest => ({
  query: Query.print(query),
  ...plain(fields) as CallRequest
})

const ofPage = ({ needs, options, url }: Fetcher.FetchRequest): CallRequest => {
  const { actions, blockAds, formats, headers, location, mobile, profile, proxy, skipTlsVerification, waitFor } =
    options
  // Formats that are derived from the page need no separate recording. Screenshots do.
  const made = formats.filter(({ type }) => type === "screenshot")
  const named = { actions, blockAds, headers, location, mobile, profile, proxy, skipTlsVerification, waitFor }
  return { url, options: plain({ ...named, formats: made }), needs: plain(needs) }
}

type ModelRequest = Parameters<ModelFormats.ModelFormats["Service"]["derive"]>[0]

/** The key contains the page's text without secrets, because a replayed page has no others. */
const ofModel = (tape: Tape, { document, markdown, options, url }: ModelRequest): CallRequest => {
  if (tape.isRedacted) return { url, options: plain(options) }
  const text = JSON.stringify(tape.clean([markdown, document.metadata?.title ?? null]))
  return { url, options: plain(options), text: createHash("sha256").update(text).digest("hex") }
}

export const make = (file: string, real: Parts, options: Options) => {
  let opened: Effect.Effect<Tape, unknown> | undefined
  const tape = Effect.gen(function*() {
    opened ??= yield* Effect.cached(open(file, options))
    const tape = yield* opened
    yield* Effect.addFinalizer(() => Effect.orDie(tape.save))
    return tape
  })
  return {
    provider: Layer.unwrap(Effect.map(tape, (tape) => {
      const over = (inner: SearchProvider.SearchProvider["Service"] | undefined) =>
        SearchProvider.SearchProvider.of({
          name: inner?.name ?? "cassette",
          search: (question) =>
            asking(
              tape,
              "search",
              ofQuestion(question),
              inner?.search(question) ?? Effect.never,
              hits,
              searchFailure
            )
        })
      return tape.isReplay
        ? Layer.sync(SearchProvider.SearchProvider, () => over(undefined))
        : Layer.effect(SearchProvider.SearchProvider, Effect.map(SearchProvider.SearchProvider, over)).pipe(
          Layer.provide(real.provider ?? LocalIndex.layerProvider)
        )
    })),
    fetcher: Layer.unwrap(Effect.map(tape, (tape) => {
      const over = (inner: Fetcher.Fetcher["Service"] | undefined) =>
        Fetcher.Fetcher.of({
          recheck: (page) => inner?.recheck(page) ?? Effect.void,
          fetch: (request) =>
            asking(tape, "fetch", ofPage(request), inner?.fetch(request) ?? Effect.never, pages, fetchFailure)
        })
      return tape.isReplay
        ? Layer.sync(Fetcher.Fetcher, () => over(undefined))
        : Layer.effect(Fetcher.Fetcher, Effect.map(Fetcher.Fetcher, over)).pipe(
          Layer.provide(real.fetcher ?? Fetcher.layer())
        )
    })),
    models: Layer.unwrap(Effect.map(tape, (tape) => {
      const over = (inner: ModelFormats.ModelFormats["Service"] | undefined) =>
        ModelFormats.ModelFormats.of({
          derive: (request) =>
            asking(tape, "model", ofModel(tape, request), inner?.derive(request) ?? Effect.never, derived, never)
        })
      return tape.isReplay
        ? Layer.sync(ModelFormats.ModelFormats, () => over(undefined))
        : Layer.effect(ModelFormats.ModelFormats, Effect.map(ModelFormats.ModelFormats, over)).pipe(
          Layer.provide(real.models ?? ModelFormats.layerExtractive)
        )
    }))
  }
}
