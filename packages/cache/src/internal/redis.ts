import { arrived } from "@dunlin/common/Arrived"
import * as ClockSkew from "@dunlin/common/ClockSkew"
import * as Fault from "@dunlin/common/Fault"
import * as Health from "@dunlin/common/Health"
import * as OptionalPackage from "@dunlin/common/OptionalPackage"
import * as Secret from "@dunlin/common/Secret"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as crypto from "node:crypto"
import { CacheError, Unavailable } from "../CacheError.ts"

export type Argument = string | Uint8Array

export interface Connection {
  readonly command: (...parts: ReadonlyArray<Argument>) => Effect.Effect<unknown, CacheError>
  /** Sends the hash of the script. Sends the text if the server does not know it. */
  readonly script: (
    text: string,
    keys: ReadonlyArray<string>,
    ...values: ReadonlyArray<Argument | number>
  ) => Effect.Effect<unknown, CacheError>
}

const store = "redis"

const CONNECT_TIMEOUT = 5000

/**
 * Commands take less than a millisecond. After one timeout, further commands fail immediately until a probe succeeds,
 * so a page waits once.
 */
const DEFAULT_SILENCE = "800 millis"

const REDIS_BYTES_PER_SECOND = 1024 * 1024

const PROBE_LIFE = "10000"

/** Milliseconds before the first reconnection. Doubles each time, so that a starting server is not overloaded. */
const FIRST_PAUSE = 50
const MAX_RECONNECTION_DELAY_MS = 2000

export const Driver = Context.Reference("@dunlin/cache/RedisDriver", {
  defaultValue: () =>
    // esbuild does not bundle an import whose rejection is handled, so a missing package is reported at run time.
    OptionalPackage.load("redis", () => import("redis").catch((cause: unknown) => Promise.reject(cause)))
})

/** Clients of redis 4 have `disconnect` instead of `destroy`. */
interface Legacy {
  readonly disconnect: () => Promise<void>
}

const failed = (cause: unknown) => new CacheError({ store, reason: new Unavailable({ cause }) })

const asBuffer = (part: Argument): string | Buffer =>
  typeof part === "string" ? part : Buffer.from(part.buffer, part.byteOffset, part.byteLength)

const isUnknownScript = (error: CacheError): boolean =>
  error.reason._tag === "Unavailable" && error.reason.cause instanceof Error &&
  error.reason.cause.message.startsWith("NOSCRIPT")

const digests = new Map<string, string>()

const digestOf = (text: string): string => {
  let digest = digests.get(text)
  if (digest === undefined) {
    digest = crypto.hash("sha1", text)
    digests.set(text, digest)
  }
  return digest
}

const bytesOf = (parts: ReadonlyArray<Argument>): number => parts.reduce((bytes, part) => bytes + part.length, 0)

export const make = Effect.fnUntraced(function*(options: {
  readonly url: Secret.Secret
  readonly probeKey: string
  readonly silence?: Duration.Input | undefined
}): Effect.fn.Return<Connection, CacheError, Scope.Scope> {
  const silence = Duration.toMillis(options.silence ?? DEFAULT_SILENCE)
  let lookAtClock: Effect.Effect<void> | undefined
  const part = yield* Health.part({
    part: store,
    use: "cache",
    consequence: "pages are fetched again and not stored; cache-only requests fail",
    slowAfter: "250 millis",
    isWatched: true,
    probe: (lost) =>
      Effect.suspend((): Effect.Effect<unknown, CacheError> => {
        if (lookAtClock === undefined) return Effect.void
        return lost === undefined
          ? Effect.andThen(lookAtClock, ask(["PING"]))
          : ask(["SET", options.probeKey, "1", "PX", PROBE_LIFE])
      })
  })
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const { createClient, RESP_TYPES } = yield* Effect.mapError(
    yield* Driver,
    (reason) => new CacheError({ store, reason })
  )
  // Version 5 maps types to JavaScript types. Version 4 has an option instead.
  const types = RESP_TYPES as typeof RESP_TYPES | undefined
  const asBuffers = {
    ...(types === undefined ? {} : { typeMapping: { [types.BLOB_STRING]: Buffer } }),
    returnBuffers: true
  }

  const address = Secret.text(options.url, "url")
  const client = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => {
        let isKnown = false
        const client = createClient({
          url: address,
          // Fails immediately without a connection, so that the page is fetched.
          disableOfflineQueue: true,
          socket: {
            connectTimeout: CONNECT_TIMEOUT,
            // A server that was never reachable has a wrong URL. One that fails later may recover.
            reconnectStrategy: (retries) => isKnown && Math.min(MAX_RECONNECTION_DELAY_MS, FIRST_PAUSE * 2 ** retries)
          }
        })
        client.on("ready", () => {
          isKnown = true
          run(part.back)
        })
        // Without a listener, an error event would end the process. Each failed reconnection is also an event.
        client.on("error", (cause) => {
          if (isKnown) run(part.lost(Fault.from(cause)))
        })
        // The connection must not keep the process alive. A pending command has a timer that does.
        return client.connect().then(() => {
          client.unref()
          return client
        })
      },
      catch: failed
    }),
    (client) =>
      "destroy" in client ? Effect.sync(() => client.destroy()) : Effect.promise(() => (client as Legacy).disconnect())
  )

  const ask = (parts: ReadonlyArray<Argument>) =>
    Effect.tryPromise({
      try: () => client.sendCommand<unknown>(parts.map(asBuffer), asBuffers),
      catch: failed
    })

  const send = (parts: ReadonlyArray<Argument>) => {
    const limit = silence + Math.floor(bytesOf(parts) / REDIS_BYTES_PER_SECOND) * 1000
    const silent = Effect.fail(failed(new Fault.NoAnswer({ milliseconds: limit })))
    // A response that arrived before the timeout counts, even if it is read later.
    const gaveUp = Effect.andThen(Effect.andThen(Effect.sleep(limit), arrived), silent)
    return part.guard(Effect.raceFirst(ask(parts), gaveUp)).pipe(
      Effect.mapError((error) => error._tag === "Silenced" ? failed(error) : error)
    )
  }

  const time = Effect.map(send(["TIME"]), (reply) => {
    const [seconds, microseconds] = (reply as ReadonlyArray<unknown>).map((part) => Number(String(part)))
    return (seconds ?? Number.NaN) * 1000 + (microseconds ?? Number.NaN) / 1000
  })
  const used = yield* ClockSkew.beside({ part: store, time })
  lookAtClock = used

  return {
    command: (...parts) => Effect.andThen(used, send(parts)),
    script: (text, keys, ...values) => {
      const rest = [String(keys.length), ...keys, ...values.map((one) => typeof one === "number" ? String(one) : one)]
      return Effect.catchIf(
        Effect.andThen(used, send(["EVALSHA", digestOf(text), ...rest])),
        isUnknownScript,
        () => send(["EVAL", text, ...rest])
      )
    }
  }
})
