/** Reads the pages of one opened document. */
import { readAnnotations } from "../page/annotations.ts"
import type { PageContent } from "../page/page.ts"
import { type About, readPage } from "../page/read.ts"
import { wasTooLong } from "./inflate.ts"
import * as Pdfjs from "./pdfjs.ts"
import { solidity } from "./solidity.ts"

export class TooLong extends Error {}

export interface Source {
  readonly document: Pdfjs.Pdf
  readonly isTagged: boolean
  readonly about: About
}

export interface Read {
  readonly content: PageContent
  readonly lacksLinks: boolean
}

export const sourceOf = async (document: Pdfjs.Pdf, bytes: Uint8Array): Promise<Source> => ({
  document,
  isTagged: await document.getMarkInfo().then((info) => info?.get("Marked") === true, () => false),
  about: { layers: () => document.getOptionalContentConfig(), areSolid: solidity(bytes) }
})

/**
 * Reads a page. Fails with `TooLong`, with `Pdfjs.Endless` (the document is then closed), or with an error of pdf.js.
 */
export const read = async ({ about, document, isTagged }: Source, number: number): Promise<Read> => {
  const page = await document.getPage(number)
  const content = await Pdfjs.bounded(() => readPage(page, number, about))
  if (wasTooLong()) throw new TooLong()
  const lacksLinks = await readAnnotations(document, page, content).then(() => false, () => true)
  if (isTagged) content.tree = await page.getStructTree().catch(() => null) ?? undefined
  page.cleanup()
  return { content, lacksLinks }
}
