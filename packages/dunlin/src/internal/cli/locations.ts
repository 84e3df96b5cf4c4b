import * as Country from "@dunlin/query-operators/Country"
import * as Place from "@dunlin/query-operators/Place"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { json } from "./root.ts"

export const locations = Command.make(
  "locations",
  {
    country: Flag.String("country").pipe(
      Flag.withDescription("Only places in this country (ISO code)"),
      Flag.filterMap(Country.parse, () => "the ISO code of a country"),
      Flag.optional
    ),
    json
  },
  Effect.fn("dunlin.locations")(function*(flags) {
    const places = yield* Place.list({ country: Option.getOrUndefined(flags.country) })
    yield* Console.log(flags.json ? JSON.stringify(places, null, 2) : places.map(({ name }) => name).join("\n"))
  })
).pipe(
  Command.withDescription("List the places that a search accepts as `location`: countries, regions, cities"),
  Command.withExamples([{ command: "dunlin locations --country IS", description: "Places in Iceland" }])
)
