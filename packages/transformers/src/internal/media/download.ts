import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import * as crypto from "node:crypto"
import { open } from "node:fs/promises"
import { type Kind, kindOf, SNIFFED_BYTES } from "./kinds.ts"
import { address, type Segment, type Track } from "./tracks.ts"

export class Stopped extends Data.TaggedError("Stopped")<{ readonly why: "failed" | "too large" | "no media" }> {}

const failed = new Stopped({ why: "failed" })
const tooLarge = new Stopped({ why: "too large" })
const noMedia = new Stopped({ why: "no media" })

const MAX_REDIRECTS = 5

const MAX_PLAYLIST_BYTES = 4 * 1024 * 1024
const MAX_KEY_BYTES = 64

/** Length of an AES-128 key. */
const KEY_BYTES = 16

export interface Budget {
  left: number
}

export type Found =
  | { readonly _tag: "File"; readonly kind: Extract<Kind, { readonly _tag: "File" }>; readonly path: string }
  | { readonly _tag: "Listing"; readonly kind: "Hls" | "Dash"; readonly text: string; readonly url: string }

interface Answer {
  readonly url: string
  readonly response: HttpClientResponse.HttpClientResponse
}

interface Net {
  readonly client: HttpClient.HttpClient
  readonly referer: string
}

const get = Effect.fnUntraced(function*(
  { client, referer }: Net,
  first: string,
  headers: Readonly<Record<string, string>>
): Effect.fn.Return<Answer, Stopped> {
  let url = first
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = yield* HttpClientRequest.get(url).pipe(
      HttpClientRequest.setHeaders({ accept: "*/*", "accept-encoding": "identity", referer, ...headers }),
      client.execute,
      Effect.mapError(() => failed)
    )
    if (response.status === 200 || response.status === 206) return { url, response }
    const { location } = response.headers
    const next = response.status >= 300 && response.status < 400 && location !== undefined
      ? address(location, url)
      : undefined
    if (next === undefined) return yield* failed
    url = next
  }
  return yield* failed
})

/** Passes bytes on in order until `take` returns that it needs no more. */
const drain = (
  response: HttpClientResponse.HttpClientResponse,
  take: (chunk: Uint8Array) => Effect.Effect<boolean, Stopped>
) => response.stream.pipe(Stream.mapError(() => failed), Stream.runForEachWhile(take))

const whole = Effect.fnUntraced(function*(net: Net, url: string, limit: number): Effect.fn.Return<Buffer, Stopped> {
  const { response } = yield* get(net, url, {})
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* drain(response, (chunk) => {
    size += chunk.length
    chunks.push(chunk)
    return size > limit ? Effect.fail(failed) : Effect.succeed(true)
  })
  return Buffer.concat(chunks)
})

interface Writer {
  readonly path: string
  readonly write: (chunk: Uint8Array) => Effect.Effect<void, Stopped>
  readonly close: Effect.Effect<void>
}

const writer = (path: string, budget: Budget): Effect.Effect<Writer, Stopped> =>
  Effect.map(Effect.tryPromise({ try: () => open(path, "wx"), catch: () => failed }), (handle) => ({
    path,
    write: (chunk) => {
      budget.left -= chunk.length
      return budget.left < 0
        ? Effect.fail(tooLarge)
        : Effect.tryPromise({ try: () => handle.appendFile(chunk), catch: () => failed })
    },
    close: Effect.promise(() => handle.close())
  }))

const load = Effect.fnUntraced(function*(
  net: Net,
  address: string,
  pathOf: (extension: string) => string,
  budget: Budget
): Effect.fn.Return<Found, Stopped> {
  const { response, url } = yield* get(net, address, {})
  let head: Array<Uint8Array> = []
  let size = 0
  let kind: Kind | undefined
  let file: Writer | undefined
  const decide = Effect.fnUntraced(function*(): Effect.fn.Return<void, Stopped> {
    const bytes = Buffer.concat(head)
    kind = kindOf(bytes)
    if (kind === undefined) return yield* noMedia
    if (kind._tag !== "File") return
    file = yield* writer(pathOf(kind.extension), budget)
    head = []
    yield* file.write(bytes)
  })
  yield* drain(response, (chunk) => {
    size += chunk.length
    if (file !== undefined) return Effect.as(file.write(chunk), true)
    head.push(chunk)
    if (kind !== undefined) return size > MAX_PLAYLIST_BYTES ? Effect.fail(noMedia) : Effect.succeed(true)
    return size >= SNIFFED_BYTES ? Effect.as(decide(), true) : Effect.succeed(true)
  }).pipe(
    Effect.andThen(Effect.suspend(() => kind === undefined ? decide() : Effect.void)),
    Effect.ensuring(Effect.suspend(() => file?.close ?? Effect.void))
  )
  return kind!._tag === "File"
    ? { _tag: "File", kind: kind as Extract<Kind, { readonly _tag: "File" }>, path: file!.path }
    : { _tag: "Listing", kind: kind!._tag, text: Buffer.concat(head).toString("utf8"), url }
})

const segment = Effect.fnUntraced(function*(
  net: Net,
  { key, range, url }: Segment,
  keys: Map<string, Buffer>,
  write: (chunk: Uint8Array) => Effect.Effect<void, Stopped>
): Effect.fn.Return<void, Stopped> {
  const { response } = yield* get(net, url, range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` })
  // A server without range support returns the whole file.
  let skip = range === undefined || response.status === 206 ? 0 : range.start
  let left = range === undefined ? Infinity : range.end - range.start + 1
  const secret = key === undefined ? undefined : keys.get(key.url) ?? (yield* whole(net, key.url, MAX_KEY_BYTES))
  if (key !== undefined && secret?.length !== KEY_BYTES) return yield* failed
  if (key !== undefined) keys.set(key.url, secret!)
  const decipher = key === undefined ? undefined : crypto.createDecipheriv("aes-128-cbc", secret!, key.iv)
  yield* drain(response, (chunk) => {
    const part = chunk.subarray(skip, Math.min(chunk.length, skip + left))
    skip -= Math.min(skip, chunk.length)
    left -= part.length
    return part.length === 0
      ? Effect.succeed(left > 0)
      : Effect.as(write(decipher === undefined ? part : decipher.update(part)), left > 0)
  })
  if (decipher !== undefined) {
    yield* Effect.flatMap(Effect.try({ try: () => decipher.final(), catch: () => failed }), write)
  }
})

const save = Effect.fnUntraced(function*(
  net: Net,
  { segments }: Track,
  path: string,
  budget: Budget
): Effect.fn.Return<void, Stopped> {
  const file = yield* writer(path, budget)
  const keys = new Map<string, Buffer>()
  yield* Effect.forEach(segments, (each) => segment(net, each, keys, file.write), { discard: true }).pipe(
    Effect.ensuring(file.close)
  )
})

export const make = (client: HttpClient.HttpClient, referer: string) => {
  const net: Net = { client, referer }
  return {
    load: (address: string, pathOf: (extension: string) => string, budget: Budget) =>
      load(net, address, pathOf, budget),
    save: (track: Track, path: string, budget: Budget) => save(net, track, path, budget),
    listing: (url: string) => Effect.map(whole(net, url, MAX_PLAYLIST_BYTES), (bytes) => bytes.toString("utf8"))
  }
}
