import type { Branding } from "@dunlin/schema/Branding"
import * as Effect from "effect/Effect"
import { extract } from "./extract.ts"
import type { Made, Page } from "./source.ts"

const text = (maxLength: number) => ({ type: "string", maxLength })

const schema = {
  type: "object",
  properties: {
    tone: {
      type: "object",
      properties: { voice: text(200), keywords: { type: "array", items: text(40), maxItems: 8 } },
      required: ["voice", "keywords"],
      additionalProperties: false
    },
    personality: {
      type: "object",
      properties: {
        tone: { type: "string", enum: ["professional", "playful", "modern", "traditional", "minimalist", "bold"] },
        energy: { type: "string", enum: ["low", "medium", "high"] },
        targetAudience: text(200)
      },
      required: ["tone", "energy", "targetAudience"],
      additionalProperties: false
    }
  },
  required: ["tone", "personality"],
  additionalProperties: false
} as const

const prompt =
  "Describe how the page speaks: its voice in a few words, keywords of its tone, and the personality and " +
  "audience of the brand behind it."

export const voice = (page: Page, branding: Branding): Effect.Effect<Made> =>
  Effect.map(extract(page, { prompt, schema }, "branding"), ({ value, warnings }) => ({
    ...(value === undefined ? {} : { fields: { branding: { ...branding, ...value as Branding } } }),
    warnings: value === undefined ? warnings.map((warning) => `${warning} Tone and personality are omitted.`) : []
  }))
