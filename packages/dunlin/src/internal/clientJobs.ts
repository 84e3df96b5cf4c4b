import type { JobError } from "@dunlin/jobs/JobError"
import type { JobStore } from "@dunlin/jobs/JobStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** The monitor store of one client, and its worker. Both are opened on first use. */
export class ClientJobs extends Context.Service<ClientJobs, {
  /** A scope that closes with the client, before the services that the worker uses. */
  readonly scope: Scope.Scope
  opened: Effect.Effect<Context.Context<JobStore>, JobError> | undefined
}>()("dunlin/ClientJobs") {
  static readonly layer = Layer.effect(
    ClientJobs,
    Effect.map(Effect.scope, (scope) => ({ scope, opened: undefined }))
  )
}
