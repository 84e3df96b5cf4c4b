/**
 * Stores screenshots, PDFs and media for a limited time and creates signed links to them.
 *
 * A link contains its expiry and an HMAC-SHA256 signature; until then its holder can read the artifact. Only the
 * key's owner can sign links.
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
  /** Epoch milliseconds when it expires. */
  readonly expiresAt: number
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Stored {
  /** 32 lower-case hexadecimal digits that cannot be guessed. The first 8 are the expiry in epoch seconds. */
  readonly id: string
  /** Signed link, valid until `expiresAt`. */
  readonly url: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/**
 * Storage of artifacts. A backend only implements these operations; ids, lifetimes and signatures are handled by the
 * store.
 *
 * @category models
 * @since 0.1.0
 */
export interface Backend {
  /** Lower-case name for errors. */
  readonly name: string
  readonly write: (id: string, artifact: Artifact) => Effect.Effect<void, CacheError>
  readonly read: (id: string) => Effect.Effect<Option.Option<Artifact>, CacheError>
  readonly remove: (id: string) => Effect.Effect<void, CacheError>
  /** Deletes everything that expired at or before `now` and returns the number. */
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
  /** The URL before the id, without a trailing slash. @default "http://127.0.0.1:3002/artifacts" */
  readonly publicUrl?: string | undefined
  /**
   * The key that signs links. Without one a random key is used, and links become invalid when the process ends;
   * `FileArtifacts` stores its key in its folder.
   */
  readonly signingKey?: Secret.Secret | undefined
  /** Maximum bytes of an artifact. @default 256 MiB */
  readonly maxBytes?: number | undefined
}

/**
 * @category services
 * @since 0.1.0
 */
export class ArtifactStore extends Context.Service<ArtifactStore, {
  /** Stores a blob for `ttl` and returns its signed link. */
  readonly put: (blob: Blob, options: { readonly ttl: Duration.Input }) => Effect.Effect<Stored, CacheError>
  /** Reads by id, for trusted code. Fails with `NotFound` after the lifetime. */
  readonly get: (id: string) => Effect.Effect<Artifact, CacheError>
  /** Reads by signed link: a whole URL, or its path and query. Fails with `LinkRefused` if it is expired or altered. */
  readonly open: (link: string) => Effect.Effect<Artifact, CacheError>
  /** Deletes one artifact; ignores an unknown id. */
  readonly remove: (id: string) => Effect.Effect<void, CacheError>
  /** Deletes expired artifacts and returns their number. */
  readonly sweep: Effect.Effect<number, CacheError>
  /**
   * The warning for callers whose links may become invalid early. @default none
   *
   * @since 0.2.0
   */
  readonly notice?: string | undefined
}>()("@dunlin/cache/ArtifactStore") {}

/** Default maximum bytes of an artifact. */
const MAX_BYTES = 256 * 1024 * 1024

/** Default maximum bytes of all artifacts in memory. */
const MEMORY_CAPACITY = 2 * MAX_BYTES

/** The key length that HMAC-SHA256 uses. */
const SIGNING_KEY_BYTES = 32

/** Why links of a store may become invalid early. */
const noticeOf = (backend: Backend, options: Options | undefined): string | undefined =>
  backend.isVolatile === true
    ? "Files such as screenshots are stored in memory: their links stop working when this process ends, or when newer files need the space."
    : options?.signingKey === undefined && backend.link === undefined
    ? "Links to files such as screenshots stop working when this process ends, because no signing key is set."
    : undefined

/**
 * Returns an artifact store over any backend.
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
      // Whole seconds, because links have that precision.
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
  /** Maximum bytes of all artifacts; the oldest are evicted first. @default 512 MiB */
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
      // evicts expired and then the oldest artifacts, because callers may never sweep
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
 * Stores artifacts in the memory of this process, up to its limit.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (options: MemoryOptions = {}): Layer.Layer<ArtifactStore> =>
  Layer.suspend(() => layerBackend(memory(options), options))
