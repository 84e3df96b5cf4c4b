/**
 * What errors that others throw say of themselves: those of runtimes, of `fetch` and of functions of users.
 *
 * @since 0.2.0
 */
import * as Predicate from "effect/Predicate"

/** Causes of causes that are looked at. */
const mostCauses = 8

interface Foreign {
  readonly cause?: unknown
  readonly code?: unknown
  readonly isRetryable?: unknown
  readonly message?: unknown
  readonly name?: unknown
}

/** An error, what caused it, and so on. */
const chainOf = (error: unknown): ReadonlyArray<Foreign> => {
  const chain: Array<Foreign> = []
  for (let next: unknown = error; Predicate.isObject(next) && chain.length <= mostCauses; next = chain.at(-1)?.cause) {
    chain.push(next)
  }
  return chain
}

/** What Node, undici and Bun call a network that fails. */
const networkCodes =
  /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_[A-Z]+|E(?:HOST|NET)(?:UNREACH|DOWN)|UND_ERR_(?!INVALID)\w+|Connection\w+|FailedToOpenSocket)$/

/** Names of errors of time that is over, in every runtime. */
const timeNames = new Set(["TimeoutError", "AbortError"])

/**
 * Whether the network failed, or its time was over. Every other error is more likely one of the program.
 *
 * **Example** (What `fetch` throws)
 *
 * ```ts
 * import { ForeignError } from "@dunlin/common"
 *
 * const refused = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) })
 * console.log(ForeignError.isOfNetwork(refused), ForeignError.isOfNetwork(new TypeError("x is not a function"))) // true false
 * ```
 *
 * @category guards
 * @since 0.2.0
 */
export const isOfNetwork = (error: unknown): boolean =>
  isOfTime(error) ||
  chainOf(error).some(({ code, message, name }) =>
    (typeof code === "string" && networkCodes.test(code)) || name === "NetworkError" ||
    (name === "TypeError" && message === "fetch failed")
  )

/**
 * Whether a time was over, as that of `AbortSignal.timeout`.
 *
 * @category guards
 * @since 0.2.0
 */
export const isOfTime = (error: unknown): boolean => chainOf(error).some(({ name }) => timeNames.has(String(name)))

/**
 * Whether an error, or what caused it, says `isRetryable`.
 *
 * @category guards
 * @since 0.2.0
 */
export const isRetryable = (error: unknown): boolean => chainOf(error).some((_) => _.isRetryable === true)

/** Characters of a message that are told: a line of a log, and the beginning of what a library made of a whole answer. */
const longestToldInCharacters = 200

/**
 * What an error says of itself, behind a colon, to end the message of the error that wraps it: the first line with text,
 * of bounded length. Nothing for what is no `Error` or says nothing. It is for what functions of users throw, whose text
 * is their own: what others answer may quote a query or a page.
 *
 * **Example** (A message and its cause)
 *
 * ```ts
 * import { ForeignError } from "@dunlin/common"
 *
 * console.log(`the function failed${ForeignError.told(new Error("no such shelf"))}`) // the function failed: no such shelf
 * console.log(`the function failed${ForeignError.told("no error")}`) // the function failed
 * ```
 *
 * @category conversions
 * @since 0.2.0
 */
export const told = (error: unknown): string => {
  if (!(error instanceof Error) || typeof error.message !== "string") return ""
  const [line = ""] = error.message.trimStart().slice(0, longestToldInCharacters + 1).split(/[\r\n]/, 1)
  const text = line.trimEnd()
  if (text === "") return ""
  return `: ${text.length > longestToldInCharacters ? `${text.slice(0, longestToldInCharacters)}…` : text}`
}
