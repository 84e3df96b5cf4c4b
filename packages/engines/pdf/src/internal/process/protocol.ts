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
    readonly skip: ReadonlyArray<number>
    /** Whether a second processor is idle, so that pages can be read ahead. */
    readonly ahead: boolean
  }
  | { readonly kind: "layout"; readonly id: number; readonly pages: ReadonlyArray<OcrPage> }

export type ErrorTag = "Encrypted" | "Broken" | "NotPdf" | "MemoryLimit" | "Unavailable"

export type FromChild =
  | { readonly kind: "ready" }
  | { readonly kind: "warm" }
  | {
    readonly kind: "opened"
    readonly id: number
    readonly total: number | undefined
    readonly title: string | undefined
    readonly author: string | undefined
    readonly language: string | undefined
    /** Whether the pages were recovered from the bytes of a damaged document. */
    readonly isDamaged?: boolean
  }
  /** Sent for each parsed page, so that the page is available if the process is killed. */
  | { readonly kind: "page"; readonly id: number; readonly page: ChildPage }
  | { readonly kind: "settled"; readonly id: number; readonly pages: ReadonlyArray<ChildPage> }
  | {
    readonly kind: "done"
    readonly id: number
    readonly warnings: ReadonlyArray<string>
    readonly resident: number
  }
  | {
    readonly kind: "failed"
    readonly id: number
    readonly tag: ErrorTag
    readonly detail: string
    /**
     * `document`: the whole document fails. `page`: the next page is the cause. `process`: no memory is left. After
     * the last two, the process must not be used again.
     */
    readonly blame: "document" | "page" | "process"
  }
  | {
    readonly kind: "exit"
    readonly code: number | null
    readonly signal: string | null
    readonly words: string
  }

export interface ChildPage extends ComposedPage {
  readonly needsOcr: boolean
  /** Whether pictures cover the page with hardly any text on them, although its text layer is readable. */
  readonly isScan?: boolean
  /** Whether the engine does not report pictures, so that `needsOcr` is inferred from the text only. */
  readonly guessed: boolean
  readonly unread: boolean
  readonly characters: number
  readonly unseen: ReadonlyArray<readonly [by: string, characters: number]>
  /** Number of glyphs that are missing, because the page has too many. */
  readonly unreadGlyphs?: number
  /** Number of glyphs that are read as their codes, because their letters are unknown. */
  readonly unnamedGlyphs?: number
  readonly width: number
  readonly height: number
}
