/** Runs the optional native engines inside a parser process. A crash ends only this process. */
import { countLetters, needsOcrText } from "../ocr/ocrPage.ts"
import { LETTER } from "../page/geometry.ts"
import type { ChildPage, ErrorTag, FromChild, ToChild } from "./protocol.ts"

type Send = (message: FromChild) => void

interface Parsed {
  readonly total: number | undefined
  readonly title: string | undefined
  readonly author: string | undefined
  readonly pages: ReadonlyArray<{ readonly number: number; readonly markdown: string; readonly needsOcr: boolean }>
}

type Parse = (bytes: Buffer, maxPages: number) => Promise<Parsed>

interface LiteParse {
  readonly LiteParse: new(options: Record<string, unknown>) => {
    readonly parse: (bytes: Buffer) => Promise<{
      readonly totalPages?: number
      readonly pages: ReadonlyArray<{ readonly pageNum: number; readonly markdown?: string; readonly text?: string }>
    }>
  }
}

const liteparse = async (): Promise<Parse> => {
  // The import uses a variable, so that TypeScript compiles without the optional package.
  const name = "@llamaindex/liteparse"
  const { LiteParse } = await import(name) as LiteParse
  return async (bytes, maxPages) => {
    const parser = new LiteParse({
      outputFormat: "markdown",
      ocrEnabled: false,
      quiet: true,
      imageMode: "off",
      maxPages,
      continueOnPageError: true
    })
    const result = await parser.parse(bytes)
    return {
      total: result.totalPages,
      title: undefined,
      author: undefined,
      pages: result.pages.map((page) => {
        const markdown = (page.markdown ?? page.text ?? "").trim()
        return { number: page.pageNum, markdown, needsOcr: needsOcrText(markdown) }
      })
    }
  }
}

interface Inspector {
  readonly classifyPdfAsync: (bytes: Buffer) => Promise<{ readonly pageCount: number }>
  readonly extractPagesMarkdownAsync: (bytes: Buffer, pages: ReadonlyArray<number>) => Promise<{
    readonly pages: ReadonlyArray<{ readonly page: number; readonly markdown: string; readonly needsOcr: boolean }>
  }>
}

const inspector = async (): Promise<Parse> => {
  const name = "@firecrawl/pdf-inspector"
  const module = await import(name) as Inspector & { readonly default?: Inspector }
  const { classifyPdfAsync, extractPagesMarkdownAsync } = module.default ?? module
  return async (bytes, maxPages) => {
    const { pageCount } = await classifyPdfAsync(bytes)
    const wanted = Array.from({ length: Math.min(pageCount, maxPages) }, (_, k) => k)
    const result = wanted.length === 0 ? { pages: [] } : await extractPagesMarkdownAsync(bytes, wanted)
    return {
      total: pageCount,
      title: undefined,
      author: undefined,
      pages: result.pages.map(({ markdown, needsOcr, page }) => ({
        number: page + 1,
        markdown: markdown.trim(),
        needsOcr
      }))
    }
  }
}

const classify = (error: unknown): { readonly tag: ErrorTag; readonly detail: string } => {
  const text = error instanceof Error ? error.message : ""
  if (/password|encrypt/i.test(text)) return { tag: "Encrypted", detail: "password" }
  if (/not a pdf|invalid (?:file )?header/i.test(text)) return { tag: "Broken", detail: "header" }
  return { tag: "Broken", detail: error instanceof Error ? error.name : "unknown" }
}

const UNKNOWN_SIZE = { width: LETTER.width, height: 842 }

export const make = async (engine: "liteparse" | "pdf-inspector", send: Send) => {
  const parse = await (engine === "liteparse" ? liteparse() : inspector())
  return async (message: ToChild): Promise<void> => {
    const { id } = message
    // Pages from OCR are laid out by this package's layout analysis.
    if (message.kind === "layout") {
      const own = await import("./pdfjsChild.ts")
      return own.make(send)(message)
    }
    try {
      const bytes = Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength)
      const { author, pages, title, total } = await parse(bytes, message.maxPages)
      if (pages.length === 0) return send({ kind: "failed", id, tag: "Broken", detail: "no pages", blame: "document" })
      send({ kind: "opened", id, total, title, author, language: undefined })
      for (const { markdown, needsOcr, number } of pages) {
        const page: ChildPage = {
          number,
          markdown,
          notes: "",
          needsOcr,
          guessed: true,
          unread: false,
          glue: "\n\n",
          cut: 0,
          skip: 0,
          characters: countLetters(markdown),
          unseen: [],
          ...UNKNOWN_SIZE
        }
        send({ kind: "page", id, page })
      }
      send({ kind: "done", id, warnings: [], resident: process.memoryUsage.rss() })
    } catch (error) {
      send({ kind: "failed", id, ...classify(error), blame: "document" })
    }
  }
}
