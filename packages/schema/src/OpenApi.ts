/**
 * Writes the contract as JSON Schema, from the definitions that are used for decoding.
 *
 * @since 0.1.0
 */
import type * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import { ErrorBody } from "./ErrorBody.ts"
import { ScrapeRequest } from "./ScrapeRequest.ts"
import { ScrapeResponse } from "./ScrapeResponse.ts"
import { SearchRequest } from "./SearchRequest.ts"
import { SearchResponse } from "./SearchResponse.ts"

/**
 * The bodies of the contract by name.
 *
 * @category constants
 * @since 0.1.0
 */
export const bodies = { SearchRequest, SearchResponse, ScrapeRequest, ScrapeResponse, ErrorBody } as const

/**
 * Returns the JSON Schema (draft 2020-12) of a request or response.
 *
 * @category conversions
 * @since 0.1.0
 */
export const jsonSchema = (name: keyof typeof bodies): JsonSchema.Document<"draft-2020-12"> =>
  Schema.toJsonSchemaDocument(bodies[name])
