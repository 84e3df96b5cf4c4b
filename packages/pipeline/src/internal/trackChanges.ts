import { SnapshotStore } from "@dunlin/cache/SnapshotStore"
import * as Format from "@dunlin/schema/Format"
import * as ChangeTracking from "@dunlin/transformers/ChangeTracking"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as Retention from "../Retention.ts"
import type { Input, Loaded, Transformed } from "../ScrapeState.ts"

type State = Input & Loaded & Transformed & { readonly tracked: Schema.Json | undefined }
type Tracked = Pick<Transformed, "document"> & Pick<Input, "warnings">

/** Statuses that say a page is gone (RFC 9110, 15.5.5 and 15.5.11). */
const gone: ReadonlySet<number> = new Set([404, 410])

/** Compares the page with the version seen last by this team under this tag, and keeps it as the newest version. */
export const trackChanges = Effect.fnUntraced(function*(state: State): Effect.fn.Return<Tracked, never, SnapshotStore> {
  const format = Format.find(state.options.formats, "changeTracking")
  const { markdown } = state.document
  const unchanged = { document: state.document, warnings: state.warnings }
  if (format === undefined || typeof markdown !== "string") return unchanged
  const warn = (message: string): Tracked => ({ ...unchanged, warnings: [...state.warnings, message] })
  if (!Retention.keeps(state.retention)) {
    return warn("changeTracking keeps versions of a page, which this request forbids.")
  }
  const snapshots = yield* SnapshotStore
  const series = { team: state.caller.team, url: state.url, tag: format.tag }
  const version: ChangeTracking.Version = {
    at: state.page.fetchedAt,
    markdown,
    present: !gone.has(state.page.status),
    ...(state.tracked === undefined ? {} : { json: state.tracked })
  }
  return yield* Effect.gen(function*() {
    const previous = yield* snapshots.latest(series)
    const changeTracking = ChangeTracking.compare(Option.getOrUndefined(previous), version, format.modes)
    yield* snapshots.append(series, {
      at: version.at,
      markdown: version.markdown,
      present: version.present,
      ...(state.tracked === undefined ? {} : { json: state.tracked })
    })
    return { document: { ...state.document, changeTracking }, warnings: state.warnings }
  }).pipe(Effect.catch(() => Effect.succeed(warn("changeTracking: the history of this page could not be read."))))
})
