// npm run bench -- pdfInvariants FOLDER [--engine=pdfjs,liteparse] [--worst=10]
//
// Checks the first page of every PDF against the text layer of pdf.js: every letter and digit must occur once, and
// every number must have the same form as on the page. Only first pages are checked, because repeated headers are
// omitted from longer documents on purpose; so is text that a browser prints around a page. The text layer ends at the
// page edge, where a row that is too wide continues. A character counts as doubled if it is output more often than it
// is drawn.
import { PdfEngine, PdfJs, PdfLiteParse } from "@dunlin/transformers"
import { Effect, type Layer, Result } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { drawn, type Item, shown } from "./pdf/drawn.ts"

interface Glyph {
  readonly unicode: string
}
interface Page {
  readonly getTextContent: () => Promise<{ readonly items: ReadonlyArray<Item | { readonly type: string }> }>
  readonly getOperatorList: () => Promise<
    { readonly fnArray: ReadonlyArray<number>; readonly argsArray: ReadonlyArray<ReadonlyArray<unknown>> }
  >
}
interface Document {
  readonly getPage: (number: number) => Promise<Page>
}

/** The pdf.js operator that shows text. */
const SHOW_TEXT = 44

const transformers = createRequire(new URL("../../../transformers/package.json", import.meta.url))
const pdfjsPath = transformers.resolve("pdfjs-dist/legacy/build/pdf.mjs")
const pdfjs = await import(pathToFileURL(pdfjsPath).href) as {
  readonly getDocument: (options: object) => {
    readonly promise: Promise<Document>
    readonly destroy: () => Promise<void>
  }
}

/** Returns the glyphs of a page, including those beyond its edge, which the text layer omits. */
const glyphsOf = async (page: Page): Promise<string> => {
  const { argsArray, fnArray } = await page.getOperatorList()
  return argsArray.filter((_, k) => fnArray[k] === SHOW_TEXT)
    .flatMap(([glyphs]) => glyphs as ReadonlyArray<Glyph | number | null>)
    .map((glyph) => typeof glyph === "object" && glyph !== null ? glyph.unicode : "").join("")
}

interface Reference {
  readonly text: string
  readonly glyphs: string
}

const reference = async (bytes: Uint8Array): Promise<Reference> => {
  const fonts = join(pdfjsPath, "../../..")
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    cMapUrl: `${fonts}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${fonts}/standard_fonts/`
  })
  try {
    const page = await (await task.promise).getPage(1)
    const { items } = await page.getTextContent()
    return { text: drawn(items.filter((item) => "str" in item)), glyphs: await glyphsOf(page) }
  } finally {
    await task.destroy()
  }
}

const tally = (tokens: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

const surplus = (counts: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number => {
  let sum = 0
  for (const [token, count] of counts) sum += Math.max(0, count - (other.get(token) ?? 0))
  return sum
}

const most = (counts: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> => {
  const larger = new Map(counts)
  for (const [token, count] of other) larger.set(token, Math.max(count, counts.get(token) ?? 0))
  return larger
}

const letters = (text: string) => tally(text.normalize("NFKC").match(/[\p{L}\p{N}]/gu) ?? [])
const numbers = (text: string) =>
  tally((text.normalize("NFKC").match(/\d[\d.,]*/g) ?? []).map((number) => number.replace(/[.,]+$/, "")))

const engines: Record<string, Layer.Layer<PdfEngine.PdfEngine, unknown>> = {
  pdfjs: PdfJs.layer({ processes: 1, timeout: "2 minutes" }),
  liteparse: PdfLiteParse.layer({ processes: 1, timeout: "2 minutes" })
}

interface Row {
  readonly name: string
  readonly lost: number
  readonly doubled: number
  readonly broken: number
}

const measure = (name: string, folder: string, files: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const engine = yield* PdfEngine.PdfEngine
    const rows: Array<Row> = []
    for (const file of files) {
      const bytes = new Uint8Array(readFileSync(join(folder, file)))
      const expected = yield* Effect.promise(() => reference(bytes).catch(() => undefined))
      const parsed = yield* Effect.result(engine.parse(bytes, { mode: "fast", maxPages: 1 }))
      if (expected === undefined || Result.isFailure(parsed)) continue
      const text = shown(parsed.success.markdown)
      const [want, have] = [letters(expected.text), letters(text)]
      rows.push({
        name: file,
        lost: surplus(want, have),
        doubled: surplus(have, most(want, letters(expected.glyphs))),
        broken: surplus(numbers(expected.text), numbers(text))
      })
    }
    return rows
  }).pipe(Effect.provide(engines[name]!), Effect.scoped)

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const folder = args.find((arg) => !arg.startsWith("--"))
  if (folder === undefined) {
    console.error("npm run bench -- pdfInvariants FOLDER [--engine=pdfjs,liteparse] [--worst=10]")
    process.exitCode = 2
    return
  }
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1]
  const files = readdirSync(folder).filter((file) => file.endsWith(".pdf")).sort()
  for (const name of (option("engine") ?? "pdfjs,liteparse").split(",")) {
    const rows = await Effect.runPromise(measure(name, folder, files))
    const sum = (key: "lost" | "doubled" | "broken") => rows.reduce((total, row) => total + row[key], 0)
    console.log(
      `${name.padEnd(10)} ${rows.length} first pages: ${sum("lost")} letters lost, ${sum("doubled")} doubled, ` +
        `${sum("broken")} numbers broken`
    )
    const worst = rows.toSorted((a, b) => b.broken - a.broken || b.lost + b.doubled - a.lost - a.doubled)
    for (const row of worst.slice(0, Number(option("worst") ?? 0))) {
      console.log(`  ${row.name}: ${row.broken} numbers, ${row.lost} lost, ${row.doubled} doubled`)
    }
  }
}
