/** The programs that read scans, for tests with the real ones: those are left out where they are not installed. */
import { PdfJs, PdfPoppler, Tesseract } from "@dunlin/transformers"
import { describe } from "@effect/vitest"
import { Layer } from "effect"
import { spawnSync } from "node:child_process"

const installed = ["tesseract", "pdftoppm"].every((program) => spawnSync(program, ["-v"]).error === undefined)
export const required = process.env.REQUIRE_REAL === "1"

export const describeReal = (tests: () => void) =>
  describe.skipIf(!installed && !required)(
    "tesseract and pdftoppm (apt-get install tesseract-ocr poppler-utils)",
    tests
  )

/** The engine with both, which nothing hurries. */
export const layer = PdfJs.layer({ processes: 1, timeout: "1 hour", maxTimeout: "1 hour" }).pipe(
  Layer.provide(Tesseract.layer()),
  Layer.provide(PdfPoppler.layer())
)

export const options = { timeout: "10 minutes", excludeTestServices: true } as const
