/** Errors of endpoints in the API description. */
import { ErrorBody } from "@dunlin/schema/ErrorBody"

export const failure = (httpApiStatus: number, description: string) =>
  ErrorBody.annotate({ httpApiStatus, description })

export const refusals = [
  failure(400, "The body breaks the contract; `details` lists every fault with its path"),
  failure(401, "No key, or none that is known"),
  failure(403, "The team is not enabled for what was asked, or the policy forbids the page"),
  failure(413, "The body is too large"),
  failure(429, "Too many requests per minute, or at once; `Retry-After` says when to come back"),
  failure(500, "Unexpected; `details.id` finds it in the log")
] as const
