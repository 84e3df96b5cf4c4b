/**
 * Declares the fields that built-in stages read. TypeScript proves that they exist. In a JavaScript program, an error
 * names the missing field.
 */
import * as Effect from "effect/Effect"
import type { Stage } from "../Stage.ts"
import { StageFailed } from "../StageFailed.ts"

const kinds = {
  object: { expected: "an object", holds: (value: unknown) => typeof value === "object" && value !== null },
  list: { expected: "an array", holds: (value: unknown) => Array.isArray(value) },
  map: { expected: "a Map", holds: (value: unknown) => value instanceof Map },
  function: { expected: "a function", holds: (value: unknown) => typeof value === "function" }
}

type Kind = keyof typeof kinds

interface Needs {
  readonly [field: string]: Kind
}

const known = new WeakMap<object, Needs>()

export const needing = <S extends Stage.Any>(
  stage: S,
  needs: { readonly [Field in keyof Stage.In<S>]?: Kind }
): S => {
  known.set(stage, needs as Needs)
  return stage
}

const proven = new WeakSet<object>()

export const prove = <P extends object>(pipeline: P): P => {
  proven.add(pipeline)
  return pipeline
}

export const isProven = (pipeline: object): boolean => proven.has(pipeline)

const failed = (stage: string, field: string, message: string) =>
  new StageFailed({ stage, field, cause: new TypeError(message) })

const fault = (state: Readonly<Record<string, unknown>>, field: string, kind: Kind): string | undefined => {
  const value = state[field]
  const { expected, holds: isValid } = kinds[kind]
  if (isValid(value)) return undefined
  return value === undefined
    ? `\`${field}\`, which no earlier stage adds`
    : `\`${field}\` to be ${expected}, but got ${value === null ? "null" : typeof value}`
}

export const lacking = (
  stage: { readonly name: string },
  state: Readonly<Record<string, unknown>>
): StageFailed | undefined => {
  const needs = known.get(stage)
  for (const field in needs) {
    const why = fault(state, field, needs[field]!)
    if (why !== undefined) return failed(stage.name, field, `The stage ${stage.name} needs ${why}`)
  }
  return undefined
}

export const finished =
  (pipeline: object, stage: string, field: string) =>
  <A extends object, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E | StageFailed, R> =>
    isProven(pipeline) ?
      run :
      Effect.flatMap(run, (state) =>
        kinds.object.holds((state as Readonly<Record<string, unknown>>)[field])
          ? Effect.succeed(state)
          : Effect.fail(
            failed(stage, field, `The pipeline ends without \`${field}\`, which stage ${stage} adds`)
          ))
