/** Text in pictures: the installed tesseract, or its port to JavaScript when a folder of language data is named. */
import * as Tesseract from "@dunlin/transformers/Tesseract"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { lazily } from "./lazily.ts"
import { wrong } from "./variable.ts"

export const ocr = (
  { ocrData, ocrLanguages }: Settings
): Effect.Effect<Layer.Layer<never, unknown>, SettingsError> => {
  const languages = ocrLanguages.length === 0 ? {} : { languages: ocrLanguages }
  if (Option.isNone(ocrData)) return Effect.succeed(Tesseract.layer(languages))
  const langPath = ocrData.value
  if (!existsSync(langPath)) return wrong("DUNLIN_OCR_DATA", "there is no such folder")
  return Effect.succeed(
    lazily(() => import("@dunlin/transformers/TesseractJs"), ({ layer }) => layer({ langPath, ...languages }))
  )
}
