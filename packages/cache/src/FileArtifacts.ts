/**
 * Stores artifacts as files in one folder, for one machine. File names contain the expiry, so that a sweep reads no
 * file.
 *
 * @since 0.1.0
 */
import * as KeptKey from "@dunlin/common/KeptKey"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as path from "node:path"
import * as ArtifactStore from "./ArtifactStore.ts"
import { CacheError, Corrupt, Unavailable } from "./CacheError.ts"
import * as files from "./internal/files.ts"
import { expiryOf, isId, newId } from "./internal/links.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options extends ArtifactStore.Options {
  /** The folder of the files. It is created if it is missing, and only its owner can access it. */
  readonly directory: string
}

const store = "files"

/** An older temporary file is from a crash, because writing never takes an hour. */
const CRASHED_AFTER = 3_600_000

/** The first digits of an id name its folder. Artifacts that expire within 68 minutes share a folder. */
const FOLDER_DIGITS = 5

const FOLDER_NAME = new RegExp(`^[0-9a-f]{${FOLDER_DIGITS}}$`)

const folderOf = (id: string): string => id.slice(0, FOLDER_DIGITS)

/** A file has one line of JSON, followed by the bytes. */
const decodeHeader = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Struct({ contentType: Schema.String, expiresAt: Schema.Number, size: Schema.Int })
  )
)

const corrupt = (cause?: unknown) =>
  new CacheError({ store, reason: new Corrupt(cause === undefined ? {} : { cause }) })

const parse = Effect.fnUntraced(function*(file: Buffer): Effect.fn.Return<ArtifactStore.Artifact, CacheError> {
  const end = file.indexOf("\n")
  const header = yield* Effect.mapError(decodeHeader(file.toString("utf8", 0, Math.max(0, end))), corrupt)
  const bytes = new Uint8Array(file.subarray(end + 1))
  if (bytes.length !== header.size) return yield* Effect.fail(corrupt())
  return { contentType: header.contentType, expiresAt: header.expiresAt, bytes }
})

/**
 * @category constructors
 * @since 0.1.0
 */
export const makeBackend = (directory: string): ArtifactStore.Backend => {
  const fileOf = (id: string) => path.join(directory, folderOf(id), id)

  const read = (id: string) =>
    Effect.flatMap(
      files.readFile(store, fileOf(id)),
      Option.match({
        onNone: () => Effect.succeedNone,
        onSome: (file) => Effect.asSome(parse(file))
      })
    )

  return {
    name: store,
    write: (id, { bytes, contentType, expiresAt }) => {
      const header = Buffer.from(`${JSON.stringify({ contentType, expiresAt, size: bytes.length })}\n`)
      return files.writeFile(store, fileOf(id), Buffer.concat([header, bytes]))
    },
    read,
    remove: (id) => files.removeFile(store, fileOf(id)),
    sweep: Effect.fnUntraced(function*(now) {
      const current = folderOf(newId(now))
      let gone = 0
      for (const folder of yield* files.listFolders(store, directory)) {
        if (!FOLDER_NAME.test(folder) || folder > current) continue
        const place = path.join(directory, folder)
        const names = yield* files.listNames(store, place)
        for (const name of names) {
          const isOver = isId(name)
            ? expiryOf(name) <= now
            : name.endsWith(".tmp") && (yield* files.ageOf(path.join(place, name), now)) > CRASHED_AFTER
          if (!isOver) continue
          yield* files.removeFile(store, path.join(place, name))
          gone++
        }
        if (folder < current) yield* files.removeEmptyFolder(place)
      }
      return gone
    })
  }
}

const KEY_FILE = "signing.key"

const keptKey = (directory: string) =>
  Effect.mapError(
    KeptKey.read(path.join(directory, KEY_FILE)),
    (cause) => new CacheError({ store, reason: new Unavailable({ cause }) })
  )

/**
 * Stores artifacts in a folder. Without a `signingKey`, a random one is stored there. Links then remain valid after the
 * process ends, and in all processes that use this folder.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<ArtifactStore.ArtifactStore, CacheError> =>
  Layer.effect(
    ArtifactStore.ArtifactStore,
    Effect.map(
      options.signingKey === undefined ? keptKey(options.directory) : Effect.succeed(options.signingKey),
      (signingKey) => ArtifactStore.make(makeBackend(options.directory), { ...options, signingKey })
    )
  )
