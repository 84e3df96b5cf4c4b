import * as EgressTarget from "@dunlin/common/EgressTarget"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Settings from "../../Settings.ts"
import { refuseMistyped } from "../settings/unknown.ts"

export const root = Command.make("dunlin").pipe(
  Command.withSharedFlags({
    data: Flag.String("data").pipe(
      Flag.withDescription(
        "Folder for the index, the cache and the ledger (default: DUNLIN_DATA, or your data folder)"
      ),
      Flag.optional
    ),
    allow: Flag.String("allow").pipe(
      Flag.withDescription("Allow requests to this host:port although its address is private; repeatable"),
      Flag.filter((target) => EgressTarget.pattern.test(target), () => "a target host:port"),
      Flag.atLeast(0)
    )
  }),
  Command.withDescription("Web search with page content")
)

export const knownSettings = Effect.gen(function*() {
  const flags = yield* root
  const environment = yield* Settings.read
  return {
    ...environment,
    data: Option.getOrElse(flags.data, () => environment.data),
    allow: [...environment.allow, ...flags.allow]
  }
})

export const settings = Effect.andThen(refuseMistyped, knownSettings)

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the response as JSON"),
  Flag.withDefault(false)
)
