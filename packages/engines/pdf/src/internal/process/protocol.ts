/**
 * Defines the messages between the host and a parser process. They are plain data, because they cross a process
 * boundary.
 */
import type { ComposedPage } from "../compose/compose.ts"
import type { OcrPage } from "../ocr/ocrPage.ts"

export type Engine = "pdfjs" | "liteparse" | "pdf-inspector"

export type ToChild =
  | {
    readonly kind: "parse"
    readonly id: number
    readonly bytes: Uint8Array
    readonly maxPages: number
    /** Pages that are known to be unreadable. */
    readonly skip: ReadonlyArray<number>
    /** Whether a second processor is idle, so that pages can be read ahead. */
    readonly ahead: boolean
  }
  | { readonly kind: "layout"; readonly id: number; readonly pages: ReadonlyArray<OcrPage> }

export type ErrorTag = "Encrypted" | "Broken" | "NotPdf" | "MemoryLimit" | "Unavailable"

export type FromChild =
  | { readonly kind: "ready" }
  /** The process has finished compiling. */
  | { readonly kind: "warm" }
  | {
    readonly kind: "opened"
    readonly id: number
    readonly total: number | undefined
    readonly title: string | undefined
    readonly author: string | undefined
    readonly language: string | undefined
    /** Whether the pages were recovered from the bytes, because the document could not be opened normally. */
    readonly isDamaged?: boolean
  }
  /** Sent as soon as a page is parsed, so that it is available if the process is killed. */
  | { readonly kind: "page"; readonly id: number; readonly page: ChildPage }
  /** Pages whose result changed after later pages were known. */
  | { readonly kind: "settled"; readonly id: number; readonly pages: ReadonlyArray<ChildPage> }
  | {
    readonly kind: "done"
    readonly id: number
    readonly warnings: ReadonlyArray<string>
    /** Bytes the process has in memory. */
    readonly resident: number
  }
  | {
    readonly kind: "failed"
    readonly id: number
    readonly tag: ErrorTag
    readonly detail: string
    /**
     * Cause of the failure: the whole document, the page after the last one, or the process, which has no memory left.
     * In the last two cases the process must not be used again.
     */
    readonly blame: "document" | "page" | "process"
  }
  | {
    readonly kind: "exit"
    readonly code: number | null
    readonly signal: string | null
    /** The last output of the process. */
    readonly words: string
  }

export interface ChildPage extends ComposedPage {
  readonly needsOcr: boolean
  /** Whether pictures cover the page with hardly any text on them, although the text layer is readable. */
  readonly isScan?: boolean
  /** Whether `needsOcr` is inferred only from the text, because the engine does not report pictures. */
  readonly guessed: boolean
  /** Whether nothing could be read from it. */
  readonly unread: boolean
  /** Letters and digits of the text layer. */
  readonly characters: number
  /** Number of hidden characters in the text layer, which are omitted, by cause. */
  readonly unseen: ReadonlyArray<readonly [by: string, characters: number]>
  /** Number of glyphs that were not read, because the page has too many. */
  readonly unreadGlyphs?: number
  /** Number of glyphs that were read as their codes, because their letters are unknown. */
  readonly unnamedGlyphs?: number
  /** Size in points, for the rendering resolution. */
  readonly width: number
  readonly height: number
}
