/** Sends requests to a cluster. Each request has a timeout, and each failure becomes a `StorageError`. */
import { StorageError } from "../../StorageError.ts"

/** One HTTP request of the client. */
export interface ClientRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD"
  readonly path: string
  readonly querystring?: Record<string, string>
  readonly body?: object
  /** Lines of JSON. */
  readonly bulkBody?: string
}

/** The methods of the `Client` of `@opensearch-project/opensearch` that the storage calls. */
export interface Client {
  readonly transport: {
    readonly request: (
      request: ClientRequest,
      options: { readonly requestTimeout: number }
    ) => PromiseLike<{ readonly body: unknown }>
  }
  readonly close: () => Promise<void>
}

interface Failure {
  readonly name?: string
  readonly message?: string
  readonly statusCode?: number | null
  readonly cause?: { readonly code?: string }
  readonly body?: { readonly error?: { readonly type?: string } | string }
}

const credentials = new Set([401, 403])
export const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503])

const typeOf = ({ body }: Failure): string | undefined => {
  const error = body?.error
  return typeof error === "object" ? error?.type : undefined
}

const codeOf = ({ cause, message = "" }: Failure): string =>
  cause?.code ?? /\b(E[A-Z_]{3,}|[A-Z]+_[A-Z_]+)\b/.exec(message)?.[1] ?? "ECONNECTION"

const failureOf = (cause: unknown, limit: number): StorageError => {
  if (cause instanceof StorageError) return cause
  const failure = (cause ?? {}) as Failure
  const status = failure.statusCode ?? undefined
  if (status !== undefined) {
    const type = typeOf(failure)
    const answer = `${status}${type === undefined ? "" : ` ${type}`}`
    if (credentials.has(status)) {
      return new StorageError(
        `OpenSearch rejected the credentials or their permissions (${answer}); check user, password and role`,
        String(status),
        { cause }
      )
    }
    const advice = BUSY_STATUSES.has(status)
      ? "; the cluster is overloaded or has no primary shard: try again later"
      : ""
    return new StorageError(`OpenSearch rejected a request (${answer})${advice}`, type ?? String(status), { cause })
  }
  if (failure.name === "TimeoutError") {
    return new StorageError(`OpenSearch did not respond within ${limit / 1000} s`, "ETIMEDOUT", { cause })
  }
  const code = codeOf(failure)
  return new StorageError(`OpenSearch cannot be reached (${code}); check its URL and whether it runs`, code, { cause })
}

export class Cluster {
  private readonly client: Client
  private readonly limit: number

  constructor(client: Client, limit: number) {
    this.client = client
    this.limit = limit
  }

  async send<A>(request: ClientRequest): Promise<A> {
    try {
      return (await this.client.transport.request(request, { requestTimeout: this.limit })).body as A
    } catch (cause) {
      throw failureOf(cause, this.limit)
    }
  }

  /** Sends a request, and returns `undefined` for status 404. */
  async find<A>(request: ClientRequest): Promise<A | undefined> {
    try {
      return (await this.client.transport.request(request, { requestTimeout: this.limit })).body as A
    } catch (cause) {
      if ((cause as Failure).statusCode === 404) return undefined
      throw failureOf(cause, this.limit)
    }
  }

  rejected(status: number, type: string | undefined): StorageError {
    return failureOf({ statusCode: status, body: { error: type === undefined ? {} : { type } } }, this.limit)
  }

  close(): Promise<void> {
    return this.client.close()
  }
}
