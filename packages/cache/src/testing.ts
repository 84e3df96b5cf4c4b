/**
 * Tests every backend of this package. `run` registers the tests with your test runner: `run(suite("mine", open),
 * vitest)`. A suite receives `open`, which builds the layer over the store with a given name. The same name opens the
 * same data again.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import type { RawPage } from "@dunlin/schema/RawPage"
import type * as Layer from "effect/Layer"
import type { AnswerStore } from "./AnswerStore.ts"
import type { ArtifactStore } from "./ArtifactStore.ts"
import type { PageOptions } from "./CachePlan.ts"
import * as answers from "./internal/suites/answers.ts"
import * as artifacts from "./internal/suites/artifacts.ts"
import { clocks } from "./internal/suites/clocks.ts"
import { keeping } from "./internal/suites/keeping.ts"
import { rules } from "./internal/suites/rules.ts"
import * as samples from "./internal/suites/samples.ts"
import * as table from "./internal/suites/semantics.ts"
import { flights } from "./internal/suites/sharing.ts"
import * as snapshots from "./internal/suites/snapshots.ts"
import type { Options, PageCache } from "./PageCache.ts"
import type { SnapshotStore } from "./SnapshotStore.ts"

/**
 * Builds a small HTML page that was fetched at `fetchedAt`. Its fields can be replaced.
 *
 * @category testing
 * @since 0.1.0
 */
export const page: (fetchedAt: number, fields?: Partial<ConstructorParameters<typeof RawPage>[0]>) => RawPage =
  samples.page

/**
 * Builds a page with every optional part, so that a test can compare it field by field after storing and reading it.
 *
 * @category testing
 * @since 0.1.0
 */
export const fullPage: (fetchedAt: number, bodyBytes?: number) => RawPage = samples.fullPage

/**
 * The expected results of `maxAge`, `minAge`, `lockdown` and `storeInCache`: options, age of the stored page, and
 * whether it is served.
 *
 * @category testing
 * @since 0.1.0
 */
export const semantics: ReadonlyArray<readonly [options: PageOptions, age: number, served: boolean]> = table.semantics

/**
 * Returns the conformance suite of `PageCache`. Set `shared: false` if layers over one name do not share their content,
 * and `bounded: false` if `open` supports no options. Set `ownClock` if machines share the store and it has its own
 * clock. Its layer then provides `Passage`, which advances that clock.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = (
  name: string,
  open: (store: string, options?: Options) => Layer.Layer<PageCache, unknown>,
  capabilities: { readonly shared?: boolean; readonly bounded?: boolean; readonly ownClock?: boolean } = {}
): Conformance.Suite<never> => {
  const withCache = samples.makeWithCache(open)
  const { bounded = true, ownClock = false, shared = true } = capabilities
  return Conformance.suite(`PageCache (${name})`, (it) => {
    rules(it, withCache, shared)
    flights(it, withCache, shared)
    keeping(it, withCache, bounded)
    if (ownClock) clocks(it, withCache)
  })
}

/**
 * Returns the conformance suite of `SnapshotStore`.
 *
 * @category testing
 * @since 0.1.0
 */
export const snapshotSuite: (
  name: string,
  open: (store: string) => Layer.Layer<SnapshotStore, unknown>
) => Conformance.Suite<never> = snapshots.snapshotSuite

/**
 * Returns the conformance suite of `AnswerStore`. Set `shared: false` if layers over one name do not share their
 * content. Set `ownClock` if machines share the store and it has its own clock. Its layer then provides `Passage`.
 *
 * @category testing
 * @since 0.1.0
 */
export const answerSuite: (
  name: string,
  open: (store: string) => Layer.Layer<AnswerStore, unknown>,
  options?: { readonly shared?: boolean; readonly ownClock?: boolean }
) => Conformance.Suite<never> = answers.answerSuite

/**
 * Returns the conformance suite of `ArtifactStore`. `open` builds a layer over an empty store. Set `ownLinks: false` if
 * the backend signs links itself. The suite then does not test `open`, because the store cannot open these links.
 *
 * @category testing
 * @since 0.1.0
 */
export const artifactSuite: (
  name: string,
  open: () => Layer.Layer<ArtifactStore, unknown>,
  options?: { readonly ownLinks?: boolean }
) => Conformance.Suite<never> = artifacts.artifactSuite

export {
  /**
   * Advances the time of a tested store.
   *
   * @category testing
   * @since 0.2.0
   */
  Passage,
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"
