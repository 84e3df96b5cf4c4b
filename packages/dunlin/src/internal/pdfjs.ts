import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** The pdf.js that the published package brings along; in the workspace it is that of pdfjs-dist. */
const shipped = fileURLToPath(new URL("../pdfjs", import.meta.url))

/** Where pdf.js is, for the options of `PdfJs`. */
export const pdfjs: { readonly library?: string } = existsSync(shipped) ? { library: `${shipped}/` } : {}
