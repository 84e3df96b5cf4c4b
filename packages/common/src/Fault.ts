/**
 * Converts an error of a database, a store or a network to one of seven conditions, with a cause that is safe to log.
 * A cause never contains an address, a key, a query or page text.
 *
 * @since 0.2.0
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/**
 * The kinds of faults. A part that hangs is `silent`, one without free space is `full`. One that rejects this
 * program's credentials is `refused`, and one whose clock differs is `skewed`.
 *
 * @category models
 * @since 0.2.0
 */
export type Condition = "down" | "silent" | "slow" | "full" | "read-only" | "refused" | "skewed"

/**
 * @category models
 * @since 0.2.0
 */
export interface Fault {
  readonly condition: Condition
  /**
   * An error code or a known phrase, such as `ENOSPC` or `SQLSTATE 53300, too many connections`. It contains no other
   * text of the error.
   */
  readonly cause: string
}

/**
 * @category constructors
 * @since 0.2.0
 */
export const make = (condition: Condition, cause: string): Fault => ({ condition, cause })

/**
 * A part did not respond within its timeout.
 *
 * @category errors
 * @since 0.2.0
 */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", { milliseconds: Schema.Number }) {
  override get message(): string {
    return `no response for ${this.milliseconds} ms`
  }
}

const MAX_DEPTH = 8

type Row = readonly [pattern: RegExp, condition: Condition, meaning?: string]

const SYSTEM: ReadonlyArray<Row> = [
  [/^(?:ENOSPC|EDQUOT)$/, "full", "no space left"],
  [/^(?:EMFILE|ENFILE)$/, "full", "too many open files"],
  [/^EROFS$/, "read-only", "the file system is read-only"],
  [/^(?:EACCES|EPERM)$/, "refused", "no permission"],
  [/^(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_\w*TIMEOUT)$/, "silent"],
  [/^(?:CERT_\w+|\w+_CERT|\w+_SELF_SIGNED\w*|DEPTH_ZERO_\w+|ERR_TLS_\w+|UNABLE_TO_\w+)$/, "refused", "the certificate"],
  [/^(?:ECONN[A-Z]+|EPIPE|ENOTFOUND|EAI_[A-Z]+|E(?:HOST|NET)(?:UNREACH|DOWN)|UND_ERR_SOCKET)$/, "down"],
  [/^(?:ENOENT|ENOTDIR|EIO|ENXIO|ESTALE|ENODEV)$/, "down", "the file or its disk"],
  [/^ERR_SOCKET_CLOSED\w*$/, "down"]
]

const SQLSTATE: ReadonlyArray<Row> = [
  [/^53100$/, "full", "disk full"],
  [/^53300$/, "refused", "too many connections"],
  [/^53/, "full", "insufficient resources"],
  [/^25006$/, "read-only", "read-only transaction"],
  [/^(?:28|42501|3D000)/, "refused", "no access"],
  [/^(?:57014|25P0[34])$/, "silent", "a time limit of the database"],
  [/^55P03$/, "slow", "a lock is held"],
  [/^(?:08|57P|58)/, "down"]
]

const REDIS: ReadonlyArray<Row> = [
  [/^READONLY$/, "read-only"],
  [/^MISCONF$/, "read-only", "it cannot write to its disk"],
  [/^OOM$/, "full", "maxmemory is reached"],
  [/^(?:NOAUTH|WRONGPASS|NOPERM)$/, "refused"],
  [/^(?:LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|UNKILLABLE)$/, "down"]
]

const SQLITE: Readonly<Record<number, readonly [Condition, string]>> = {
  3: ["refused", "SQLITE_PERM"],
  5: ["silent", "SQLITE_BUSY, another process has locked the file"],
  6: ["silent", "SQLITE_LOCKED"],
  8: ["read-only", "SQLITE_READONLY"],
  10: ["down", "SQLITE_IOERR"],
  11: ["down", "SQLITE_CORRUPT, the file is damaged"],
  13: ["full", "SQLITE_FULL, the disk is full"],
  14: ["down", "SQLITE_CANTOPEN"],
  23: ["refused", "SQLITE_AUTH"],
  26: ["down", "SQLITE_NOTADB, the file is not a database"]
}

/** SQLite's primary result code is the low byte of an extended code. */
const PRIMARY = 0xff

const HTTP_SERVER_ERROR = 500
const INSUFFICIENT_STORAGE = 507

const ofStatus = (status: number): Condition | undefined => {
  if (status === 401 || status === 403) return "refused"
  if (status === 402 || status === 429 || status === INSUFFICIENT_STORAGE) return "full"
  if (status === 405) return "read-only"
  if (status === 408 || status === 504) return "silent"
  return status >= HTTP_SERVER_ERROR ? "down" : undefined
}

/** Error codes of S3 that are more specific than their status. */
const STORAGE: ReadonlyArray<Row> = [
  [/^(?:\w*StorageFull|QuotaExceeded|\w*QuotaExceeded|EntityTooLarge|InsufficientCapacity)$/, "full"],
  [/^(?:\w*ReadOnly\w*|MethodNotAllowed|InvalidObjectState)$/, "read-only"],
  [/^RequestTimeTooSkewed$/, "skewed"],
  [/^SlowDown$/, "slow"],
  [/^NoSuchBucket$/, "down", "the bucket does not exist"],
  [/^(?:AccessDenied|SignatureDoesNotMatch|InvalidAccessKeyId|ExpiredToken|InvalidToken)$/, "refused"]
]

