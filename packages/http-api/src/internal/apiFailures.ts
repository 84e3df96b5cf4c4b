/** Defines errors of endpoints in the API description. */
import { ErrorBody } from "@dunlin/schema/ErrorBody"

export const failure = (httpApiStatus: number, description: string) =>
  ErrorBody.annotate({ httpApiStatus, description })

export const refusals = [
  failure(400, "The body is invalid; `details` lists every fault with its path"),
  failure(401, "The key is missing or unknown"),
  failure(403, "A requested feature is not enabled for this team, or the team's policy blocks the page"),
  failure(413, "The body is too large"),
  failure(429, "Too many requests per minute, or too many concurrent ones; retry after `Retry-After`"),
  failure(500, "Unexpected error; `details.id` identifies it in the log")
] as const
