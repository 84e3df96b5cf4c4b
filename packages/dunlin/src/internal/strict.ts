/** How the calls of a client are decoded: whoever mistypes an option is told, instead of getting what was not meant. */
import type { DecodeOptions } from "@dunlin/schema/InvalidRequest"

export const strict: DecodeOptions = { unknownKeys: "refuse" }
