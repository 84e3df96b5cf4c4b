import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Merges the contexts once per caller, because all runs of a server or client share one context. */
export const overCaller = <Services>(services: Context.Context<Services>) => {
  let last: { readonly caller: Context.Context<never>; readonly both: Context.Context<Services> } | undefined
  return (caller: Context.Context<never>): Context.Context<Services> => {
    if (last?.caller !== caller) last = { caller, both: Context.merge(caller, services) }
    return last.both
  }
}

export const provided = <Services>(services: Context.Context<Services>) => {
  const over: (caller: Context.Context<never>) => Context.Context<any> = overCaller(services)
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Services>> =>
    Effect.updateContext(effect, over)
}
