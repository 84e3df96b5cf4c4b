import type { Document } from "@dunlin/schema/Document"
import { STATUS_CODES } from "node:http"

export const errorOf = ({ metadata }: Document): string | undefined => {
  const status = metadata?.statusCode
  return status === undefined || status < 400 ? undefined : `${status} ${STATUS_CODES[status] ?? ""}`.trim()
}
