/** Checks the `Host` header of a request (RFC 9112 3.2): exactly one, if the protocol version has it. */
import type { IncomingMessage } from "node:http"
import * as ApiError from "../ApiError.ts"

const NAME = "host"

/** Returns the fault of the header. Node accepts a missing one if configured, and always accepts two. */
export const hostFault = ({ httpVersion, rawHeaders }: IncomingMessage): ApiError.ApiError | undefined => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === NAME.length && name.toLowerCase() === NAME) hosts++
  }
  if (hosts === 0 && httpVersion === "1.1") return ApiError.badRequest("Host", "a header Host", "missing")
  return hosts > 1 ? ApiError.badRequest("Host", "one header Host", `${hosts} of them`) : undefined
}
