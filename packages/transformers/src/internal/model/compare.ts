/**
 * Validates values against a caller's JSON Schema. Patterns and references can take unlimited time, so such schemas
 * run in a thread that can be stopped. Plain schemas run on the calling thread.
 */
import * as PackageFile from "@dunlin/common/PackageFile"
import * as Threads from "@dunlin/common/Threads"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { conform, type Faults, inapplicable } from "./conform.ts"
import { type Fields, isFields } from "./fields.ts"

export interface Comparison {
  readonly schema: Fields
  readonly values: ReadonlyArray<Schema.Json>
}

/** If the schema is unusable, each value has the same error. */
export type Compare = (schema: Fields, values: ReadonlyArray<Schema.Json>) => Effect.Effect<ReadonlyArray<Faults>>

/** Keywords whose cost is at most the size of the schema times the size of the value. */
const plainKeywords = new Set(
  ("$schema $id $comment title description default examples deprecated readOnly writeOnly nullable "
    + "type enum const properties required items additionalProperties "
    + "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength "
    + "minItems maxItems minProperties maxProperties").split(" ")
)

/** One step is one schema value for one character. This many steps take a few milliseconds. */
const MAX_STEPS_OF_CALLING_THREAD = 5_000_000

/** Returns `undefined` if the schema has keywords that are not plain. */
const plainSize = (schema: Fields): number | undefined => {
  const open: Array<Schema.Json | undefined> = [schema]
  let size = 0
  while (open.length > 0) {
    const node = open.pop()
    size++
    if (Array.isArray(node)) return undefined
    if (!isFields(node)) continue
    for (const [key, value] of Object.entries(node)) {
      if (!plainKeywords.has(key)) return undefined
      if (key === "properties" && isFields(value)) { for (const inner of Object.values(value)) open.push(inner) }
      else if (key === "items" || key === "additionalProperties") open.push(value)
      else if (Array.isArray(value)) size += value.length
    }
  }
  return size
}

const isQuick = (schema: Fields, values: ReadonlyArray<Schema.Json>): boolean => {
  const size = plainSize(schema)
  return size !== undefined && size * JSON.stringify(values).length <= MAX_STEPS_OF_CALLING_THREAD
}

/** Ordinary schemas take a few milliseconds. */
const timeout = "2 seconds"

/** The values of a page have one or two megabytes. */
const MAX_HEAP_MIB = 256

const asker = { here: import.meta.url, name: "@dunlin/transformers", module: "internal/model/compare" }

/** Starts threads with the first schema that is not plain. */
export const make: Effect.Effect<Compare, never, Scope.Scope> = Effect.suspend(() =>
  Effect.map(
    Threads.make<Comparison, ReadonlyArray<Faults>>({
      entry: PackageFile.module(asker, "internal/model/compareWorker"),
      maxHeap: MAX_HEAP_MIB,
      timeout
    }),
    ({ run }) => (schema, values) =>
      isQuick(schema, values)
        ? Effect.sync(() => conform(schema, values))
        : Effect.catch(
          run({ schema, values }),
          ({ detail }) => Effect.succeed(values.map(() => [`${inapplicable}: ${detail}`]))
        )
  )
)
