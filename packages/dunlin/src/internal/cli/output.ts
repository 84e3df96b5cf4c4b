import * as Omissions from "@dunlin/jobs/Omissions"
import type { Omission } from "@dunlin/schema/Omission"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import { stripVTControlCharacters, styleText } from "node:util"
import type { Summary } from "../../Indexer.ts"
import { outputColumns, wrap } from "./wrap.ts"

type Style = Parameters<typeof styleText>[0]

export const styled = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout })

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Invisible characters, and characters that reorder text. Joiners are missing, because some scripts need them. */
const unseen = /[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const withoutControls = (text: string): string => stripVTControlCharacters(text).replace(controls, "")

/** Text of pages is untrusted: it must not move the cursor, rename the window or reorder text. */
export const clean = (text: string): string => withoutControls(text).replace(unseen, "")

/** Shows hidden characters as `\u{202E}`, so that users can inspect hidden text. */
export const shown = (text: string): string =>
  withoutControls(text).replace(unseen, (sign) => `\\u{${sign.codePointAt(0)!.toString(16).toUpperCase()}}`)

export const renderResponse = (response: SearchResponse): string => {
  const { images, news, web } = response.data
  const sections: Array<string> = []
  for (const item of web ?? []) {
    sections.push(renderItem(item.position, item.title, item.url, item.description, item.category))
    sections.push(...renderScraped(item))
  }
  for (const item of news ?? []) {
    sections.push(renderItem(item.position, item.title, item.url, item.snippet, item.date ?? "news"))
    sections.push(...renderScraped(item))
  }
  for (const { imageHeight, imageUrl, imageWidth, position, title, url } of images ?? []) {
    const size = imageWidth === undefined || imageHeight === undefined ? "" : ` ${imageWidth}x${imageHeight}`
    sections.push(renderItem(position, title, imageUrl, `on ${url}`, `image${size}`))
  }
  if (sections.length === 0) sections.push("No results.")
  if (response.warning !== null) sections.push(styled("yellow", prose(`Warning: ${clean(response.warning)}`, "")))
  return sections.join("\n\n")
}

export const renderSummary = ({ added, removed, skipped, unchanged, updated }: Summary): string =>
  `${added} added, ${updated} updated, ${unchanged} unchanged, ` +
  (removed === 0 ? "" : `${removed} removed, `) + `${skipped.length} skipped`

const flags: ReadonlyArray<readonly [option: string, flag: string]> = [
  ["\"deduplicateSimilarURLs\": false", "--no-deduplicate-similar-urls"],
  ["\"crawlEntireDomain\": true", "--entire-domain"],
  ["\"limit\"", "--limit"]
]

export const inFlags = (warning: string): string =>
  flags.reduce((text, [option, flag]) => text.replaceAll(option, flag), warning)

export const renderOmitted = (omitted: ReadonlyArray<Omission>): ReadonlyArray<string> =>
  Omissions.lines(omitted).map((line) => `omitted: ${clean(line)}`)

const prose = (text: string, indent: string): string => {
  const columns = outputColumns()
  const lines = columns === undefined ? text.split("\n") : wrap(text, columns - indent.length)
  return lines.map((line) => `${indent}${line}`).join("\n")
}

const renderItem = (position: number, title: string, url: string, text: string, label: string | undefined): string => {
  const head = `${styled("dim", `${position}.`)} ${styled("bold", clean(title))}` +
    (label === undefined ? "" : styled("dim", ` [${label}]`))
  const lines = [head, `   ${styled("cyan", clean(url))}`]
  if (text.trim() !== "") lines.push(prose(clean(text).trim(), "   "))
  return lines.join("\n")
}

type Scraped = NonNullable<SearchResponse["data"]["web"]>[number] | NonNullable<SearchResponse["data"]["news"]>[number]

const renderScraped = (item: Scraped): ReadonlyArray<string> => {
  const { markdown, metadata, summary } = item
  const lines: Array<string> = []
  if (typeof metadata?.error === "string") lines.push(`   ${styled("red", `not scraped: ${clean(metadata.error)}`)}`)
  if (typeof summary === "string") lines.push(indent(summary))
  if (typeof markdown === "string" && markdown !== "") lines.push(indent(markdown))
  for (const field of ["screenshot", "audio", "video"] as const) {
    const file = item[field]
    if (typeof file === "string") lines.push(`   ${field}: ${clean(file)}`)
  }
  for (const field of ["links", "images"] as const) {
    const values = item[field]
    if (values !== undefined) lines.push(indent(`${field}:\n${values.map((value) => `- ${value}`).join("\n")}`))
  }
  return lines
}

const indent = (text: string): string =>
  clean(text).split("\n").map((line) => line === "" ? "" : `   ${styled("dim", "│")} ${line}`).join("\n")
