import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import { Sharing } from "@dunlin/pdf/Sharing"
import * as Effect from "effect/Effect"

const sharing: Sharing = {
  caller: Effect.map(FairSemaphore.Tenant, (tenant) => tenant),
  limiter: FairSemaphore.make
}

export const sharedFairly = <A, E, R>(make: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(make, Sharing, sharing)
