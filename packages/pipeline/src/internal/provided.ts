import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Gives an effect the services of a pipeline, over what its caller has. The callers of one server or client share one
 * context, so both are merged when another caller comes and not for every run.
 */
export const provided = <Services>(services: Context.Context<Services>) => {
  let last: { readonly caller: Context.Context<never>; readonly both: Context.Context<Services> } | undefined
  const over = (caller: Context.Context<never>): Context.Context<any> => {
    if (last?.caller !== caller) last = { caller, both: Context.merge(caller, services) }
    return last.both
  }
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Services>> =>
    Effect.updateContext(effect, over)
}
