/** Creates responses without a fixture: errors in the API's format. */
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import * as ApiError from "../../ApiError.ts"
import type { Refusal } from "./model.ts"

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export const ok = (body: unknown): Reply => ({ status: 200, headers: {}, body })

const codes: { readonly [status: number]: ErrorCode } = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  408: "SEARCH_TIMEOUT",
  409: "IDEMPOTENCY_CONFLICT",
  413: "REQUEST_TOO_LARGE",
  429: "RATE_LIMITED",
  501: "NOT_IMPLEMENTED",
  503: "SERVICE_UNAVAILABLE"
}

export const fromError = (error: ApiError.ApiError, requestId: string): Reply => ({
  status: error.status,
  headers: { "x-request-id": requestId },
  body: ApiError.toBody(error, requestId)
})

export const refusal = (failure: ErrorCode | number, more: Refusal, requestId: string): Reply => {
  const code = typeof failure === "string" ? failure : codes[failure] ?? "UNKNOWN_ERROR"
  const error = ApiError.make(code, more.error ?? code, more.details === undefined ? {} : { details: more.details })
  const { body, headers } = fromError(error, requestId)
  return {
    status: typeof failure === "number" ? failure : error.status,
    headers: more.retryAfter === undefined ? headers : { ...headers, "retry-after": String(more.retryAfter) },
    body
  }
}
