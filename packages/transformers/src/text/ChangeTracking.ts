/**
 * Finds changes between two versions of a page, line by line and in order.
 *
 * @since 0.1.0
 */
import type { ChangeTrackingResult, Diff } from "@dunlin/schema/ChangeTrackingResult"
import { lineDiff } from "@dunlin/text/LineDiff"
import * as DateTime from "effect/DateTime"
import type * as Schema from "effect/Schema"
import * as TextDiff from "effect/TextDiff"

/**
 * A version of a page. `present` is false if the page's status says that it was removed (404 or 410).
 *
 * @category models
 * @since 0.1.0
 */
export interface Version {
  /** The time of this version in epoch milliseconds. */
  readonly at: number
  readonly markdown: string
  /** The fields that were extracted from the page, if they are compared. */
  readonly json?: Schema.Json | undefined
  /** Whether a model extracted these fields. Another extraction from the same text is then not a change. */
  readonly isJsonRead?: boolean | undefined
  readonly present: boolean
}

/**
 * Maximum characters of both texts for a comparison by line. Longer texts are only reported as changed.
 *
 * @category constants
 * @since 0.1.0
 */
export const maxDiffLength = 8_000_000

/**
 * Maximum characters of a diff. In a response, a diff takes three times as many. For a longer diff, the page is only
 * reported as changed.
 *
 * @category constants
 * @since 0.2.0
 */
export const longestDiff = 2_000_000

/**
 * Compares a version with the previous one. `diff` and `json` are only present if there is a change and the mode was
 * requested; `diff` also must not exceed {@link maxDiffLength} and {@link longestDiff}. Differences in line endings,
 * or in spaces at the end of lines, do not count.
 *
 * @category comparing
 * @since 0.1.0
 */
export const compare = (
  previous: Version | undefined,
  current: Version,
  modes: ReadonlyArray<"git-diff" | "json">
): ChangeTrackingResult => {
  const base = {
    previousScrapeAt: previous === undefined ? null : DateTime.formatIso(DateTime.makeUnsafe(previous.at)),
    visibility: current.present ? "visible" as const : "hidden" as const
  }
  if (!current.present) return { ...base, changeStatus: "removed" }
  if (previous === undefined || !previous.present) return { ...base, changeStatus: "new" }
  const before = normalize(previous.markdown)
  const after = normalize(current.markdown)
  const isOneText = before === after
  const json = modes.includes("json") && !(isOneText && current.isJsonRead === true)
    ? changedFields(previous.json, current.json)
    : {}
  const isJsonChanged = Object.keys(json).length > 0
  if (isOneText && !isJsonChanged) return { ...base, changeStatus: "same" }
  const isDiff = modes.includes("git-diff") && before.length + after.length <= maxDiffLength
  const difference = isDiff ? unified(before, after) : undefined
  return {
    ...base,
    changeStatus: "changed",
    ...(difference === undefined || difference.length > longestDiff ? {} : { diff: withData(difference) }),
    ...(isJsonChanged ? { json } : {})
  }
}

/**
 * Returns the difference of two texts as a unified diff with three lines of context (POSIX `diff -u`), and the same as
 * data. Its hunks are those of `git diff`; for adversarial texts the diff is correct but may be longer.
 *
 * @category comparing
 * @since 0.1.0
 */
export const diff = (before: string, after: string): Diff => withData(unified(before, after))

const unified = (before: string, after: string): string =>
  TextDiff.unified(lineDiff(before, after), { fromFile: "previous", toFile: "current" })

const withData = (text: string): Diff => ({
  text,
  json: { files: [{ from: "previous", to: "current", chunks: chunks(text) }] }
})

const chunks = (text: string): Diff["json"]["files"][number]["chunks"] => {
  const found: Array<
    { content: string; changes: Array<Diff["json"]["files"][number]["chunks"][number]["changes"][number]> }
  > = []
  let oldLine = 0
  let newLine = 0
  for (const line of text.split("\n")) {
    const head = !line.startsWith("@@") ? null : /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    if (head !== null) {
      oldLine = Number(head[1])
      newLine = Number(head[2])
      found.push({ content: line, changes: [] })
      continue
    }
    const changes = found.at(-1)?.changes
    if (changes === undefined) continue
    if (line.startsWith("+")) changes.push({ type: "add", content: line, ln: newLine++ })
    else if (line.startsWith("-")) changes.push({ type: "del", content: line, ln: oldLine++ })
    else if (line.startsWith(" ")) {
      changes.push({ type: "normal", normal: true, content: line, ln1: oldLine++, ln2: newLine++ })
    }
  }
  return found
}

const normalize = (markdown: string): string => {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n").map((line) => line.trimEnd())
  const text = lines.join("\n").trim()
  return text === "" ? "" : `${text}\n`
}

interface Fields {
  readonly [key: string]: Schema.Json
}

const changedFields = (previous: Schema.Json | undefined, current: Schema.Json | undefined) => {
  if (previous === undefined || current === undefined) return {}
  const before = fieldsOf(previous)
  const after = fieldsOf(current)
  const changed = new Map<string, { readonly previous: Schema.Json; readonly current: Schema.Json }>()
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const left = Object.hasOwn(before, key) ? before[key]! : null
    const right = Object.hasOwn(after, key) ? after[key]! : null
    if (canonical(left) !== canonical(right)) changed.set(key, { previous: left, current: right })
  }
  return Object.fromEntries(changed)
}

const fieldsOf = (json: Schema.Json | undefined): Fields =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? json as Fields : {}

/** Sorts object keys, because their order does not matter. */
const canonical = (json: Schema.Json): string =>
  JSON.stringify(json, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => left < right ? -1 : 1))
      : value)
