/**
 * Implements the tools `search` and `read`, independent of the protocol. Input: arguments from a model. Output: one
 * text.
 *
 * @since 0.1.0
 */
import { Answerer } from "@dunlin/pipeline/Answerer"
import type * as Caller from "@dunlin/pipeline/Caller"
import { Reader } from "@dunlin/pipeline/Reader"
import { SearchEvents } from "@dunlin/pipeline/SearchEvent"
import type * as RedactPii from "@dunlin/schema/RedactPii"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import * as Tokens from "@dunlin/transformers/Tokens"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { randomBytes } from "node:crypto"
import * as Arguments from "./internal/arguments.ts"
import * as Compose from "./internal/compose.ts"
import * as Surface from "./internal/surface.ts"
import * as Wording from "./internal/wording.ts"

/**
 * The result of a tool: one complete text within the requested token limit.
 *
 * @category models
 * @since 0.1.0
 */
export interface ToolAnswer {
  readonly text: string
  /** Whether the call failed. `text` then gives the reason and the next step. */
  readonly isError: boolean
}

/**
 * The caller of a tool, and a callback for progress.
 *
 * @category options
 * @since 0.1.0
 */
export interface CallOptions {
  /** @default Caller.local */
  readonly caller?: Caller.Caller | undefined
  /** Runs at each step, with `total` if the number of steps is known. */
  readonly onProgress?: ((done: number, total: number | undefined, message: string) => Effect.Effect<void>) | undefined
}

/**
 * Names, descriptions and input schemas of the tools, in MCP format. A host shows them to the model.
 *
 * **Example** (The names of the tools)
 *
 * ```ts
 * import { Tools } from "@dunlin/mcp"
 *
 * console.log(Tools.definitions.map(({ name }) => name)) // [ 'search', 'read' ]
 * ```
 *
 * @category constants
 * @since 0.1.0
 */
export const definitions = [Surface.search, Surface.read] as const

/**
 * Advice on when to use which tool, for an agent's system prompt.
 *
 * **Example** (In a system prompt)
 *
 * ```ts
 * import { Tools } from "@dunlin/mcp"
 *
 * const prompt = `You help with birds.\n\n${Tools.instructions}`
 * console.log(prompt.split("\n").at(-1)?.split(":")[0]) // Search first
 * ```
 *
 * @category constants
 * @since 0.1.0
 */
export const instructions = Surface.instructions

/**
 * Entities that are redacted in every result. It is a server setting and not an argument, so a model cannot change it
 * and it costs no tokens. `false`, the default, redacts nothing.
 *
 * **Example** (Redact personal data for agents)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Tools } from "@dunlin/mcp"
 * import { RedactPii } from "@dunlin/schema"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const services = Services.layer({
 *   fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Office</h1><p>Write to anna@example.org.</p></main>" })
 * })
 * const program = Tools.read({ url }).pipe(Effect.provideService(Tools.Redaction, RedactPii.defaults))
 * const { text } = await Effect.runPromise(Effect.provide(program, services))
 * console.log(text.includes("Write to <EMAIL>.")) // true
 * ```
 *
 * @category references
 * @since 0.1.0
 */
export const Redaction = Context.Reference<RedactPii.RedactPii>("@dunlin/mcp/Tools/Redaction", {
  defaultValue: () => false
})

const failed = (text: string): ToolAnswer => ({ text, isError: true })

/** Hosts time out after 60 seconds. */
const PARTIAL_RESULT_AFTER_MS = 45_000

/**
 * Searches, and returns the best passages.
 *
 * **Example** (Call the tool directly)
 *
 * ```ts
 * import { Tools } from "@dunlin/mcp"
 * import { SearchProvider } from "@dunlin/providers"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const services = Services.layer({
 *   provider: SearchProvider.layerMemory([{
 *     source: "web",
 *     url: "https://example.com/",
 *     title: "Waders",
 *     description: "",
 *     text: "The dunlin is a small wader.",
 *     textIsWhole: true,
 *     position: 1
 *   }])
 * })
 * const steps: Array<string> = []
 * const options: Tools.CallOptions = { onProgress: (_done, _total, message) => Effect.sync(() => steps.push(message)) }
 * const program = Tools.search({ query: "what is a dunlin", maxTokens: 300 }, options)
 * const { isError, text }: Tools.ToolAnswer = await Effect.runPromise(Effect.provide(program, services))
 * console.log(isError, text.includes("The dunlin is a small wader."), steps[0]) // false true searching
 * ```
 *
 * @category tools
 * @since 0.1.0
 */
