// Finds visible text of web pages that is wrongly treated as hidden: npm run bench -- harmless [pages] [--names]
//
// Uses every nth page of the developer half of bench/html as stored, without external sheets, scripts and pictures.
// Chromium checks each text that the transformer hides: whether its layout is within reach of readers and, if so,
// whether its pixels show anything.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { launch, seen } from "../../../dunlin/test/hygiene/judge.ts"
import * as Tags from "../../../engines/html/src/internal/tape/tags.ts"
import { parse, type Tape } from "../../../engines/html/src/internal/tape/tape.ts"
import { concealed } from "../../../engines/html/src/internal/visibility/concealed.ts"
import { figure } from "./report.ts"
import { folder } from "./sharedData.ts"

type Browser = Awaited<ReturnType<typeof launch>>

const corpora = ["sh181", "traf", "wcxb"]

const LEAST_TEXT = 25
const MOST_TEXTS = 60
const MOST_LOOKED_AT = 4

interface Row {
  readonly corpus: string
  readonly id: string
  readonly split: string
}

const rowsOf = (corpus: string): ReadonlyArray<Row> =>
  readFileSync(join(folder, "html/data", corpus, "index.jsonl"), "utf8").trim().split("\n")
    .map((line) => ({ ...JSON.parse(line) as Row, corpus })).filter(({ split }) => split === "dev")

const htmlOf = ({ corpus, id }: Row): string =>
  gunzipSync(readFileSync(join(folder, "html/data", corpus, "html", `${id}.html.gz`))).toString("utf8")

const textAt = (tape: Tape, k: number): string => {
  const isWritten = tape.tag[k] === Tags.TEXT && !Tags.is(tape.tag[tape.parent[k]!] ?? 0, Tags.INVISIBLE)
  return isWritten ? tape.text[k]!.trim() : ""
}

const concealedTexts = (tape: Tape): ReadonlyArray<string> => {
  const { nodes } = concealed(tape)
  if (nodes.length === 0) return []
  const texts = new Set<string>()
  let open = ""
  for (let i = 0; i < tape.n; i++) {
    if (nodes[i] !== 1) {
      open += `${textAt(tape, i)}\n`
      continue
    }
    for (let k = i; k < tape.end[i]!; k++) {
      const text = textAt(tape, k)
      if (text.length >= LEAST_TEXT && !text.includes("\n")) texts.add(text)
    }
    i = tape.end[i]! - 1
  }
  return [...texts].filter((text) => !open.includes(text)).slice(0, MOST_TEXTS)
}

const laidOut = `(texts) => {
  const wanted = new Set(texts)
  const found = new Set()
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.data.trim()
    const around = node.parentElement
    if (!wanted.has(text) || around === null) continue
    if (!around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = new Range()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    const isThere = box.width > 2 && box.height > 2 && box.right > 0 && box.bottom + scrollY > 0 && box.left < innerWidth
    if (isThere) found.add(text)
  }
  return [...found]
}`

const laidOutIn = async (
  browser: Browser,
  html: string,
  texts: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } })
  try {
    await context.route("**/*", (route) => route.request().url().startsWith("data:") ? route.continue() : route.abort())
    const page = await context.newPage()
    await page.setContent(html, { waitUntil: "load", timeout: 60_000 })
    return await page.evaluate(`(${laidOut})(${JSON.stringify(texts)})`) as ReadonlyArray<string>
  } finally {
    await context.close()
  }
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const names = args.includes("--names")
  const wanted = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 500)
  const all = corpora.flatMap(rowsOf)
  const step = Math.max(1, Math.floor(all.length / wanted))
  const rows = all.filter((_, k) => k % step === 0).slice(0, wanted)
  const sum = { pages: 0, concealing: 0, texts: 0, laidOut: 0, lookedAt: 0, seen: 0, seenPages: 0, unread: 0 }
  let browser = await launch()
  for (const row of rows) {
    sum.pages++
    const html = htmlOf(row)
    const texts = concealedTexts(parse(html))
    if (texts.length === 0) continue
    sum.concealing++
    sum.texts += texts.length
    try {
      const open = await laidOutIn(browser, html, texts)
      sum.laidOut += open.length
      const asked = open.slice(0, MOST_LOOKED_AT)
      if (asked.length === 0) continue
      const answers: Array<boolean> = []
      // Texts are checked one at a time, because the element that covers one text may be another of these texts.
      for (const text of asked) answers.push(...await seen(browser, html, [text]))
      const lost = asked.filter((_, k) => answers[k])
      sum.lookedAt += asked.length
      sum.seen += lost.length
      if (lost.length > 0) sum.seenPages++
      if (names) { for (const text of lost) console.log(`  ${row.corpus}/${row.id}: ${text.slice(0, 80)}`) }
    } catch {
      // If a page crashes the browser, it has no result.
      sum.unread++
      await browser.close().catch(() => undefined)
      browser = await launch()
    }
  }
  await browser.close()
  console.log(
    `${sum.pages} pages, ${sum.concealing} of them conceal ${sum.texts} texts; ${sum.laidOut} laid out in Chromium; of ` +
      `${sum.lookedAt} inspected texts, ${sum.seen} are visible, on ${sum.seenPages} pages; Chromium did not read ${sum.unread} pages`
  )
  figure({
    area: "web pages",
    metric: `pages with a visible text that is concealed, of ${sum.pages}`,
    ours: sum.seenPages
  })
}
