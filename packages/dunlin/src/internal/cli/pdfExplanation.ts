/** Renders the letter counts of a PDF and the signs of its headings, for `dunlin scrape --explain`. */
import type { PdfBlock, PdfDocument, PdfLetters, PdfPage } from "@dunlin/pdf/PdfDocument"
import { styled } from "./output.ts"

const classes: Readonly<Record<PdfLetters["as"], readonly [name: string, isKept: boolean]>> = {
  text: ["text", true],
  note: ["notes", true],
  turned: ["turned text", true],
  "running-head": ["running heads", false],
  "page-number": ["page numbers", false],
  "line-number": ["line numbers", false],
  "browser-print": ["date and URL of a browser's print", false],
  artifact: ["decoration", false],
  hidden: ["hidden", false],
  lost: ["lost by a layout fault", false]
}

const lettersOf = (account: ReadonlyArray<PdfLetters>): number => account.reduce((sum, { letters }) => sum + letters, 0)

const renderLetters = ({ as, by, letters }: PdfLetters): string => {
  const [name, isKept] = classes[as]
  const line = `${isKept ? "+" : "-"} ${name}${by === undefined ? "" : `, by ${by}`}: ${letters}`
  return `  ${styled(isKept ? "green" : "red", line)}`
}

const renderHeading = ({ markdown, signs = [] }: PdfBlock): string => {
  const reasons = signs.map(({ name, weight }) => `${weight > 0 ? "+" : ""}${weight} ${name}`).join(", ")
  return `  ${markdown}\n    ${reasons}`
}

const renderHeadings = (blocks: ReadonlyArray<PdfBlock>): ReadonlyArray<string> =>
  blocks.filter(({ signs }) => signs !== undefined).map(renderHeading)

const renderPage = ({ account, blocks = [], number, source }: PdfPage): ReadonlyArray<string> => {
  const by = source === "ocr" ? ", read by OCR" : ""
  if (account === undefined) return [`page ${number}: the engine does not count letters${by}`]
  return [
    `page ${number}: ${lettersOf(account)} letters${by}`,
    ...account.map(renderLetters),
    ...renderHeadings(blocks)
  ]
}

export const renderPdfExplanation = ({ numPages, pages, readPages = numPages, totalPages }: PdfDocument): string => {
  const all = pages.flatMap(({ account = [] }) => account)
  const written = all.filter(({ as }) => classes[as][1])
  return [
    `${readPages} of ${totalPages ?? numPages} pages read completely`,
    "",
    ...pages.flatMap(renderPage),
    "",
    `${lettersOf(written)} of ${lettersOf(all)} letters kept`
  ].join("\n")
}

export const pdfExplanation = ({ numPages, pages, readPages = numPages, totalPages }: PdfDocument) => ({
  numPages,
  readPages,
  ...(totalPages === undefined ? {} : { totalPages }),
  pages: pages.map(({ account, blocks = [], number, source }) => ({
    number,
    source,
    ...(account === undefined ? {} : { account }),
    headings: blocks.flatMap(({ markdown, signs }) => signs === undefined ? [] : [{ markdown, signs }])
  }))
})
