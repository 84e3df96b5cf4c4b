import type { SearchEvent } from "@dunlin/pipeline"
import type { SearchResponse } from "@dunlin/schema"
import type { Indexer } from "dunlin"
import { styleText } from "node:util"

type Style = Parameters<typeof styleText>[0]
const styled = (style: Style, text: string) => styleText(style, text, { stream: process.stdout })

/** The run as a person reads it: hits, the first page, where the time went, what it cost. */
export const render = (run: {
  readonly query: string
  readonly site: string
  readonly indexed: Indexer.Summary
  readonly events: ReadonlyArray<SearchEvent.SearchEvent>
  readonly response: SearchResponse.SearchResponse
}): string => {
  const web = run.response.data.web ?? []
  const [first] = web
  return [
    `Indexed ${run.indexed.added} pages of ${run.site}` +
    (run.indexed.skipped.length === 0 ? "" : ` (${run.indexed.skipped.length} dead links skipped)`),
    "",
    styled("bold", `“${run.query}”`),
    "",
    ...web.flatMap((hit) => [
      `${styled("dim", `${hit.position}.`)} ${styled("bold", hit.title)}`,
      `   ${styled("cyan", hit.url)}`,
      ...hit.description.split("\n").map((line) => `   ${line}`),
      ""
    ]),
    ...(first === undefined ? ["No results."] : content(first)),
    ...stages(run.events),
    ...(run.response.warning === null ? [] : [styled("yellow", `Warning: ${run.response.warning}`)]),
    `Credits used: ${run.response.creditsUsed}`
  ].join("\n")
}

/** What a result says of itself, beside the page in the formats that were asked for. */
const ofTheHit = new Set([
  "category",
  "dateEvidence",
  "description",
  "headings",
  "link",
  "matches",
  "metadata",
  "position",
  "publishedAt",
  "title",
  "url",
  "warning"
])

const content = ({ markdown, ...hit }: SearchResponse.WebResult): ReadonlyArray<string> => {
  const others = Object.entries(hit).filter(([name]) => !ofTheHit.has(name))
  return [
    ...(typeof markdown === "string" ? [heading(`The first page as markdown (${hit.url})`), markdown, ""] : []),
    ...others.flatMap(([format, value]) => [
      heading(`The first page as ${format}`),
      typeof value === "string" ? value : JSON.stringify(value, null, 2),
      ""
    ])
  ]
}

const stages = (events: ReadonlyArray<SearchEvent.SearchEvent>): ReadonlyArray<string> => {
  // Those of pages run beside each other, and have a URL.
  const times = events.flatMap((event) => event._tag === "StageFinished" && event.url === undefined ? [event] : [])
  const longest = Math.max(1, ...times.map(({ milliseconds }) => milliseconds))
  return [
    heading("Time per stage"),
    ...times.map(({ milliseconds, stage }) => {
      const bar = "█".repeat(Math.round((milliseconds / longest) * 30))
      return `${stage.padEnd(10)} ${String(Math.round(milliseconds)).padStart(5)} ms ${styled("cyan", bar)}`
    }),
    ""
  ]
}

const heading = (text: string) => styled("dim", `── ${text} ${"─".repeat(Math.max(3, 74 - text.length))}`)
