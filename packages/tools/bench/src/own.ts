// Computes one figure for each area from this project's data in packages/tools/bench/data: npm run bench -- own The
// sets are small and written for this project. They show that nothing is broken and how a figure is computed, not
// which tool is best.
import MiniSearch from "minisearch"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { extract } from "../adapters/html.ts"
import { close, toMarkdown } from "../adapters/pdf.ts"
import { detect } from "../adapters/pii.ts"
import { index } from "../adapters/retrieval.ts"
import { figure } from "./report.ts"

const load = async <A>(name: string): Promise<A> =>
  JSON.parse(await readFile(new URL(`../data/${name}.json`, import.meta.url), "utf8"))

interface Questions {
  readonly documents: ReadonlyArray<{ readonly id: string; readonly title: string; readonly text: string }>
  readonly questions: ReadonlyArray<readonly [question: string, right: ReadonlyArray<string>]>
}

const percent = (right: number, of: number): number => Math.round(right / of * 1000) / 10

const search = async () => {
  const { documents, questions } = await load<Questions>("questions")
  const ours = await index(documents)
  const peer = new MiniSearch({
    fields: ["title", "text"],
    searchOptions: { boost: { title: 2 }, fuzzy: 0.2, prefix: true }
  })
  peer.addAll([...documents])
  let right = 0
  let peerRight = 0
  for (const [question, answers] of questions) {
    const [first] = await ours.search(question, 1)
    if (first !== undefined && answers.includes(first)) right++
    const [peerFirst] = peer.search(question)
    if (peerFirst !== undefined && answers.includes(String(peerFirst.id))) peerRight++
  }
  await ours.close()
  figure({
    area: "search",
    data: "dev",
    metric: `correct page first, % of ${questions.length} questions over ${documents.length} pages`,
    ours: percent(right, questions.length),
    peer: { name: "minisearch 7.2.0, fuzzy and prefix", value: percent(peerRight, questions.length) }
  })
}

interface PageWithTruth {
  readonly name: string
  readonly html: string
  readonly keep: ReadonlyArray<string>
  readonly drop: ReadonlyArray<string>
}

const simple = (html: string): string =>
  (/<(main|article|body)[^>]*>([^]*)<\/\1>/.exec(html)?.[2] ?? html).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")

const html = async () => {
  const pages = await load<ReadonlyArray<PageWithTruth>>("html")
  const rightOf = (textOf: (html: string) => string) =>
    pages.reduce((total, { drop, html, keep }) => {
      const text = textOf(html).replace(/\s+/g, " ")
      return total + keep.filter((part) => text.includes(part)).length +
        drop.filter((part) => !text.includes(part)).length
    }, 0)
  const all = pages.reduce((total, { drop, keep }) => total + drop.length + keep.length, 0)
  figure({
    area: "main content",
    data: "dev",
    metric: `marked texts correctly kept or omitted, % of ${all} on ${pages.length} pages`,
    ours: percent(rightOf((page) => extract(page).text), all),
    peer: { name: "text of main, article or body", value: percent(rightOf(simple), all) }
  })
}

interface Span {
  readonly start: number
  readonly end: number
  readonly type: string
}

const unmark = (marked: string): { readonly text: string; readonly spans: ReadonlyArray<Span> } => {
  const spans: Array<Span> = []
  let text = ""
  let from = 0
  for (const match of marked.matchAll(/\[([A-Z]+):([^\]]+)\]/g)) {
    text += marked.slice(from, match.index)
    spans.push({ start: text.length, end: text.length + match[2]!.length, type: match[1]! })
    text += match[2]
    from = match.index + match[0].length
  }
  return { text: text + marked.slice(from), spans }
}

const patterns: ReadonlyArray<readonly [type: string, pattern: RegExp]> = [
  ["EMAIL", /[\w.+-]+@[\w.-]+\.\w+/g],
  ["PHONE", /\+?\(?\d{2,4}\)?[ -]?\d{3,4}[ -]?\d{3,6}/g],
  ["FINANCIAL", /\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b/g],
  ["SECRET", /\b(?:ghp_\w{36}|AKIA\w{16})\b/g]
]

const bySimplePatterns = (text: string): ReadonlyArray<Span> =>
  patterns.flatMap(([type, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({ type, start: match.index, end: match.index + match[0].length }))
  )

const overlap = (one: Span, other: Span): boolean =>
  one.type === other.type && one.start < other.end && other.start < one.end

const pii = async () => {
  const rows = (await load<ReadonlyArray<string>>("pii")).map(unmark)
  const score = async (find: (text: string) => ReadonlyArray<Span> | Promise<ReadonlyArray<Span>>) => {
    let hit = 0
    let found = 0
    let wanted = 0
    for (const { spans, text } of rows) {
      const seen = await find(text)
      hit += spans.filter((span) => seen.some((other) => overlap(span, other))).length
      found += seen.length
      wanted += spans.length
    }
    return percent(2 * hit, found + wanted)
  }
  figure({
    area: "personal data",
    data: "dev",
    metric: `F1 of spans that overlap, % in ${rows.length} sentences`,
    ours: await score(detect),
    peer: { name: "four regular expressions", value: await score(bySimplePatterns) }
  })
}

interface PaperWithTruth {
  readonly file: string
  readonly blocks: ReadonlyArray<string>
}

const unmarked = (line: string): string =>
  line.replace(/^\s*(?:#+|[-*]) /, "").replaceAll("|", " ").replace(/\s+/g, " ").trim()

const linesOfPdf = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const engine = createRequire(new URL("../../../transformers/package.json", import.meta.url)).resolve(
    "pdfjs-dist/legacy/build/pdf.mjs"
  )
  const { getDocument } = await import(pathToFileURL(engine).href)
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const lines: Array<string> = []
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    lines.push(...items.map(({ hasEOL, str }: any) => `${str}${hasEOL ? "\n" : " "}`).join("").split("\n"))
  }
  await document.loadingTask.destroy()
  return lines
}

const pdf = async () => {
  const { blocks, file } = await load<PaperWithTruth>("pdf")
  const bytes = new Uint8Array(await readFile(new URL(`../../../../${file}`, import.meta.url)))
  const share = (lines: ReadonlyArray<string>) => {
    const whole = new Set(lines.map(unmarked))
    return percent(blocks.filter((block) => whole.has(block)).length, blocks.length)
  }
  const { markdown } = await toMarkdown(bytes, {})
  figure({
    area: "PDF",
    data: "dev",
    metric: `complete paragraphs, items, headings and rows, % of ${blocks.length}`,
    ours: share(markdown.split("\n")),
    peer: { name: "lines of pdf.js", value: share(await linesOfPdf(bytes)) }
  })
  await close()
}

export const run = async () => {
  await search()
  await html()
  await pdf()
  await pii()
}
