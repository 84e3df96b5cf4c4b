/** pdf.js inside a parser process. */
import type { ErrorTag, FromChild, ToChild } from "./protocol.ts"
import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs"
import { fileURLToPath } from "node:url"

const base = fileURLToPath(new URL(".", import.meta.resolve("pdfjs-dist/package.json")))

const options = (data: Uint8Array) => ({
  data,
  verbosity: 0,
  useSystemFonts: false,
  disableFontFace: true,
  standardFontDataUrl: `${base}standard_fonts/`,
  cMapUrl: `${base}cmaps/`,
  cMapPacked: true,
  wasmUrl: `${base}wasm/`,
  maxImageSize: 1,
  stopAtErrors: false,
  enableXfa: false,
  fontExtraProperties: true
})

const classify = (error: unknown): { tag: ErrorTag; detail: string } => {
  const name = error instanceof Error ? error.name : "unknown"
  const text = error instanceof Error ? error.message : ""
  if (name === "PasswordException") return { tag: "Encrypted", detail: name }
  if (/allocation failed|out of memory|Invalid array (buffer )?length/i.test(text)) return { tag: "MemoryLimit", detail: name }
  return { tag: "Broken", detail: name }
}

export const make = (send: (message: FromChild) => void) => async (message: ToChild): Promise<void> => {
  if (message.kind !== "parse") return
  const { id } = message
  const task = pdfjs.getDocument(options(message.bytes))
  try {
    const document = await task.promise
    const total = document.numPages
    if (total === 0) {
      return send({ kind: "failed", id, tag: "Broken", detail: "no pages" })
    }
    send({ kind: "opened", id, total, title: undefined, author: undefined, language: undefined })
    const count = Math.min(total, message.maxPages)
    for (let number = 1; number <= count; number++) {
      const page = await document.getPage(number)
      const content = await page.getTextContent()
      const markdown = content.items.map((item) => "str" in item ? item.str + (item.hasEOL ? "\n" : "") : "").join("")
      page.cleanup()
      send({
        kind: "page",
        id,
        page: { number, markdown, glue: "\n\n", cut: 0, needsOcr: false, characters: markdown.length }
      })
    }
    send({ kind: "done", id, pages: [], warnings: [] })
  } catch (error) {
    send({ kind: "failed", id, ...classify(error) })
  } finally {
    await task.destroy()
  }
}
