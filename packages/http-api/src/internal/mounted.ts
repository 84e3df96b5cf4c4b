/** Endpoints of others as routes of this server. */
import * as Caller from "@dunlin/pipeline/Caller"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as ApiError from "../ApiError.ts"
import type { Mount } from "../Mount.ts"
import * as Team from "../Team.ts"
import { operation } from "./operation.ts"
import type { Request } from "./request.ts"

/** A handler of one method of a mount. */
export const handlerOf = (mount: Mount, method: string) => {
  const { name } = mount
  const run = (metered: boolean) =>
    operation({ name, metered }, (session) =>
      Effect.gen(function*() {
        const { headers, text, url } = session.request
        session.isStream = true
        return yield* mount.handle({ method, url, headers, body: yield* text, caller: Team.toCaller(session.team) })
      }))
  const metered = run(true)
  const free = run(false)
  const refuse = mount.refused ?? ((response) => response)

  return (request: Request) =>
    Effect.matchEffect(request.text, {
      onFailure: (error) => Effect.sync(() => ApiError.toResponse(error, randomUUID())),
      onSuccess: (body) => {
        if (mount.isPublic === true) {
          return mount.handle({ method, url: request.url, headers: request.headers, body, caller: Caller.local })
        }
        const handle = mount.isMetered?.(body) === true ? metered : free
        return Effect.map(handle(request), (response) => response.status >= 400 ? refuse(response, body) : response)
      }
    })
}
