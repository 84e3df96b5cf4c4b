// `engine=<this file>` in the PDF harness: one long-lived engine, every document in a parser process.
import { PdfEngine, PdfJs } from "@dunlin/transformers"
import { ManagedRuntime } from "effect"

const runtime = ManagedRuntime.make(PdfJs.layer({ timeout: "2 minutes" }))

export const toMarkdown = async (
  bytes: Uint8Array,
  options: { readonly maxPages?: number; readonly mode?: "fast" | "auto" | "ocr" } = {}
): Promise<{ readonly markdown: string; readonly numPages: number; readonly totalPages: number | undefined }> => {
  const { markdown, numPages, totalPages } = await runtime.runPromise(
    PdfEngine.PdfEngine.use((engine) => engine.parse(bytes, options))
  )
  return { markdown, numPages, totalPages }
}

export const close = (): Promise<void> => runtime.dispose()
