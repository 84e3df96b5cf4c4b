/** A server that asks for no key, for more than the machine it runs on. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(?:\.\d+){3}$/.test(host)

/** Whoever reaches a server without teams has it search and fetch pages, at the cost of its owner. */
export const tellOpen = (
  { host, teams }: { readonly host: string; readonly teams: Option.Option<string> }
): Effect.Effect<void> =>
  Option.isSome(teams) || isLoopback(host) ? Effect.void : Effect.annotateLogs(
    Effect.logWarning(
      "everybody who reaches this server may use it, because it asks for no key: set DUNLIN_TEAMS to a file of teams " +
        "with keys, or DUNLIN_HOST to 127.0.0.1"
    ),
    { host }
  )
