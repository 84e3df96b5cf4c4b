/** The programs that read scans, for tests with the real ones. */
import { PdfJs, PdfPoppler, Tesseract } from "@dunlin/pdf"
import { describe } from "@effect/vitest"
import { Layer } from "effect"
import { needing } from "../../../common/test/components.ts"

export const describeReal = (tests: () => void) =>
  describe("tesseract and pdftoppm", needing("tesseract", "poppler"), tests)

/** The engine with both, which nothing hurries. */
export const layer = PdfJs.layer({ processes: 1, timeout: "1 hour", maxTimeout: "1 hour" }).pipe(
  Layer.provide(Tesseract.layer()),
  Layer.provide(PdfPoppler.layer())
)

export const options = { timeout: "10 minutes", excludeTestServices: true } as const
