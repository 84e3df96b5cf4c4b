/**
 * Stores which engine a kind of URL needed, so that later pages use it immediately. A kind is a host with a path
 * pattern. Only its SHA-256 hash is stored, and never for requests with headers or a profile.
 *
 * @since 0.2.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The engine that the pages of a kind need.
 *
 * @category models
 * @since 0.2.0
 */
export type Engine = "http" | "browser"

/**
 * @category services
 * @since 0.2.0
 */
export class EngineMemory extends Context.Service<EngineMemory, {
  /** Returns the engine that earlier pages of the kind needed; `undefined` if the store fails. */
  readonly recall: (kind: string) => Effect.Effect<Engine | undefined>
  readonly learn: (kind: string, engine: Engine) => Effect.Effect<void>
  /**
   * Reserves the comparison of both engines for this process, because a comparison needs a browser. Returns the
   * milliseconds of the reservation, or 0 while another process has it.
   * @default each process compares
   *
   * @since 0.3.0
   */
  readonly reserve?: ((kind: string) => Effect.Effect<number>) | undefined
}>()("@dunlin/fetcher/EngineMemory") {}

const MAX_KINDS = 5_000
const KEPT_FOR = Duration.toMillis("1 day")

/**
 * Stores the engine for each kind of URL in this process.
 *
 * @category constructors
 * @since 0.2.0
 */
export const makeMemory = (): EngineMemory["Service"] => {
  const kinds = new Map<string, { readonly engine: Engine; readonly until: number }>()
  return {
    recall: (kind) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const known = kinds.get(kind)
        return known !== undefined && known.until > now ? known.engine : undefined
      }),
    learn: (kind, engine) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        kinds.delete(kind)
        if (kinds.size >= MAX_KINDS) kinds.delete(kinds.keys().next().value!)
        kinds.set(kind, { engine, until: now + KEPT_FOR })
      })
  }
}

/**
 * Stores the engine for each kind of URL in this process.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerMemory: Layer.Layer<EngineMemory> = Layer.sync(EngineMemory, makeMemory)
