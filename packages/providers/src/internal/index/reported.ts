/** Reports the responses and failures of the server that stores an index, so that `/ready` lists the server. */
import * as Health from "@dunlin/common/Health"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Patience from "../patience.ts"
import type { Client } from "./client.ts"
import { isServed, type Place } from "./place.ts"

/** An index in a file needs no reports, because it depends on no other machine. */
export const reported = (place: Place, client: Client): Effect.Effect<Client, never, Scope.Scope> =>
  isServed(place)
    ? Effect.map(
      Health.part({
        part: "provider",
        name: "local",
        consequence: "searches of the index fail, and no page can be indexed",
        silentAfter: Patience.SILENT_AFTER,
        faultOf: Patience.faultOf,
        probe: () => client.call("stats", null),
        isWatched: "in-services"
      }),
      ({ observe }): Client => ({ call: (operation, input) => observe(client.call(operation, input)) })
    )
    : Effect.succeed(client)
