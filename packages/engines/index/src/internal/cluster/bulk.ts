/**
 * Writes many documents in requests of limited size, one after the other. It writes more slowly while the cluster is
 * busy.
 */
import { StorageError } from "../../StorageError.ts"
import { BUSY_STATUSES, type Cluster } from "./client.ts"

/** A change of a document. The cluster stores the highest version, in whatever order the versions arrive. */
export type Change =
  | { readonly index: string; readonly id: string; readonly version: number; readonly source: object | undefined }
  /** Creates a document only if it does not exist yet. */
  | { readonly index: string; readonly id: string; readonly created: object }

/** Result of a change. `superseded`: a later version is stored, or the word already exists. */
export type Outcome = "stored" | "deleted" | "missing" | "superseded"

/** Limit of a bulk request in UTF-16 units. A cluster accepts 100 MB. */
const MAX_UNITS_OF_REQUEST = 5_000_000
const MAX_CHANGES_OF_REQUEST = 2000
const FIRST_WAIT_MS = 50
const MAX_WAIT_MS = 5000
/** Maximum milliseconds of waiting for a busy cluster. The documents are then rejected. */
const MAX_WAITS_MS = 60_000
const CONFLICT = 409
const MISSING = 404
const FIRST_FAULT = 400

const lineOf = (change: Change): string => {
  if ("created" in change) {
    const { created, id, index } = change
    return `${JSON.stringify({ create: { _index: index, _id: id } })}\n${JSON.stringify(created)}\n`
  }
  const { id, index, source, version } = change
  const meta = { _index: index, _id: id, version, version_type: "external" }
  return source === undefined
    ? `${JSON.stringify({ delete: meta })}\n`
    : `${JSON.stringify({ index: meta })}\n${JSON.stringify(source)}\n`
}

interface Item {
  readonly status: number
  readonly result?: string
  readonly error?: { readonly type?: string }
}

interface Reply {
  readonly items: ReadonlyArray<Readonly<Record<string, Item>>>
}

interface Pending {
  readonly at: number
  readonly line: string
}

function* requests(lines: ReadonlyArray<Pending>): Generator<ReadonlyArray<Pending>> {
  let request: Array<Pending> = []
  let units = 0
  for (const line of lines) {
    if (
      request.length > 0 &&
      (request.length >= MAX_CHANGES_OF_REQUEST || units + line.line.length > MAX_UNITS_OF_REQUEST)
    ) {
      yield request
      request = []
      units = 0
    }
    request.push(line)
    units += line.line.length
  }
  if (request.length > 0) yield request
}

const isBusy = (cause: unknown): boolean =>
  cause instanceof StorageError && BUSY_STATUSES.has(Number((cause.cause as { statusCode?: unknown })?.statusCode))

const outcomeOf = ({ result, status }: Item): Outcome | undefined =>
  status === CONFLICT
    ? "superseded"
    : status === MISSING
    ? "missing"
    : status >= FIRST_FAULT
    ? undefined
    : result === "deleted"
    ? "deleted"
    : "stored"

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends changes. Rejects if the cluster rejects a change, or is busy for more than a minute. */
export const bulk = async (cluster: Cluster, changes: ReadonlyArray<Change>): Promise<ReadonlyArray<Outcome>> => {
  const out: Array<Outcome> = []
  let wait = FIRST_WAIT_MS
  let waited = 0
  const send = async (request: ReadonlyArray<Pending>): Promise<ReadonlyArray<Pending>> => {
    const body = { method: "POST", path: "/_bulk", bulkBody: request.map(({ line }) => line).join("") } as const
    let reply: Reply
    try {
      reply = await cluster.send<Reply>(body)
    } catch (cause) {
      if (isBusy(cause)) return request
      throw cause
    }
    return request.filter(({ at }, place) => {
      const item = Object.values(reply.items[place] ?? {})[0]
      if (item === undefined || BUSY_STATUSES.has(item.status)) return true
      const outcome = outcomeOf(item)
      if (outcome === undefined) throw cluster.rejected(item.status, item.error?.type)
      out[at] = outcome
      return false
    })
  }
  for (const request of requests(changes.map((change, at) => ({ at, line: lineOf(change) })))) {
    for (let left = await send(request); left.length > 0; left = await send(left)) {
      if (waited >= MAX_WAITS_MS) {
        throw new StorageError(
          `OpenSearch was too busy for ${MAX_WAITS_MS / 1000} s to store ${left.length} documents; add them again`,
          "429"
        )
      }
      await rest(wait)
      waited += wait
      wait = Math.min(MAX_WAIT_MS, wait * 2)
    }
  }
  return out
}
