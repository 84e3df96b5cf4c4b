/**
 * Creates responses whose redaction the caller can reverse. `redactPII.placeholders` numbers the tags of one response
 * and adds a map of the original values. Stored work, such as jobs, and requests without data retention get no map.
 *
 * @since 0.2.0
 */
import * as Placeholders from "@dunlin/redaction/Placeholders"
import type { RedactPii } from "@dunlin/schema/RedactPii"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { keeps, type Retention } from "./Retention.ts"
import type * as SearchEvent from "./SearchEvent.ts"

/**
 * @category models
 * @since 0.2.0
 */
export interface Options {
  readonly redactPII: RedactPii | undefined
  readonly retention: Retention
}

const isAsked = ({ redactPII, retention }: Options): boolean =>
  typeof redactPII === "object" && redactPII.placeholders === true && keeps(retention)

/**
 * Runs the work that creates one response. If the caller asked for placeholders, they are numbered from one, and `put`
 * adds the map of the original values to the answer.
 *
 * @category running
 * @since 0.2.0
 */
export const run = <A, B, E, R>(
  options: Options,
  work: Effect.Effect<A, E, R>,
  put: (answer: A, placeholders: Placeholders.Placeholders) => B
): Effect.Effect<A | B, E, R> => {
  if (!isAsked(options)) return work
  return Effect.suspend(() => {
    const numbering = new Placeholders.Numbering()
    return work.pipe(
      Effect.provideService(Placeholders.Current, numbering),
      Effect.map((answer) => put(answer, numbering.placeholders))
    )
  })
}

/**
 * Adds the map to a search response.
 *
 * @category running
 * @since 0.2.0
 */
export const search = <E, R>(
  options: Options,
  work: Effect.Effect<SearchResponse, E, R>
): Effect.Effect<SearchResponse, E, R> =>
  run(options, work, (response, placeholders) => ({ ...response, placeholders }))

/**
 * Adds the map of the original values to the last event of a search.
 *
 * @category running
 * @since 0.2.0
 */
export const stream = <E, R>(
  options: Options,
  events: Stream.Stream<SearchEvent.SearchEvent, E, R>
): Stream.Stream<SearchEvent.SearchEvent, E, R> => {
  if (!isAsked(options)) return events
  return Stream.suspend(() => {
    const numbering = new Placeholders.Numbering()
    return events.pipe(
      Stream.provideService(Placeholders.Current, numbering),
      Stream.map((event) =>
        event._tag === "Done"
          ? { ...event, response: { ...event.response, placeholders: numbering.placeholders } }
          : event
      )
    )
  })
}
