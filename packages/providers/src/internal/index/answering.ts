/** Processes the requests to an index, on the thread that calls it. */
import { StorageError } from "@dunlin/search-index/StorageError"
import { isServed, open, type Place, type Reply, type Request } from "./place.ts"

/** Returns the error's code only, because its message may name tables or contain query text. */
const detailOf = (cause: unknown): string => {
  // Messages of `StorageError` are written for users.
  if (cause instanceof StorageError) return cause.message
  const { errstr } = (cause ?? {}) as { readonly errstr?: unknown }
  return typeof errstr === "string" ? errstr : "the operation failed"
}

/** Returns a code such as `ECONNREFUSED`, from which the caller can derive a remedy. */
const codeOf = (cause: unknown): { readonly code?: string } => {
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === "string" ? { code } : {}
}

const isReading = (operation: Request["operation"]): boolean => operation === "search" || operation === "read"

export const answering = (place: Place, reply: (reply: Reply) => void): (request: Request) => void => {
  const handlers = open(place)
  // The rejection is handled with the first request.
  handlers.catch(() => {})

  const answer = async (request: Request): Promise<void> => {
    const { id } = request
    try {
      const handler = (await handlers)[request.operation] as (input: unknown) => Promise<unknown>
      reply({ id, ok: true, output: await handler(request.input) })
    } catch (cause) {
      reply({ id, ok: false, detail: detailOf(cause), ...codeOf(cause) })
    }
  }

  // Writes run one at a time, as do all requests of one SQLite connection.
  let last: Promise<void> = Promise.resolve()
  return (request) => {
    if (isServed(place) && isReading(request.operation)) void answer(request)
    else last = last.then(() => answer(request))
  }
}
