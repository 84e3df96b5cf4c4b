/** Warns about a server without keys that other machines can reach. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127(?:\.\d+){3}$/.test(host)

export const tellOpen = (
  { host, teams }: { readonly host: string; readonly teams: Option.Option<string> }
): Effect.Effect<void> =>
  Option.isSome(teams) || isLoopback(host) ? Effect.void : Effect.annotateLogs(
    Effect.logWarning(
      "this server requires no key, so anyone who can reach it can use it: set DUNLIN_TEAMS to a file of teams " +
        "with keys, or DUNLIN_HOST to 127.0.0.1"
    ),
    { host }
  )
