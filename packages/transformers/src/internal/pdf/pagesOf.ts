/** Converts the pages of a PDF and their layout to the contract's format. */
import type { PdfDocument, PdfPage } from "@dunlin/pdf/PdfDocument"
import type { Document, PageBlocks } from "@dunlin/schema/Document"
import type { Parser } from "@dunlin/schema/Parser"

type PdfParser = Extract<Parser, { readonly type: "pdf" }>

const blocksOf = ({ blocks, height, number, source, width }: PdfPage): typeof PageBlocks.Type => ({
  pageNumber: number,
  width: width ?? null,
  height: height ?? null,
  status: blocks === undefined ? "unavailable" : "ok",
  items: (blocks ?? []).map(({ box, kind, markdown }, at) => ({
    id: `${number}-${at}`,
    type: kind,
    label: null,
    bbox: box ?? null,
    content: markdown,
    markdownSpan: null,
    readingOrder: at,
    source,
    confidence: { layout: null, ocr: null }
  }))
})

export const pagesOf = (
  { pages }: PdfDocument,
  { blocks, pageMarkdown, pages: wanted = pageMarkdown }: PdfParser
): Pick<Document, "blocks" | "pages"> => ({
  ...(wanted === true ? { pages: pages.map(({ markdown, number }) => ({ pageNumber: number, markdown })) } : {}),
  ...(blocks === true ? { blocks: pages.map(blocksOf) } : {})
})
