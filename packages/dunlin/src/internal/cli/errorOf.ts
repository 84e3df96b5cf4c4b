import type { Document } from "@dunlin/schema/Document"
import { STATUS_CODES } from "node:http"

/**
 * Returns the status, such as `404 Not Found`, of a page with an error status; `undefined` for a page that was read.
 */
export const errorOf = ({ metadata }: Document): string | undefined => {
  const status = metadata?.statusCode
  return status === undefined || status < 400 ? undefined : `${status} ${STATUS_CODES[status] ?? ""}`.trim()
}
