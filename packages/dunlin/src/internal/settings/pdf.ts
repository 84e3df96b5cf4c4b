/**
 * Provides PDFs and the text in their images, which the installed tesseract reads, or its JavaScript port with a
 * folder of languages.
 */
import type { PdfEngine } from "@dunlin/pdf/PdfEngine"
import * as PdfJs from "@dunlin/transformers/PdfJs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { lazily } from "../lazily.ts"
import { pdfjs } from "../pdfjs.ts"
import { reported } from "../pdfReadings.ts"
import { wrong } from "./variable.ts"

export const pdf = (
  { ocrData, ocrLanguages }: Settings
): Effect.Effect<Layer.Layer<PdfEngine>, SettingsError> => {
  const languages = ocrLanguages.length === 0 ? undefined : ocrLanguages
  if (Option.isNone(ocrData)) return Effect.succeed(reported(PdfJs.layer({ ...pdfjs, ocrLanguages: languages })))
  const langPath = ocrData.value
  if (!existsSync(langPath)) return wrong("DUNLIN_OCR_DATA", "the folder does not exist")
  const ocr = lazily(() => import("@dunlin/transformers/TesseractJs"), ({ layer }) => layer({ langPath, languages }))
  return Effect.succeed(reported(PdfJs.layer(pdfjs).pipe(Layer.provide(ocr))))
}
