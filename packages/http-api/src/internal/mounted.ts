/** Adds custom endpoints as routes of this server. */
import * as Caller from "@dunlin/pipeline/Caller"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as ApiError from "../ApiError.ts"
import type { Mount } from "../Mount.ts"
import * as Team from "../Team.ts"
import { tooLarge } from "./body.ts"
import { operation } from "./operation.ts"
import type { Request } from "./request.ts"

const bodyOf = ({ maxBodyBytes = Infinity }: Mount, { headers, text }: Request): Request["text"] => {
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return Effect.fail(tooLarge(maxBodyBytes))
  return Effect.flatMapEager(
    text,
    (body) => Buffer.byteLength(body) > maxBodyBytes ? Effect.fail(tooLarge(maxBodyBytes)) : Effect.succeed(body)
  )
}

const bodyReadOf = ({ isLarge, text }: Request): Effect.Effect<string> =>
  isLarge === true ? Effect.succeed("") : Effect.orElseSucceed(text, () => "")

export const handlerOf = (mount: Mount, method: string) => {
  const { isMetered, name } = mount
  const metered = (request: Request) => Effect.mapEager(bodyOf(mount, request), isMetered ?? (() => false))
  const handle = operation({ name, metered }, (session) =>
    Effect.gen(function*() {
      const { headers, url } = session.request
      session.isStream = true
      const body = yield* bodyOf(mount, session.request)
      return yield* mount.handle({ method, url, headers, body, caller: Team.toCaller(session.team) })
    }))
  const refuse = mount.refused ?? ((response) => response)
  const open = (request: Request) =>
    Effect.matchEffect(bodyOf(mount, request), {
      onFailure: (error) => Effect.sync(() => ApiError.toResponse(error, randomUUID())),
      onSuccess: (body) =>
        mount.handle({ method, url: request.url, headers: request.headers, body, caller: Caller.local })
    })

  return (request: Request) =>
    mount.isPublic === true
      ? open(request)
      : Effect.flatMapEager(handle(request), (response) =>
        response.status < 400
          ? Effect.succeed(response)
          : Effect.map(bodyReadOf(request), (body) => refuse(response, body)))
}
