/** Converts office files and e-books to HTML pages. */
import * as Account from "./account.ts"
import * as Archive from "./archive.ts"
import { readEpub } from "./epub.ts"
import { escape, type Read } from "./markup.ts"
import type { Kind } from "./officeKind.ts"
import { readOpenDocument } from "./openDocument.ts"
import { readRtf } from "./rtf.ts"
import { readSheets } from "./sheet.ts"
import { readSlides } from "./slides.ts"
import { Unreadable } from "./unreadable.ts"
import { readWord } from "./word.ts"

const read = (kind: Kind, body: Uint8Array, account: Account.Account): Read => {
  if (kind === "rtf") return readRtf(body, account)
  if (kind === "legacy") throw new Unreadable("encrypted")
  const archive = Archive.open(body)
  switch (kind) {
    case "word":
      return readWord(archive, account)
    case "sheets":
      return readSheets(archive, account)
    case "slides":
      return readSlides(archive, account)
    case "openDocument":
      return readOpenDocument(archive, account)
    case "epub":
      return readEpub(archive, account)
  }
}

export interface Page {
  readonly html: string
  readonly warnings: ReadonlyArray<string>
  readonly author: string | undefined
}

export const toPage = (kind: Kind, body: Uint8Array): Page => {
  const account = new Account.Account()
  const { author, html, language, title } = read(kind, body, account)
  const head = title === undefined ? "" : `<title>${escape(title)}</title>`
  const lang = language === undefined ? "" : ` lang="${escape(language)}"`
  return {
    html:
      `<!doctype html><html${lang}><head><meta charset="utf-8">${head}</head><body><main>\n${html}\n</main></body></html>`,
    warnings: account.warnings,
    author
  }
}
