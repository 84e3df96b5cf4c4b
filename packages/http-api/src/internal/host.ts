/** The header `Host` of a request (RFC 9112 3.2): one, where the version of the protocol has it. */
import type { IncomingMessage } from "node:http"
import * as ApiError from "../ApiError.ts"

/** What is wrong with it; Node lets through none when told to, and always two. */
export const hostFault = ({ httpVersion, rawHeaders }: IncomingMessage): ApiError.ApiError | undefined => {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length
  if (hosts === 0 && httpVersion === "1.1") return ApiError.badRequest("Host", "a header Host", "missing")
  return hosts > 1 ? ApiError.badRequest("Host", "one header Host", `${hosts} of them`) : undefined
}
