/**
 * Stores the response to a request under an idempotency key. Repeating the request, in any process, returns the same
 * response.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CacheError } from "./CacheError.ts"
import * as memory from "./internal/memoryAnswers.ts"

/**
 * A response that is stored under a key.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  readonly status: number
  /** The body. A body above `maxBodyLength` is not stored, and its key is released. */
  readonly body: string
}

/**
 * The state of a key when a request with it arrives.
 *
 * @category models
 * @since 0.1.0
 */
export type Claim =
  /**
   * The key is unused. The caller does the work, and then calls `keep` or `release`. `charge` is the name of the work
   * in the ledger. If a process died during the same work without a response, `charge` is the name of that first
   * attempt; otherwise it is new.
   */
  | { readonly _tag: "Mine"; readonly charge: string }
  /** The same request already has a response. */
  | { readonly _tag: "Answered"; readonly answer: Answer }
  /**
   * The same request is in progress, in any process. `until` is the time, in epoch milliseconds, at which its claim
   * expires unless the owner renews it.
   */
  | { readonly _tag: "Busy"; readonly until: number }
  /** Another request used the key. */
  | { readonly _tag: "Other" }

/**
 * A request to claim a key.
 *
 * @category models
 * @since 0.1.0
 */
export interface ClaimRequest {
  /** Any text. Only its SHA-256 is stored. */
  readonly key: string
  /** A text that distinguishes requests with the same key, for example a hash. It has no control characters. */
  readonly fingerprint: string
  /** A unique id of the owner of the claim, without spaces. Only the owner can store a response or release the key. */
  readonly owner: string
  /** Milliseconds after which the claim expires, so that a dead process releases its keys. */
  readonly busyFor: number
}

/**
 * Maximum characters of a stored body.
 *
 * @category constants
 * @since 0.1.0
 */
export const maxBodyLength: number = memory.MAX_BODY_LENGTH

/**
 * @category services
 * @since 0.1.0
 */
export class AnswerStore extends Context.Service<AnswerStore, {
  readonly claim: (request: ClaimRequest) => Effect.Effect<Claim, CacheError>
  /** Renews the claim for `busyFor` milliseconds from now. It has no effect if another owner has the key. */
  readonly renew: (request: Pick<ClaimRequest, "key" | "owner" | "busyFor">) => Effect.Effect<void, CacheError>
  /** Stores the response for `keepFor` milliseconds. It has no effect if another owner has the key. */
  readonly keep: (
    request: Pick<ClaimRequest, "key" | "owner"> & { readonly answer: Answer; readonly keepFor: number }
  ) => Effect.Effect<void, CacheError>
  /** Releases the key. Use it if the work failed, or if its response must not be stored. Stored responses remain. */
  readonly release: (request: Pick<ClaimRequest, "key" | "owner">) => Effect.Effect<void, CacheError>
}>()("@dunlin/cache/AnswerStore") {}

/**
 * Stores responses in the memory of this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<AnswerStore> = Layer.sync(AnswerStore, memory.make)
