/** Converts failures of the domain packages to API errors. */
import * as Fault from "@dunlin/common/Fault"
import type { CreditError } from "@dunlin/credits/CreditError"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import type { SearchFailure } from "@dunlin/pipeline/SearchFailure"
import * as ApiError from "../ApiError.ts"

export const fromCreditError = (error: CreditError): ApiError.ApiError => {
  const { reason } = error
  switch (reason._tag) {
    case "InsufficientCredits":
      return ApiError.make(
        "PAYMENT_REQUIRED",
        `Insufficient credits to perform this request: it may cost ${reason.required}, and ${reason.available} are left.`,
        { details: { required: reason.required, available: reason.available } }
      )
    case "KeyConflict":
      return ApiError.make("IDEMPOTENCY_CONFLICT", "The Idempotency-Key was used for another request")
    case "Unavailable":
      return ApiError.unavailable("The credit ledger is unavailable", error)
    default:
      return ApiError.make("UNKNOWN_ERROR", "The request could not be charged", { cause: error })
  }
}

export const fromScrapeError = (error: ScrapeError): ApiError.ApiError => ApiError.fromCoded(error)

export const fromSearchFailure = (error: SearchFailure): ApiError.ApiError => {
  switch (error._tag) {
    case "InvalidRequest":
      return ApiError.fromInvalidRequest(error)
    case "SearchRefused":
      return ApiError.make("FORBIDDEN", error.message)
    case "CreditError":
      return fromCreditError(error)
    case "ScrapeError":
      return fromScrapeError(error)
    case "SearchTimeout":
    case "StageTimeout":
      return ApiError.make("SEARCH_TIMEOUT", "Request timed out")
    case "StageFailed":
      return ApiError.make("UNKNOWN_ERROR", error.message, { cause: error })
    case "SearchError":
      return ApiError.make("SEARCH_PROVIDER_ERROR", `The search provider failed: ${error.message}`, {
        details: { reason: error.reason._tag, isRetryable: error.isRetryable },
        fault: Fault.show(Fault.from(error))
      })
  }
}
