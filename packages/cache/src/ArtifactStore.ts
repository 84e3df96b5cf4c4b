/**
 * Stores screenshots, PDFs and media for a limited time and creates signed links to them. A link contains its expiry
 * and an HMAC-SHA256 signature. Only the key's owner can sign links.
 *
 * @since 0.1.0
 */
import type * as Secret from "@dunlin/common/Secret"
import type { Blob } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as crypto from "node:crypto"
import { CacheError, NotFound, TooLarge } from "./CacheError.ts"
import * as links from "./internal/links.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface Artifact extends Blob {
  /** The time at which the artifact expires, in epoch milliseconds. */
  readonly expiresAt: number
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Stored {
  /** The id: 32 lower-case hexadecimal digits that cannot be guessed. The first 8 are the expiry in epoch seconds. */
  readonly id: string
  /** The signed link. It is valid until `expiresAt`. */
  readonly url: string
  /** The time at which the link expires, in epoch milliseconds. */
  readonly expiresAt: number
}

/**
 * Stores artifacts. A backend implements these operations, and the artifact store handles ids, lifetimes and
 * signatures.
 *
 * @category models
 * @since 0.1.0
 */
export interface Backend {
  /** The name in errors, in lower case. */
  readonly name: string
  readonly write: (id: string, artifact: Artifact) => Effect.Effect<void, CacheError>
  readonly read: (id: string) => Effect.Effect<Option.Option<Artifact>, CacheError>
  readonly remove: (id: string) => Effect.Effect<void, CacheError>
  /** Deletes all artifacts that expired at or before `now`. Returns their number. */
  readonly sweep: (now: number) => Effect.Effect<number, CacheError>
  /** Whether files are lost when the process ends. @default false */
  readonly isVolatile?: boolean | undefined
  /** Creates links that the backend signs itself, for example presigned S3 URLs. */
  readonly link?: (id: string, artifact: Artifact, now: number) => Effect.Effect<string, CacheError>
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The URL that precedes the id in links, without a trailing slash. @default "http://127.0.0.1:3002/artifacts" */
  readonly publicUrl?: string | undefined
  /**
   * The key that signs links. Without one, a random key is used, and links become invalid when the process ends.
   * `FileArtifacts` stores its key in its folder.
   */
  readonly signingKey?: Secret.Secret | undefined
  /** The maximum bytes of an artifact. @default 256 MiB */
  readonly maxBytes?: number | undefined
}

/**
 * @category services
 * @since 0.1.0
 */
export class ArtifactStore extends Context.Service<ArtifactStore, {
  /** Stores a blob for `ttl` and returns its signed link. */
  readonly put: (blob: Blob, options: { readonly ttl: Duration.Input }) => Effect.Effect<Stored, CacheError>
  /** Reads an artifact by its id, for trusted code. Fails with `NotFound` after its lifetime. */
  readonly get: (id: string) => Effect.Effect<Artifact, CacheError>
  /**
   * Reads an artifact by its signed link, which is a whole URL, or its path and query. Fails with `LinkRefused` if the
   * link is expired or altered.
   */
  readonly open: (link: string) => Effect.Effect<Artifact, CacheError>
  readonly remove: (id: string) => Effect.Effect<void, CacheError>
  /** Deletes expired artifacts and returns their number. */
  readonly sweep: Effect.Effect<number, CacheError>
  /**
   * A warning for callers. It is set if links may become invalid early.
   * @default none
   *
   * @since 0.2.0
   */
  readonly notice?: string | undefined
}>()("@dunlin/cache/ArtifactStore") {}

const MAX_BYTES = 256 * 1024 * 1024

const MEMORY_CAPACITY = 2 * MAX_BYTES

const SIGNING_KEY_BYTES = 32

const noticeOf = (backend: Backend, options: Options | undefined): string | undefined =>
  backend.isVolatile === true
    ? "Files such as screenshots are stored in memory: their links stop working when this process ends, or when newer files need the space."
    : options?.signingKey === undefined && backend.link === undefined
    ? "Links to files such as screenshots stop working when this process ends, because no signing key is set."
    : undefined

