/** What comes out of the frozen pages, where text leaves the transformer. */
import { RawPage, ScrapeOptions } from "@dunlin/schema"
import type { Document } from "@dunlin/schema/Document"
import { Passages, PdfEngine, Summary, Transformer } from "@dunlin/transformers"
import { Effect, Layer } from "effect"
import type { HygienePage } from "./pages.ts"

const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim()

/** Whether a text holds a sentence, whatever marks are between its words. */
export const tells = (text: string, sentence: string): boolean => words(text).includes(words(sentence))

const raw = (html: string): RawPage.RawPage =>
  new RawPage.RawPage({
    sourceUrl: "https://harbour.example/",
    url: "https://harbour.example/",
    redirects: [],
    engine: "http",
    status: 200,
    headers: {},
    contentType: "text/html",
    charset: "utf-8",
    body: new TextEncoder().encode(html),
    proxyUsed: "basic",
    fetchedAt: 0,
    warnings: []
  })

/** Fields that are the page's own code. */
const code: ReadonlySet<string> = new Set(["html", "rawHtml"])

/** The fields of a document that hold a sentence. */
const fieldsWith = (document: Document, sentence: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const look = (name: string, value: unknown): void => {
    if (typeof value === "string") {
      if (tells(value, sentence)) found.push(name)
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) look(Array.isArray(value) ? name : `${name}.${key}`, inner)
    }
  }
  for (const [name, value] of Object.entries(document)) {
    if (!code.has(name)) look(name, value)
  }
  return found
}

export interface Outcome {
  readonly name: string
  /** Where the sentence of the page came out. */
  readonly fields: ReadonlyArray<string>
  /** Open sentences that did not come out. */
  readonly lost: number
  /** Whether `metadata.hygiene` says that something was kept from the text. */
  readonly told: boolean
}

/** Reads a page with all formats that need no model, whole or its main content. */
export const outcome = (page: HygienePage, onlyMainContent: boolean): Effect.Effect<Outcome> =>
  Effect.gen(function*() {
    const transformer = yield* Transformer.Transformer
    const options = ScrapeOptions.make({
      onlyMainContent,
      formats: ["markdown", "links", "images", "product", "menu"]
    })
    const { document } = yield* transformer.transform(raw(page.html), options)
    const markdown = document.markdown ?? ""
    const summary = Summary.extract(markdown)
    const highlights = Passages.highlight(markdown, page.sentence)
    return {
      name: page.name,
      fields: fieldsWith({ ...document, summary, highlights }, page.sentence),
      lost: page.open.filter((sentence) => !tells(markdown, sentence)).length,
      told: (document.metadata?.hygiene?.concealed?.length ?? 0) > 0
    }
  }).pipe(
    Effect.provide(Transformer.layerWith({ workerThreshold: Infinity }).pipe(Layer.provide(PdfEngine.layerMemory("")))),
    Effect.orDie
  )
