/** Validates the options of a call, because JavaScript callers may pass any value. */
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

export const split = <O extends CallOptions>(
  given: O | undefined
): { readonly signal: AbortSignal | undefined; readonly fields: Omit<O, "signal"> } => {
  if (given === undefined) return { signal: undefined, fields: {} as Omit<O, "signal"> }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw InvalidRequest.at(["options"], `an object, got ${kindOf(given)}`)
  }
  const { signal, ...fields } = given
  if (signal !== undefined && !isSignal(signal)) throw InvalidRequest.at(["signal"], "an AbortSignal")
  return { signal, fields }
}

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`

/** Also accepts signals of another realm or of a library. */
const isSignal = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value
