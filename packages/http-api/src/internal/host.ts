/** Checks that a request has exactly one `Host` header if its protocol version requires it (RFC 9112, 3.2). */
import type { IncomingMessage } from "node:http"
import * as ApiError from "../ApiError.ts"

const NAME = "host"

/** Node accepts two `Host` headers, and accepts none if configured. */
export const hostFault = ({ httpVersion, rawHeaders }: IncomingMessage): ApiError.ApiError | undefined => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === NAME.length && name.toLowerCase() === NAME) hosts++
  }
  if (hosts === 0 && httpVersion === "1.1") return ApiError.badRequest("Host", "a header Host", "missing")
  return hosts > 1 ? ApiError.badRequest("Host", "one header Host", `${hosts} of them`) : undefined
}
