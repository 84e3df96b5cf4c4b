/** Writes error texts for a model: the failure, and the next step. They do not repeat queries or URLs. */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import type { SearchFailure } from "@dunlin/pipeline/SearchFailure"

const sentence = (cause: string): string => {
  const text = cause.trim().slice(0, MAX_CAUSE_CHARACTERS)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** A longer cause would not help a model. */
const MAX_CAUSE_CHARACTERS = 400

export const problem = (code: string, cause: string, next: string): string => `${code}: ${sentence(cause)} ${next}`

export const badArguments = (why: string): string => problem("BAD_ARGUMENTS", why, "Correct it and call again.")

const ofCredit = ({ message, reason }: CreditError): string =>
  reason._tag === "InsufficientCredits"
    ? problem("PAYMENT_REQUIRED", message, "Request less, with a smaller `limit`, or tell the user.")
    : problem("SERVICE_UNAVAILABLE", message, "Try again in a few seconds.")

const elsewhere = "Use another result, or search for the same facts elsewhere."
const nextStep: Partial<Record<ScrapeError["code"], string>> = {
  SCRAPE_TIMEOUT: "Try once more, or use another result.",
  SCRAPE_DNS_RESOLUTION_ERROR: "Check the URL, or find the page with `search`.",
  FORBIDDEN: "This server must not open that URL: use another one.",
  unsafe_domain_blocked: "This server blocks that site: use another one.",
  SCRAPE_NO_CACHED_DATA: "Omit `maxAge` to fetch the page.",
  SCRAPE_UNSUPPORTED_FILE_ERROR: "The page type is not supported: use another result."
}

const ofScrape = (error: ScrapeError): string =>
  problem(
    error.code,
    error.message,
    nextStep[error.code] ?? (error.isRetryable ? "Try once more, or use another result." : elsewhere)
  )

export const ofReadFailure = (error: ScrapeError | CreditError): string =>
  error._tag === "ScrapeError" ? ofScrape(error) : ofCredit(error)

export const ofSearchFailure = (error: SearchFailure): string => {
  switch (error._tag) {
    case "InvalidRequest":
      return badArguments(error.message)
    case "SearchRefused":
      return problem("FORBIDDEN", error.message, "Tell the user.")
    case "CreditError":
      return ofCredit(error)
    case "ScrapeError":
      return ofScrape(error)
    case "SearchTimeout":
    case "StageTimeout":
      return problem("SEARCH_TIMEOUT", error.message, "Try again with a smaller `limit`, or `read` a page you know.")
    case "StageFailed":
      return problem("UNKNOWN_ERROR", "The search failed", "Try again, or tell the user.")
    case "SearchError":
      return problem(
        "SEARCH_PROVIDER_ERROR",
        error.message,
        error.isRetryable
          ? "Try again in a few seconds, or `read` a page you know."
          : "`read` a page you know, or tell the user that search is unavailable."
      )
  }
}
