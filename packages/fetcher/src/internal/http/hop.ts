import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as RcMap from "effect/RcMap"
import type { Timeout } from "../../FetchError.ts"
import { PageMemory } from "../../PageMemory.ts"
import type * as dispatchers from "./dispatchers.ts"
import { exchange } from "./exchange.ts"

export interface Progress {
  phase: Timeout["phase"]
  readonly deadline: number
  hasMoved?: true
}

export const make = Effect.fnUntraced(function*(options: {
  readonly lease: (use: dispatchers.Use, origin: string) => dispatchers.Lease
  readonly connections: number
  readonly maxBytes: number
  readonly maxHeaderBytes: number
}) {
  const { connections, lease, maxBytes, maxHeaderBytes } = options
  const inFlight = yield* RcMap.make({
    lookup: (_origin: string) => FairSemaphore.make(connections, { keepsLast: true })
  })

  /** Retries a request only if the server cannot have received the first attempt. */
  return Effect.fnUntraced(function*(
    url: URL,
    headers: Record<string, string>,
    policy: dispatchers.Policy,
    progress: Progress
  ) {
    progress.phase = "queue"
    const tenant = yield* FairSemaphore.Tenant
    const { giveBack, take } = yield* PageMemory
    // A request that waits for a connection holds no memory slot, because a request with a connection may wait for
    // memory.
    yield* giveBack
    const context = yield* Effect.context<never>()
    const semaphore = yield* RcMap.get(inFlight, url.origin)
    const place = yield* Effect.acquireRelease(semaphore.place, ({ leave }) => leave)
    /** Gives up the connection slot while waiting for memory. Requests with memory may need the slot. */
    const whenRoom = (goOn: () => void) => {
      const { phase } = progress
      progress.phase = "queue"
      const giveUp = Effect.runCallbackWith(context)(take, {
        onExit: (exit) => {
          progress.phase = phase
          if (Exit.isSuccess(exit)) goOn()
        }
      })
      if (progress.phase === "queue") Effect.runForkWith(context)(place.leave)
      return giveUp
    }
    const send = Effect.suspend(() => {
      progress.phase = "connect"
      const { dispatcher, release } = lease({ ...policy, tenant }, url.origin)
      const onPhase = (phase: Timeout["phase"]) => {
        progress.phase = phase
      }
      return Effect.ensuring(
        exchange({ dispatcher, url, headers, maxBytes, maxHeaderBytes, onPhase, whenRoom }),
        Effect.sync(release)
      )
    })
    return yield* Effect.andThen(place.wait, send).pipe(
      Effect.retry({
        times: 1,
        while: ({ answered, reason }) =>
          !answered && (reason._tag === "ConnectionReset" || (reason._tag === "DnsError" && reason.temporary))
      }),
      Effect.mapError(({ reason }) => reason)
    )
  }, Effect.scoped)
})

export type Hop = Effect.Success<ReturnType<typeof make>>
