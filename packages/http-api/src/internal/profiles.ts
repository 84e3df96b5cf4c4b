/** Implements `/dunlin/profiles`: lists and deletes a team's browser profiles. Their sessions are never returned. */
import type { ProfileError } from "@dunlin/fetcher/FetchError"
import * as Profiles from "@dunlin/fetcher/Profiles"
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import { operation, type Session } from "./operation.ts"
import { json } from "./respond.ts"

const unknownProfile = ApiError.make(
  "NOT_FOUND",
  "The team has no profile with this name; GET /dunlin/profiles lists the profiles"
)

const asApiError = <A, R>(effect: Effect.Effect<A, ProfileError, R>) =>
  Effect.mapError(effect, (error) => ApiError.unavailable("The browser profile store is unavailable", error))

const reportOf = ({ team }: Session) => asApiError(Profiles.report(team.id))

const nameOf = ({ request }: Session): Effect.Effect<string, ApiError.ApiError> =>
  Effect.try({
    try: () => decodeURIComponent(request.url.split("?", 1)[0]!.split("/").at(-1)!),
    catch: () => ApiError.badRequest("name", "a profile name, percent-encoded as UTF-8")
  })

export const list = operation(
  { name: "profiles-list", metered: false },
  (session) =>
    Effect.map(reportOf(session), ({ profiles, ...rest }) => {
      session.note.results = profiles.length
      return json({ success: true, data: profiles, ...rest })
    })
)

export const get = operation({ name: "profiles-get", metered: false }, (session) =>
  Effect.gen(function*() {
    const wanted = yield* nameOf(session)
    const { profiles } = yield* reportOf(session)
    const found = profiles.find(({ name }) => name === wanted)
    return found === undefined ? yield* unknownProfile : json({ success: true, data: found })
  }))

export const remove = operation({ name: "profiles-delete", metered: false }, (session) =>
  Effect.gen(function*() {
    const name = yield* nameOf(session)
    const profiles = yield* Profiles.Profiles
    const isDeleted = yield* asApiError(profiles.remove(Profiles.fullName(session.team.id, name)))
    return isDeleted ? json({ success: true }) : yield* unknownProfile
  }))
