/** Encodes the body of a response with zstd, and reads stored responses. */
import * as Effect from "effect/Effect"
import * as crypto from "node:crypto"
import * as zlib from "node:zlib"
import type { Answer } from "../AnswerStore.ts"
import { CacheError, Corrupt } from "../CacheError.ts"
import { MAX_BODY_LENGTH } from "./memoryAnswers.ts"

export const MAX_BYTES_OF_STORED_ANSWERS = 256 * 1024 * 1024

export const BUDGET_EVERY = 64

export const nameOf = (key: string): string => crypto.hash("sha256", key)

export const encode = (answer: Answer): Buffer | undefined =>
  answer.body.length > MAX_BODY_LENGTH ? undefined : zlib.zstdCompressSync(answer.body)

const UTF8_BYTES = 4

export const decode = (
  store: string,
  status: number | null,
  body: Uint8Array | null
): Effect.Effect<Answer | undefined, CacheError> =>
  body === null
    ? Effect.undefined
    : Effect.try({
      try: () => ({
        status: status ?? 200,
        body: zlib.zstdDecompressSync(body, { maxOutputLength: MAX_BODY_LENGTH * UTF8_BYTES }).toString()
      }),
      catch: (cause) => new CacheError({ store, reason: new Corrupt({ cause }) })
    })
