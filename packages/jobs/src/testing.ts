/**
 * Tests the promises of every `JobStore`, as a suite for its adapters.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { addresses } from "./internal/suites/addresses.ts"
import { leases } from "./internal/suites/leases.ts"
import { life } from "./internal/suites/life.ts"
import { operations } from "./internal/suites/operations.ts"
import { retention } from "./internal/suites/retention.ts"
import { turns } from "./internal/suites/turns.ts"
import { versions } from "./internal/suites/versions.ts"
import type { JobStore, Limits } from "./JobStore.ts"

/**
 * Creates the suite. `open` creates a new store with the given limits for every check. A store that does not use the
 * process clock also provides `Passage`.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = <E>(
  name: string,
  open: (limits?: Limits) => Layer.Layer<JobStore, E>
): Conformance.Suite<never, never> =>
  Conformance.suiteOf(`JobStore (${name})`, Layer.empty, (it) => {
    for (
      const [title, body, limits] of [
        ...life,
        ...leases,
        ...versions,
        ...turns,
        ...addresses,
        ...retention,
        ...operations
      ]
    ) {
      it.effect(title, () => Effect.orDie(Effect.provide(Effect.provide(body, open(limits)), TestClock.layer())))
    }
  })

export {
  /**
   * Advances a store's time. It uses the test clock unless the store's layer provides another way.
   *
   * @category testing
   * @since 0.2.0
   */
  Passage
} from "@dunlin/common/testing"

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"
