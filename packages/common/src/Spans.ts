/**
 * Creates spans only if there is a tracer. The default tracer of Effect keeps spans in memory, and creating one takes
 * longer than most steps of a search.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Tracer from "effect/Tracer"

/**
 * Whether no tracer was provided to a fiber.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isUntraced = (fiber: Fiber.Fiber<unknown, unknown>): boolean =>
  fiber.getRef(Tracer.Tracer) === Tracer.nativeTracer

/**
 * Adds a span around an effect if a tracer was provided.
 *
 * @category combinators
 * @since 0.1.0
 */
export const span =
  (name: string, options?: Tracer.SpanOptionsNoTrace) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => within(name, options, () => effect)

/**
 * Starts work in the current fiber, inside a span if a tracer was provided. Work that reads its services from the
 * fiber runs in one step with its span.
 *
 * @category constructors
 * @since 0.1.0
 */
export const within = <A, E, R>(
  name: string,
  options: Tracer.SpanOptionsNoTrace | undefined,
  work: (fiber: Fiber.Fiber<unknown, unknown>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) =>
    isUntraced(fiber)
      ? work(fiber)
      : Effect.withSpan(Effect.withFiber(work), name, { ...options, captureStackTrace: false }) as Effect.Effect<
        A,
        E,
        R
      >
  )

/**
 * Works like `Effect.fn(name)`, but creates the span only if a tracer was provided.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fn = (name: string): Effect.fn.Untraced => {
  const around = span(name)
  const build = (body: (...args: Array<any>) => Generator<Effect.Effect<any, any, any>, any, never>) => {
    const run = Effect.fnUntraced(body)
    return (...args: Array<any>) => around(run(...args))
  }
  // TypeScript cannot derive the return type from the body, unlike `Effect.fnUntraced`.
  return build as Effect.fn.Untraced
}
