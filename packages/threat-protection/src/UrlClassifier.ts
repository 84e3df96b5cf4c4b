/**
 * Scores the danger of a URL, from 0 (no known danger) to 100. `UrlClassifier` is the port of every risk service and
 * local list. The policy decides about the request.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as DomainMatcher from "./DomainMatcher.ts"
import type { ThreatError } from "./ThreatError.ts"

/**
 * The score of a URL that is certainly dangerous.
 *
 * @category models
 * @since 0.1.0
 */
export const MAX_SCORE = 100

/**
 * @category models
 * @since 0.1.0
 */
export interface Verdict {
  /** The score, from 0 to 100. */
  readonly score: number
  /** The categories of the service in lower case, for example `malware`. */
  readonly categories: ReadonlyArray<string>
  readonly source: string
  /** Epoch milliseconds until which the service allows caching the verdict. @default the guard's own rule */
  readonly expiresAt?: number | undefined
}

/**
 * @category services
 * @since 0.1.0
 */
export class UrlClassifier extends Context.Service<UrlClassifier, {
  /** The name in errors, spans and metrics, in lower case. */
  readonly name: string
  readonly classify: (url: string) => Effect.Effect<Verdict, ThreatError>
}>()("@dunlin/threat-protection/UrlClassifier") {}

/**
 * Builds a classifier from one function. Limits the score to 0 to 100, and adds a span that never contains the URL.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: {
  readonly name: string
  readonly classify: (url: string) => Effect.Effect<Omit<Verdict, "source">, ThreatError>
}): UrlClassifier["Service"] =>
  UrlClassifier.of({
    name: options.name,
    classify: Effect.fn("UrlClassifier.classify")(function*(url) {
      yield* Effect.annotateCurrentSpan({ "threat.classifier": options.name })
      const verdict = yield* options.classify(url)
      const score = Number.isNaN(verdict.score) ? MAX_SCORE : Math.min(MAX_SCORE, Math.max(0, verdict.score))
      return { ...verdict, score, source: options.name }
    })
  })

/**
 * Calls several classifiers concurrently and uses the highest score. Fails if no classifier responded, or if one failed
 * and the others found no danger, because the danger is then unknown.
 *
 * @category combinators
 * @since 0.1.0
 */
export const highest = (
  classifiers: readonly [UrlClassifier["Service"], ...ReadonlyArray<UrlClassifier["Service"]>]
): UrlClassifier["Service"] =>
  UrlClassifier.of({
    name: classifiers.map((classifier) => classifier.name).join("+"),
    classify: Effect.fnUntraced(function*(url) {
      const [verdicts, failures] = yield* Effect.partition(
        classifiers,
        (classifier) => classifier.classify(url),
        { concurrency: "unbounded" }
      )
      const best = verdicts.toSorted((left, right) => right.score - left.score)[0]
      const failure = failures[0]
      if (failure !== undefined && (best === undefined || best.score === 0)) return yield* Effect.fail(failure)
      return best!
    })
  })

/**
 * Classifies by a list of domains and globs (see `DomainMatcher`). Listed hosts score 100, and all others 0.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (
  entries: Iterable<string>,
  category = "listed"
): Layer.Layer<UrlClassifier> =>
  Layer.sync(UrlClassifier, () => {
    const matcher = DomainMatcher.make(entries)
    return make({
      name: "list",
      classify: (url) =>
        Effect.sync(() => {
          const host = URL.parse(url)?.hostname ?? ""
          return matcher.matches(host) ? { score: MAX_SCORE, categories: [category] } : { score: 0, categories: [] }
        })
    })
  })
