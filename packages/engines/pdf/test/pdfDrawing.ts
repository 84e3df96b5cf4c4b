/**
 * Pages as PDF draws them, and what is read of each, as text. A page is the operators of its content; a line that begins
 * with `@` is about the page: `@page` entries of its dictionary, `@resources` entries of its resources, `@object` a further
 * object, numbered from 100, `@stream` the entries and, after `|`, the content of one.
 */
import { stream, write } from "@dunlin/pdf/PdfTesting"
import { addAnnotations, annotationsOf } from "../src/internal/page/annotations.ts"
import type { PageContent, Word } from "../src/internal/page/page.ts"
import { drawingOf, readDrawing } from "../src/internal/page/read.ts"
import * as Pdfjs from "../src/internal/process/pdfjs.ts"
import { solidity } from "../src/internal/process/solidity.ts"

/** The document of a page. */
export const documentOf = (source: string): Uint8Array => {
  const content: Array<string> = []
  const about = { page: "", resources: "" }
  const objects: Array<string | Uint8Array> = []
  for (const line of source.split("\n")) {
    const [, kind, rest] = /^@(\w+) (.*)$/.exec(line) ?? []
    if (kind === undefined) content.push(line)
    else if (kind === "object") objects.push(rest!)
    else if (kind === "stream") {
      const [entries, data] = rest!.split("|")
      objects.push(stream(entries!, Buffer.from(data!)))
    } else if (kind === "page" || kind === "resources") about[kind] += rest!
    else throw new Error(`@${kind} is not known`)
  }
  return write([{ content: content.join("\n"), entries: about.page }], { objects, resources: about.resources })
}

const round = (...numbers: ReadonlyArray<number>): string =>
  numbers.map((number) => Number(number.toFixed(2))).join(" ")

const told = (word: Word): string =>
  [
    `${round(word.x0, word.x1, word.y, word.size)} ${word.spaced ? "_" : ""}${word.text}`,
    word.angle === 0 ? "" : `angle ${word.angle}`,
    word.mark === -1 ? "" : `mark ${word.mark}`
  ].filter((part) => part !== "").join(", ")

/** Words with their start, end, baseline and size, `_` where a space stands before them, and all else that is read. */
const describe = (content: PageContent): string =>
  [
    ...content.words.map(told),
    ...content.horizontal.map(({ at, from, to }) => `across ${round(from, to, at)}`),
    ...content.vertical.map(({ at, from, to }) => `down ${round(from, to, at)}`),
    ...content.boxes.map(({ x0, x1, y0, y1 }) => `box ${round(x0, y0, x1, y1)}`),
    ...content.dots.map(({ width, x, y }) => `dot ${round(x, y, width)}`),
    ...content.links.map(({ url, x0, x1, y0, y1 }) => `link ${round(x0, y0, x1, y1)} ${url}`),
    ...content.pictures === 0 ? [] : [`pictures ${round(content.pictures)}`],
    ...content.unnamedGlyphs === undefined ? [] : [`unnamed ${content.unnamedGlyphs}`],
    ...[...content.unseen ?? []].map(([by, count]) => `unseen, ${by}: ${count}`)
  ].map((line) => `${line}\n`).join("")

/** Opens the document of a page, and leaves it open; reads the page each time it is called. */
export const open = (source: string): Promise<() => string> =>
  new Promise((resolve, reject) => {
    const bytes = documentOf(source)
    Pdfjs.use(bytes.slice(), async (document) => {
      const page = await document.getPage(1)
      const about = { layers: () => document.getOptionalContentConfig(), areSolid: solidity(bytes) }
      const drawing = await drawingOf(page, about)
      const annotations = await annotationsOf(document, 1)
      resolve(() => {
        const content = readDrawing(drawing, page, 1, about)
        addAnnotations(annotations, page, content)
        return describe(content)
      })
      await new Promise(() => {})
    }).catch(reject)
  })