export const search = Effect.fnUntraced(function*(
  input: unknown,
  options: CallOptions = {}
): Effect.fn.Return<ToolAnswer, never, Answerer> {
  const decoded = Arguments.search(input)
  if (Result.isFailure(decoded)) return failed(Wording.badArguments(decoded.failure))
  const { exclude, freshness, include, limit, maxTokens, prefer, queries } = decoded.success
  const count = yield* Tokens.counter
  const answerer = yield* Answerer
  const redactPII = yield* Redaction
  // A request has one domain list, so the other one becomes query operators.
  const also = include.length > 0 ? exclude.map((host) => ` -site:${host}`).join("") : ""
  return yield* Effect.gen(function*() {
    const { request, warnings } = yield* SearchRequest.decode({
      query: `${queries[0]}${also}`,
      limit,
      timeout: PARTIAL_RESULT_AFTER_MS,
      ...(redactPII === false ? {} : { scrapeOptions: { redactPII } }),
      ...(include.length > 0 ? { includeDomains: include } : exclude.length > 0 ? { excludeDomains: exclude } : {}),
      ...(freshness === undefined ? {} : { tbs: `qdr:${freshness[0]}` })
    })
    const budget = { maxTokens: Compose.roomOf(maxTokens, count), margin: 0 }
    const many = queries.length === 1 && prefer.length === 0
      ? undefined
      : { queries: queries.map((query) => `${query}${also}`), preferDomains: prefer }
    const answer = yield* answerer.answer({ request, warnings, budget, caller: options.caller, many })
    return { text: Compose.searchText(answer, maxTokens, count, boundary()), isError: false }
  }).pipe(
    withProgress(options),
    Effect.catch((error) => Effect.succeed(failed(Wording.ofSearchFailure(error))))
  )
})

/** Bytes that a page would have to guess to imitate the end mark of quoted text. */
const BOUNDARY_BYTES = 4

const boundary = (): string => randomBytes(BOUNDARY_BYTES).toString("hex")

const withProgress = ({ onProgress }: CallOptions) => <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  if (onProgress === undefined) return effect
  let done = 0
  const step = (message: string) => onProgress(done, undefined, message)
  return Effect.andThen(
    step("searching"),
    Effect.provideService(effect, SearchEvents, (event) => {
      switch (event._tag) {
        case "HitsFound":
          done++
          return step(`${event.web + event.news} pages found`)
        case "PageFinished":
        case "PageFailed":
          done++
          return step(event._tag === "PageFailed" ? "a page could not be read" : "a page was read")
        default:
          return Effect.void
      }
    })
  )
}

/**
 * Reads a page, or its passages about a query, or checks whether it contains given quotations.
 *
 * **Example** (Read a page in parts)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { Tools } from "@dunlin/mcp"
 * import { Services } from "dunlin"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const services = Services.layer({
 *   fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Waders</h1><p>The dunlin is one.</p></main>" })
 * })
 * const program = Tools.read({ url, maxTokens: 300 })
 * const { text } = await Effect.runPromise(Effect.provide(program, services))
 * console.log(text.includes("The dunlin is one."), /\[characters 0-\d+ of \d+; end\]$/.test(text)) // true true
 * ```
 *
 * @category tools
 * @since 0.1.0
 */
export const read = Effect.fnUntraced(function*(
  input: unknown,
  options: CallOptions = {}
): Effect.fn.Return<ToolAnswer, never, Reader> {
  const decoded = Arguments.read(input)
  if (Result.isFailure(decoded)) return failed(Wording.badArguments(decoded.failure))
  const { maxAge, maxTokens, offset, query, url, verify } = decoded.success
  const count = yield* Tokens.counter
  const reader = yield* Reader
  const redactPII = yield* Redaction
  const request = yield* Effect.result(ScrapeRequest.decodeReading({
    url,
    timeout: PARTIAL_RESULT_AFTER_MS,
    redactPII,
    ...(maxAge === undefined ? {} : { maxAge: maxAge * 1000 })
  }))
  if (Result.isFailure(request)) return failed(Wording.badArguments(request.failure.message))
  const { url: target, ...scrape } = request.success
  if (options.onProgress !== undefined) yield* options.onProgress(0, 1, "reading")
  if (verify.length > 0) {
    const verified = reader.verify({ url: target, options: scrape, quotations: verify, caller: options.caller })
    return yield* Effect.match(verified, {
      onFailure: (error) => failed(Wording.ofReadFailure(error)),
      onSuccess: (response) => ({ text: Compose.verifiedText(response, maxTokens, count, boundary()), isError: false })
    })
  }
  const budget = { maxTokens: Compose.readingRoom(maxTokens, count), margin: 0 }
  const reading = reader.read({ url: target, options: scrape, budget, query, offset, caller: options.caller })
  return yield* Effect.match(reading, {
    onFailure: (error) => failed(Wording.ofReadFailure(error)),
    onSuccess: (page) => ({
      text: Compose.readText(page, { query, maxTokens, offset }, count, boundary()),
      isError: false
    })
  })
})
