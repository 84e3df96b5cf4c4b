export * as PdfDocument from "./PdfDocument.ts"
export * as PdfEngine from "./PdfEngine.ts"
export * as PdfError from "./PdfError.ts"
export * as PdfJs from "./PdfJs.ts"
