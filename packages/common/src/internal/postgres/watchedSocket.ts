/** Closes a connection on which the database does not respond. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Socket } from "node:net"
import { arrived } from "../../Arrived.ts"

export const watched = <A>(
  socket: Socket,
  { milliseconds, passing, silent }: {
    readonly milliseconds: number
    readonly passing: (milliseconds: number) => Effect.Effect<void>
    readonly silent: () => unknown
  },
  effect: Effect.Effect<A, unknown>
): Effect.Effect<A, unknown> => {
  let isSilent = false
  const watch = Effect.gen(function*() {
    for (let bytesSeen = -1; bytesSeen !== socket.bytesRead;) {
      bytesSeen = socket.bytesRead
      yield* Effect.andThen(passing(milliseconds), arrived)
    }
    isSilent = true
    socket.destroy()
  })
  return Effect.acquireUseRelease(Effect.forkDetach(watch), () => effect, Fiber.interrupt).pipe(
    Effect.mapError((cause) => isSilent ? silent() : cause)
  )
}
