/** The implementation of `client.profiles`. */
import * as Profiles from "@dunlin/fetcher/Profiles"
import * as Caller from "@dunlin/pipeline/Caller"
import * as Effect from "effect/Effect"

const { team } = Caller.local

export const list = Profiles.report(team)

export const get = (wanted: string) => Effect.map(list, ({ profiles }) => profiles.find(({ name }) => name === wanted))

export const remove = (name: string) =>
  Effect.flatMap(Profiles.Profiles, (profiles) => profiles.remove(Profiles.fullName(team, name)))
