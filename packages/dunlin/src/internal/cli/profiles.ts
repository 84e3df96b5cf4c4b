/** Implements `dunlin profiles`: lists and deletes the browser profiles of a team. */
import type { Profiles } from "@dunlin/fetcher/Profiles"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { check } from "../settings/check.ts"
import { json, settings } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

const loaded = Effect.promise(() => import("@dunlin/fetcher/Profiles"))

const withProfiles = <A, E, R>(effect: Effect.Effect<A, E, R | Profiles>) =>
  Effect.gen(function*() {
    const found = yield* settings
    yield* check(found)
    const fetching = yield* Effect.promise(() => import("../settings/fetching.ts"))
    return yield* Effect.provide(effect, fetching.profiles(found))
  })

const team = Flag.String("team").pipe(
  Flag.withDescription("The team; `local` on a server without teams"),
  Flag.withDefault("local")
)

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

const list = Command.make(
  "list",
  { team, json },
  Effect.fn("dunlin.profiles.list")(function*(flags) {
    const { Profiles } = yield* loaded
    const profiles = yield* Profiles
    const all = yield* profiles.list(flags.team)
    const text = all.length === 0
      ? "No profiles are stored."
      : all.map(({ bytes, expiresAt, name, savedAt, usedAt }) =>
        [
          `used ${day(usedAt)}`,
          `saved ${day(savedAt)}`,
          `expires ${day(expiresAt)}`,
          `${Math.ceil(bytes / 1024)} kB`,
          name
        ].join("\t")
      ).join("\n")
    yield* Console.log(flags.json ? JSON.stringify(all, null, 2) : text)
  }, withProfiles)
).pipe(Command.withDescription("List a team's profiles, last used first: used, saved, expires, size, name"))

const remove = Command.make(
  "delete",
  { name: Argument.String("name").pipe(Argument.withDescription("The profile")), team, json },
  Effect.fn("dunlin.profiles.delete")(function*(flags) {
    const { fullName, Profiles } = yield* loaded
    const profiles = yield* Profiles
    const isDeleted = yield* profiles.remove(fullName(flags.team, flags.name))
    if (!isDeleted) return yield* new WrongUsage({ message: `Team ${flags.team} has no profile with this name` })
    yield* Console.log(flags.json ? JSON.stringify({ deleted: 1 }) : "1 deleted")
  }, withProfiles)
).pipe(Command.withDescription("Delete one of a team's profiles"))

export const profiles = Command.make("profiles").pipe(
  Command.withDescription("List and delete browser profiles"),
  Command.withSubcommands([list, remove])
)
