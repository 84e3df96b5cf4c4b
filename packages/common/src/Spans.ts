/**
 * Spans that cost nothing while nobody traces.
 *
 * Effect's own tracer keeps spans in memory for whoever is inside of them. Making one takes longer than most steps of a
 * search, so the packages make them only for a tracer that was provided, such as an exporter's.
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
 * Puts a span around an effect when a tracer was provided.
 *
 * @category combinators
 * @since 0.1.0
 */
export const span =
  (name: string, options?: Tracer.SpanOptionsNoTrace) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => within(name, options, () => effect)

/**
 * Begins work in the fiber that is to do it, inside of a span when a tracer was provided. Work that reads its services
 * off the fiber is done in one step with its span.
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
 * `Effect.fn(name)` with a span of that kind.
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
  // The shape of what it returns depends on the body, as with `Effect.fnUntraced`.
  return build as Effect.fn.Untraced
}
