import * as PackageFile from "@dunlin/common/PackageFile"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const asker = { here: import.meta.url, name: "dunlin", module: "internal/pdfjs" }
// Sources use the pdf.js of the workspace.
const folder = import.meta.url?.endsWith(".ts") ? undefined : PackageFile.file(asker, "dist/pdfjs/")

/** The published package contains pdf.js. Otherwise it is where pdfjs-dist is installed. */
export const pdfjs: { readonly library?: string } = folder !== undefined && existsSync(folder)
  ? { library: fileURLToPath(folder) }
  : {}
