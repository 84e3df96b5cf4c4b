/**
 * PDFs and text in their images, read by the installed tesseract or by its JavaScript port with a folder's languages.
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
