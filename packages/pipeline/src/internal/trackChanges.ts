import { type Snapshot, SnapshotStore } from "@dunlin/cache/SnapshotStore"
import { withoutNumbers } from "@dunlin/redaction/Placeholders"
import { Redactor } from "@dunlin/redaction/Redactor"
import * as Format from "@dunlin/schema/Format"
import { withoutUserInfo } from "@dunlin/schema/RawPage"
import type { Version } from "@dunlin/transformers/ChangeTracking"
import { VersionComparer } from "@dunlin/transformers/VersionComparer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Retention from "../Retention.ts"
import type { Input, Loaded, Transformed } from "../ScrapeState.ts"
import type { Tracked } from "./deriveFormats.ts"
import { Fields } from "./redactFields.ts"

type State = Input & Loaded & Transformed & { readonly tracked: Tracked | undefined }
type Compared = Pick<Transformed, "document"> & Pick<Input, "warnings">

/** Another request may have stored the previous version without redaction. */
const redacted = Effect.fnUntraced(function*(state: State, previous: Snapshot | undefined) {
  const { redactPII } = state.options
  if (redactPII === false || previous === undefined) return previous
  const fields = new Fields()
  const { json } = fields.copy({ json: previous.json }, true)
  let { markdown } = previous
  fields.text({ text: markdown, kind: "markdown" }, (text) => {
    markdown = text
  })
  yield* fields.redact(yield* Redactor, { ...redactPII, placeholders: false })
  return { ...previous, markdown, ...(json === undefined ? {} : { json }) }
})

/** Numbers of redaction tags are valid in one response, so stored versions have none. */
const unnumbered = ({ json, markdown, ...rest }: Tracked): Tracked => ({
  ...rest,
  markdown: withoutNumbers(markdown),
  ...(json === undefined ? {} : { json: JSON.parse(withoutNumbers(JSON.stringify(json))) as Tracked["json"] })
})

/** The page is gone (RFC 9110, sections 15.5.5 and 15.5.11). */
const gone: ReadonlySet<number> = new Set([404, 410])

export const trackChanges = Effect.fnUntraced(
  function*(state: State): Effect.fn.Return<Compared, never, SnapshotStore | Redactor> {
    const format = Format.find(state.options.formats, "changeTracking")
    const { tracked } = state
    const unchanged = { document: state.document, warnings: state.warnings }
    if (format === undefined || tracked === undefined) return unchanged
    const warn = (message: string): Compared => ({ ...unchanged, warnings: [...state.warnings, message] })
    if (!Retention.keeps(state.retention)) {
      return warn("changeTracking stores page versions, which this request does not allow.")
    }
    const { status } = state.page
    if (status >= 400 && !gone.has(status)) {
      return warn(`changeTracking: the page returned status ${status} and was not compared.`)
    }
    const snapshots = yield* SnapshotStore
    const series = { team: state.caller.team, url: withoutUserInfo(state.url), tag: format.tag }
    const compare = yield* VersionComparer
    return yield* Effect.gen(function*() {
      const previous = yield* redacted(state, Option.getOrUndefined(yield* snapshots.latest(series)))
      const version: Version = { at: state.page.fetchedAt, present: !gone.has(status), ...unnumbered(tracked) }
      const changeTracking = yield* compare({ previous, current: version, modes: format.modes })
      // Fields that were not extracted this time keep their stored values.
      const json = version.json ?? previous?.json
      yield* snapshots.append(series, {
        at: version.at,
        markdown: version.markdown,
        present: version.present,
        ...(json === undefined ? {} : { json })
      })
      const isCut = changeTracking.changeStatus === "changed" && format.modes.includes("git-diff") &&
        changeTracking.diff === undefined
      return {
        document: { ...state.document, changeTracking },
        warnings: isCut
          ? [...state.warnings, "changeTracking: the page or its diff is too long."]
          : state.warnings
      }
    }).pipe(Effect.catch(() => Effect.succeed(warn("changeTracking: this page's history could not be read."))))
  }
)
