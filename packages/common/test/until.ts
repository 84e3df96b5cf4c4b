/** For tests that wait for what another process or a browser does. */
import { Effect } from "effect"

/** Ends when something holds, and not before: a test in which it never does ends with its own limit. */
export const until = (holds: () => boolean) =>
  Effect.gen(function*() {
    while (!holds()) yield* Effect.sleep("20 millis")
  })
