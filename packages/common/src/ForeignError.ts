/**
 * Facts about errors of other libraries: those of runtimes, of `fetch` and of functions of users.
 *
 * @since 0.2.0
 */
import * as Predicate from "effect/Predicate"

/** Levels of nested causes that are read. */
const MOST_CAUSES = 8

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
  for (let next: unknown = error; Predicate.isObject(next) && chain.length <= MOST_CAUSES; next = chain.at(-1)?.cause) {
    chain.push(next)
  }
  return chain
}

/** Codes of Node, undici and Bun for a failing network. */
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
