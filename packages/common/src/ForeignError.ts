/**
 * Classifies errors of runtimes, of `fetch` and of user functions.
 *
 * @since 0.2.0
 */
import * as Predicate from "effect/Predicate"

const MAX_NESTED_CAUSES = 8

interface Foreign {
  readonly cause?: unknown
  readonly code?: unknown
  readonly isRetryable?: unknown
  readonly message?: unknown
  readonly name?: unknown
}

/** Returns an error, its cause, the cause of that, and so on. */
const chainOf = (error: unknown): ReadonlyArray<Foreign> => {
  const chain: Array<Foreign> = []
  for (
    let next: unknown = error;
    Predicate.isObject(next) && chain.length <= MAX_NESTED_CAUSES;
    next = chain.at(-1)?.cause
  ) {
    chain.push(next)
  }
  return chain
}

const networkCodes =
  /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_[A-Z]+|E(?:HOST|NET)(?:UNREACH|DOWN)|UND_ERR_(?!INVALID)\w+|Connection\w+|FailedToOpenSocket)$/

const timeNames = new Set(["TimeoutError", "AbortError"])

/**
 * Whether the error is a network failure or a timeout. Other errors are more likely programming errors.
 *
 * **Example** (An error of `fetch`)
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
 * Whether an error is a timeout, such as the error of `AbortSignal.timeout`.
 *
 * @category guards
 * @since 0.2.0
 */
export const isOfTime = (error: unknown): boolean => chainOf(error).some(({ name }) => timeNames.has(String(name)))

/**
 * Whether an error or one of its causes has `isRetryable: true`.
 *
 * @category guards
 * @since 0.2.0
 */
export const isRetryable = (error: unknown): boolean => chainOf(error).some((_) => _.isRetryable === true)
