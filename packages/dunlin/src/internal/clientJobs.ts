import type { JobError } from "@dunlin/jobs/JobError"
import type { JobStore } from "@dunlin/jobs/JobStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

export class ClientJobs extends Context.Service<ClientJobs, {
  readonly scope: Scope.Scope
  opened: Effect.Effect<Context.Context<JobStore>, JobError> | undefined
}>()("dunlin/ClientJobs") {
  static readonly layer = Layer.effect(
    ClientJobs,
    Effect.map(Effect.scope, (scope) => ({ scope, opened: undefined }))
  )
}
