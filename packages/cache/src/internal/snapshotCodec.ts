/** Encodes a snapshot as JSON that is compressed with zstd. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as crypto from "node:crypto"
import * as zlib from "node:zlib"
import { CacheError, Corrupt } from "../CacheError.ts"
import { Snapshot } from "../SnapshotStore.ts"
import { MAX_DECODED_BYTES } from "./pageCodec.ts"

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Snapshot))

export const encode = (snapshot: Snapshot): { readonly bytes: Buffer; readonly sha256: string } => {
  const bytes = zlib.zstdCompressSync(JSON.stringify(snapshot))
  return { bytes, sha256: crypto.hash("sha256", bytes) }
}

/** A damaged version is an error, because a history must not lose versions silently, unlike a cache. */
export const decode = (store: string, bytes: Uint8Array, sha256: string): Effect.Effect<Snapshot, CacheError> => {
  const corrupt = (cause?: unknown) =>
    new CacheError({ store, reason: new Corrupt(cause === undefined ? {} : { cause }) })
  return Effect.suspend(() =>
    crypto.hash("sha256", bytes) === sha256
      ? Effect.try({
        try: () => zlib.zstdDecompressSync(bytes, { maxOutputLength: MAX_DECODED_BYTES }).toString(),
        catch: corrupt
      })
      : Effect.fail(corrupt())
  ).pipe(Effect.flatMap((json) => Effect.mapError(decodeJson(json), corrupt)))
}
