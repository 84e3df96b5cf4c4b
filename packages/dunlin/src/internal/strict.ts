/** Decodes the calls of a client. An unknown option is an error. */
import type { DecodeOptions } from "@dunlin/schema/InvalidRequest"

export const strict: DecodeOptions = { unknownKeys: "refuse" }
