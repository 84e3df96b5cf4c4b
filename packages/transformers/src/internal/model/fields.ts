import type * as Schema from "effect/Schema"

export interface Fields {
  readonly [key: string]: Schema.Json
}

export const isFields = (json: Schema.Json | undefined): json is Fields =>
  typeof json === "object" && json !== null && !Array.isArray(json)
