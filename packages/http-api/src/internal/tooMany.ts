/** Creates the errors for a team with too many requests per minute or at once. */
import * as ApiError from "../ApiError.ts"

const requests = (count: number): string => `${count} ${count === 1 ? "request" : "requests"}`

const tooMany = (error: string, retryAfter: number) =>
  ApiError.make("RATE_LIMITED", error, { retryAfter, details: { retryAfterSeconds: retryAfter } })

export const atOnce = (most: number) => tooMany(`Rate limit exceeded: ${requests(most)} at the same time`, 1)

export const perMinute = (limit: number, wait: number) =>
  tooMany(`Rate limit exceeded: ${requests(limit)} a minute`, Math.max(1, Math.ceil(wait)))