/**
 * Builds an artifact store over any backend.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (backend: Backend, options?: Options): ArtifactStore["Service"] => {
  const base = options?.publicUrl ?? "http://127.0.0.1:3002/artifacts"
  const limit = options?.maxBytes ?? MAX_BYTES
  const signingKey = options?.signingKey ?? Redacted.make(crypto.randomBytes(SIGNING_KEY_BYTES).toString("hex"))

  const read = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    const artifact = links.isId(id) ? yield* backend.read(id) : Option.none<Artifact>()
    if (Option.isNone(artifact) || artifact.value.expiresAt <= now) {
      return yield* Effect.fail(new CacheError({ store: backend.name, reason: new NotFound() }))
    }
    return artifact.value
  })

  return ArtifactStore.of({
    put: Effect.fn("ArtifactStore.put")(function*(blob, { ttl }) {
      if (blob.bytes.length > limit) {
        const reason = new TooLarge({ size: blob.bytes.length, limit })
        return yield* Effect.fail(new CacheError({ store: backend.name, reason }))
      }
      const now = yield* Clock.currentTimeMillis
      const expiresAt = links.toWholeSeconds(now + Duration.toMillis(ttl))
      const id = links.newId(expiresAt)
      const artifact = { ...blob, expiresAt }
      yield* backend.write(id, artifact)
      const url = backend.link === undefined
        ? links.sign({ base, id, contentType: blob.contentType, expiresAt, signingKey })
        : yield* backend.link(id, artifact, now)
      return { id, url, expiresAt }
    }),
    get: Effect.fn("ArtifactStore.get")(read),
    open: Effect.fn("ArtifactStore.open")(function*(link) {
      const now = yield* Clock.currentTimeMillis
      return yield* read(yield* links.verify({ link, signingKey, now, store: backend.name }))
    }),
    remove: (id) => links.isId(id) ? backend.remove(id) : Effect.void,
    sweep: Effect.flatMap(Clock.currentTimeMillis, backend.sweep),
    notice: noticeOf(backend, options)
  })
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layerBackend = (backend: Backend, options?: Options): Layer.Layer<ArtifactStore> =>
  Layer.sync(ArtifactStore, () => make(backend, options))

/**
 * @category options
 * @since 0.1.0
 */
export interface MemoryOptions extends Options {
  /** The maximum bytes of all artifacts. The oldest are evicted first. @default 512 MiB */
  readonly capacity?: number | undefined
}

const memory = ({ capacity = MEMORY_CAPACITY }: MemoryOptions): Backend => {
  const artifacts = new Map<string, Artifact>()
  let size = 0
  const drop = (id: string): boolean => {
    size -= artifacts.get(id)?.bytes.length ?? 0
    return artifacts.delete(id)
  }
  return {
    name: "memory",
    isVolatile: true,
    write: Effect.fnUntraced(function*(id, artifact) {
      const now = yield* Clock.currentTimeMillis
      // Callers may never sweep, so a full store drops expired artifacts first, and then the oldest ones.
      for (const [oldest, { expiresAt }] of artifacts) {
        if (expiresAt > now && size + artifact.bytes.length <= capacity) break
        drop(oldest)
      }
      size += artifact.bytes.length
      artifacts.set(id, { ...artifact, bytes: artifact.bytes.slice() })
    }),
    read: (id) => Effect.sync(() => Option.fromUndefinedOr(artifacts.get(id))),
    remove: (id) => Effect.sync(() => void drop(id)),
    sweep: (now) =>
      Effect.sync(() => {
        let gone = 0
        for (const [id, { expiresAt }] of artifacts) {
          if (expiresAt <= now && drop(id)) gone++
        }
        return gone
      })
  }
}

/**
 * Stores artifacts in the memory of this process, up to `capacity` bytes.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (options: MemoryOptions = {}): Layer.Layer<ArtifactStore> =>
  Layer.suspend(() => layerBackend(memory(options), options))
