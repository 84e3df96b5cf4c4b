/**
 * Builds a fetcher from an async function, for programs that do not use Effect.
 *
 * @since 0.2.0
 */
import * as ForeignError from "@dunlin/common/ForeignError"
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import { RawPage, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Fetcher, type FetchRequest } from "./Fetcher.ts"
import {
  ConnectError,
  FetchError,
  FunctionFailed,
  InvalidUrl,
  make,
  type Reason,
  Timeout,
  TooLarge
} from "./FetchError.ts"
import { parseContentType } from "./internal/contentType.ts"
import { opaque } from "./internal/opaque.ts"
import { fromNetwork } from "./internal/reasons.ts"
import { NavigationGuard } from "./NavigationGuard.ts"

/**
 * The input of the function.
 *
 * @category models
 * @since 0.2.0
 */
export interface Request {
  readonly url: string
  /** Headers that the caller wants to send. */
  readonly headers: Readonly<Record<string, string>>
  /** The other options of the request, such as `mobile`, `waitFor` and `actions`. */
  readonly options: FetchRequest["options"]
  /** The remaining milliseconds of the request. */
  readonly timeout: number
  /** A signal that is aborted at the timeout or on cancellation. Pass it to `fetch`. */
  readonly signal: AbortSignal
}

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /** The maximum size of a page in bytes. @default 52428800 */
  readonly maxBytes?: number | undefined
}

const DEFAULT_MAX_BYTES_OF_PAGE = 50 * 1024 * 1024

const MAX_FETCH_HEADER_BYTES = 16 * 1024

/**
 * Provides a fetcher that calls a function. The function returns a `Response`, as `fetch` does, or HTML. Status codes
 * are not failures. A thrown error becomes the `cause` of a `FetchError`, whose reason is a network reason or
 * `FunctionFailed`; a thrown `FetchError` is passed on.
 *
 * The function is responsible for private addresses, robots.txt and delays: no guard applies to its requests. The
 * threat policy checks the URL before, and the final URL after the call.
 *
 * **Example** (Pages from another service)
 *
 * ```ts
 * import { FetchFunction } from "@dunlin/fetcher"
 * import { createClient } from "dunlin"
 *
 * const load = async ({ signal, url }: FetchFunction.Request): Promise<Response | string> => {
 *   // return fetch(`https://renderer.example/?url=${encodeURIComponent(url)}`, { signal })
 *   signal.throwIfAborted()
 *   return `<main><h1>${new URL(url).hostname}</h1></main>`
 * }
 * const client = createClient({ fetcher: FetchFunction.layer(load) })
 * console.log((await client.scrape("https://example.com/")).markdown) // # example.com
 * await client.close()
 * ```
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (
  load: (request: Request) => Response | string | PromiseLike<Response | string>,
  options: Options = {}
): Layer.Layer<Fetcher> => {
  const { maxBytes = DEFAULT_MAX_BYTES_OF_PAGE } = InvalidOptions.read("FetchFunction.layer", Input, { load }, options)
  return Layer.succeed(
    Fetcher,
    Fetcher.of({
      recheck: () => Effect.void,
      fetch: Effect.fn("Fetcher.fetch")(function*({ options, timeout, url }) {
        const address = URL.parse(url)
        if (address === null || !/^https?:$/.test(address.protocol)) return yield* make(new InvalidUrl())
        const guard = yield* NavigationGuard
        yield* Effect.mapError(guard.check(address.href), make)
        const page = yield* Effect.tryPromise({
          try: async (signal) => {
            const milliseconds = Duration.toMillis(timeout)
            const answer = await load({ url, headers: options.headers, options, timeout: milliseconds, signal })
            if (typeof answer === "string") return ofText(answer, url)
            if (isResponse(answer)) return await ofResponse(answer, url, maxBytes)
            throw new TypeError(`the function returned ${typeof answer}; expected a Response or HTML`)
          },
          catch: (cause) => cause instanceof FetchError ? cause : new FetchError({ reason: reasonOf(cause), cause })
        }).pipe(Effect.timeoutOrElse({
          duration: timeout,
          orElse: () => Effect.fail(make(new Timeout({ phase: "body" })))
        }))
        if (page.url !== url) yield* Effect.mapError(guard.check(page.url), make)
        return new RawPage({
          ...page,
          sourceUrl: withoutUserInfo(url),
          url: withoutUserInfo(page.url),
          redirects: [],
          fetchedAt: yield* Clock.currentTimeMillis,
          engine: "http",
          proxyUsed: "basic",
          warnings: []
        })
      })
    })
  )
}

const Input = Schema.Struct({
  load: Schema.declare(Predicate.isFunction, {
    expected: "a function, such as `async ({ url, signal }) => fetch(url, { signal })`"
  }),
  maxBytes: Schema.optionalKey(Schema.UndefinedOr(
    Schema.Number.check(Schema.isGreaterThan(0, { expected: "bytes, more than 0" }))
  ))
})

const isResponse = (value: unknown): value is Response =>
  typeof value === "object" && value !== null && "headers" in value && "status" in value

const reasonOf = (cause: unknown): Reason => {
  if (!ForeignError.isOfNetwork(cause)) return new FunctionFailed({ temporary: ForeignError.isRetryable(cause) })
  if (ForeignError.isOfTime(cause)) return new Timeout({ phase: "body" })
  return opaque(cause).code === undefined
    ? new ConnectError({})
    : fromNetwork(cause, { headers: MAX_FETCH_HEADER_BYTES })
}

type Answer = Pick<typeof RawPage.Type, "url" | "status" | "headers" | "contentType" | "charset" | "body">

const ofText = (html: string, url: string): Answer => ({
  url,
  status: 200,
  headers: {},
  contentType: "text/html",
  charset: "utf-8",
  body: new TextEncoder().encode(html)
})

const ofResponse = async (response: Response, url: string, maxBytes: number): Promise<Answer> => {
  const { charset, essence } = parseContentType(response.headers.get("content-type") ?? undefined)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "set-cookie"))
  return {
    url: response.url === "" ? url : response.url,
    status: response.status,
    headers,
    contentType: essence,
    ...(charset === undefined ? {} : { charset }),
    body: await bodyOf(response, maxBytes)
  }
}

const bodyOf = async (response: Response, maxBytes: number): Promise<Uint8Array> => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.byteLength
    if (size > maxBytes) throw make(new TooLarge({ what: "body", limit: maxBytes }))
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