const NAMES: ReadonlyArray<Row> = [
  [
    /^(?:TimeoutError|TimeoutException|TimedOut|CommandTimeoutError|ConnectionTimeoutError)$/,
    "silent"
  ],
  [/^Silenced$/, "silent", "not tried again yet"],
  [/^(?:QuotaExceeded|RateLimited)$/, "full", "a limit of the account"],
  [/^ReadOnlyServer$/, "read-only", "a standby or a demoted primary"],
  [/^Unauthorized$/, "refused"],
  [/^PackageMissing$/, "down", "a package is not installed"],
  [/^(?:Client(?:Closed|Offline)Error|Socket\w*(?:Closed|Timeout)\w*Error|DisconnectsClientError|Unreachable)$/, "down"]
]

const MESSAGES: ReadonlyArray<readonly [RegExp, Condition, string]> = [
  [/^timeout exceeded when trying to connect/, "silent", "connection timed out"],
  [/^Connection terminated due to connection timeout/, "silent", "connection timed out"],
  [/^Query read timeout/, "silent", "request timed out"],
  [/^Connection terminated/, "down", "the connection ended"],
  [/^Client has encountered a connection error/, "down", "the connection ended"],
  [/^ERR max number of clients reached/, "refused", "too many connections"]
]

const withMeaning = (name: string, meaning: string | undefined): string =>
  meaning === undefined ? name : `${name}, ${meaning}`

const inTable = (rows: ReadonlyArray<Row>, value: string, prefix = ""): Fault | undefined => {
  const row = rows.find(([pattern]) => pattern.test(value))
  return row === undefined ? undefined : make(row[1], withMeaning(`${prefix}${value}`, row[2]))
}

const text = (value: unknown): string => typeof value === "string" ? value : ""

const ofOne = (error: object): Fault | undefined => {
  const { _tag, code, detail, errcode, message, milliseconds, name, status } = error as {
    readonly [key: string]: unknown
  }
  if (typeof milliseconds === "number" && (_tag === "NoAnswer" || _tag === "PostgresSilent")) {
    return make("silent", `no response for ${milliseconds} ms`)
  }
  if (typeof errcode === "number") {
    const known = SQLITE[errcode & PRIMARY]
    if (known !== undefined) return make(known[0], known[1])
  }
  const codeName = text(code)
  if (/^[0-9A-Z]{5}$/.test(codeName) && "severity" in error) {
    const found = inTable(SQLSTATE, codeName, "SQLSTATE ")
    if (found !== undefined) return found
  }
  // Errors of this repository contain the error code of the transport in their detail.
  const found = inTable(SYSTEM, codeName) ?? inTable(SYSTEM, text(detail)) ?? inTable(STORAGE, codeName)
  if (found !== undefined) return found
  if (typeof status === "number") {
    const condition = ofStatus(status)
    if (condition !== undefined) return make(condition, `status ${status}`)
  }
  const words = text(message)
  const reply = inTable(REDIS, words.split(" ", 1)[0]!)
  if (reply !== undefined) return reply
  const match = MESSAGES.find(([pattern]) => pattern.test(words))
  if (match !== undefined) return make(match[1], match[2])
  return inTable(NAMES, text(_tag)) ?? inTable(NAMES, text(name)) ??
    inTable(NAMES, Object.getPrototypeOf(error)?.constructor?.name ?? "")
}

/**
 * Finds the first fault in an error, its reason, its cause, and so on. Errors that do not concern the part, such as a
 * missing value, return `undefined`.
 *
 * **Example** (A full disk as the cause of a store's error)
 *
 * ```ts
 * import { Fault } from "@dunlin/common"
 *
 * const error = new Error("the store failed", { cause: Object.assign(new Error(), { code: "ENOSPC" }) })
 * console.log(Fault.of(error)) // { condition: 'full', cause: 'ENOSPC, no space left' }
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const of = (error: unknown): Fault | undefined => {
  const pending: Array<unknown> = [error]
  for (let depth = 0; depth < MAX_DEPTH && pending.length > 0; depth++) {
    const next = pending.shift()
    if (!Predicate.isObject(next)) continue
    const found = ofOne(next)
    if (found !== undefined) return found
    const { cause, errors, reason } = next as { readonly [key: string]: unknown }
    pending.push(reason, cause, ...(Array.isArray(errors) ? errors.slice(0, MAX_DEPTH) : []))
  }
  return undefined
}

/**
 * Returns the fault like {@link of}, for an error that is certainly a fault. Without details, it counts as `down`.
 *
 * @category constructors
 * @since 0.2.0
 */
export const from = (error: unknown): Fault =>
  of(error) ??
    make(
      "down",
      Predicate.isObject(error) && "name" in error ? `an unknown error, ${nameOf(error)}` : "an unknown error"
    )

const nameOf = (error: object): string => {
  const { name, reason } = error as { readonly name?: unknown; readonly reason?: unknown }
  const names = [text(name), text(Predicate.isObject(reason) && "_tag" in reason ? reason._tag : undefined)]
    .filter((one) => /^[A-Za-z][\w.]{0,60}$/.test(one))
  return names.length === 0 ? "without a name" : names.join(" ")
}

/**
 * Formats a fault as one line for a log: `silent: no answer for 800 ms`.
 *
 * @category conversions
 * @since 0.2.0
 */
export const show = ({ cause, condition }: Fault): string => `${condition}: ${cause}`
