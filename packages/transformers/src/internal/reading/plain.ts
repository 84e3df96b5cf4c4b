/**
 * Creates the formats of texts other than HTML and PDF. It is a pure function that can run in a worker thread.
 *
 * @since 0.2.0
 */
import type { Document, Metadata } from "@dunlin/schema/Document"
import { indented } from "@dunlin/text/IndentedJson"
import { markdownTitle } from "@dunlin/text/MarkdownTitle"
import { separatedTable } from "@dunlin/text/SeparatedTable"
import { decode } from "../../html/Charset.ts"
import { cleaned } from "./cleaned.ts"
import type { Done } from "./formats.ts"

export type PlainKind = "json" | "xml" | "table" | "text"

export interface PlainJob {
  readonly kind: PlainKind
  readonly body: Uint8Array
  readonly charset: string | undefined
  readonly hasTabs: boolean
  readonly isMarkdown: boolean
  readonly withSource: boolean
}

const fence = (body: string, language: string): string => {
  let longest = 2
  for (const run of body.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length)
  const mark = "`".repeat(longest + 1)
  return `${mark}${language}\n${body.trimEnd()}\n${mark}`
}

const titleOf = (text: string): Pick<Metadata, "title"> => {
  const title = markdownTitle(text)
  return title === undefined ? {} : { title }
}

const writtenAs = ({ hasTabs, kind }: PlainJob, text: string) => {
  switch (kind) {
    case "json":
      return { markdown: fence(indented(text), "json"), warnings: [] }
    case "xml":
      return { markdown: fence(text.trim(), "xml"), warnings: [] }
    case "table":
      return hasTabs ? separatedTable(text, "\t") : separatedTable(text)
    case "text":
      return { markdown: text.trim(), warnings: [] }
  }
}

export const readPlain = (job: PlainJob): Done => {
  const { text } = decode(job.body, job.charset)
  const { markdown, warnings } = writtenAs(job, text)
  const document: Document = {
    markdown,
    ...(job.withSource ? { rawHtml: text } : {}),
    metadata: job.kind === "text" && job.isMarkdown ? titleOf(text) : {}
  }
  return { document: cleaned(document), warnings }
}
