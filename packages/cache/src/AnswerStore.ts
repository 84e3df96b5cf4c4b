/**
 * Stores the response to a request under an idempotency key. The same request sent again, to any process, gets the
 * same response, and its work is done once.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CacheError } from "./CacheError.ts"
import * as memory from "./internal/memoryAnswers.ts"

/**
 * An answer that is kept.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  /** HTTP status. */
  readonly status: number
  /** Longer bodies than `maxBodyLength` are not kept: their key is free again. */
  readonly body: string
}

/**
 * State of a key when a request with it arrives.
 *
 * @category models
 * @since 0.1.0
 */
export type Claim =
  /**
   * Nobody uses it: the work is the caller's, who then calls `keep` or `release`. `charge` names the work before a ledger:
   * it is a new name, unless a process died with the same work, whose answer nobody got; then it is that of the first try.
   */
  | { readonly _tag: "Mine"; readonly charge: string }
  /** The same request was answered before. */
  | { readonly _tag: "Answered"; readonly answer: Answer }
  /**
   * The same request is being worked on, here or in another process. `until` is when the work counts as given up unless
   * its owner renews it, in epoch milliseconds.
   */
  | { readonly _tag: "Busy"; readonly until: number }
  /** Another request used the key. */
  | { readonly _tag: "Other" }

/**
 * A request for a key.
 *
 * @category models
 * @since 0.1.0
 */
export interface ClaimRequest {
  /** Any text. Only its SHA-256 is stored. */
  readonly key: string
  /** Tells requests with the same key apart: plain text without control characters, a hash for example. */
  readonly fingerprint: string
  /** Who works on it: a text that nobody else has, without spaces. Only the owner can keep an answer or release the key. */
  readonly owner: string
  /** Milliseconds after which the work counts as given up, so that the end of a process frees its keys. */
  readonly busyFor: number
}

/**
 * Most characters of a body that is kept.
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
  /** Says that the work goes on, for `busyFor` milliseconds from now. Without effect where the key is somebody else's. */
  readonly renew: (request: Pick<ClaimRequest, "key" | "owner" | "busyFor">) => Effect.Effect<void, CacheError>
  /** Keeps the answer for `keepFor` milliseconds. Without effect where the key belongs to somebody else by now. */
  readonly keep: (
    request: Pick<ClaimRequest, "key" | "owner"> & { readonly answer: Answer; readonly keepFor: number }
  ) => Effect.Effect<void, CacheError>
  /** Lets the key be used again, for work that failed or whose answer may not be kept. Answers stay. */
  readonly release: (request: Pick<ClaimRequest, "key" | "owner">) => Effect.Effect<void, CacheError>
}>()("@dunlin/cache/AnswerStore") {}

/**
 * Keeps answers in the memory of this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<AnswerStore> = Layer.sync(AnswerStore, memory.make)
