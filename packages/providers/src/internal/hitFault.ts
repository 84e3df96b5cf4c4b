/** Validates hits of untyped sources, which are a function, or a fixed list. */
import * as Predicate from "effect/Predicate"

const kindOf = (value: unknown): string => value === null ? "null" : Array.isArray(value) ? "an array" : typeof value

export const hitFault = (
  hits: ReadonlyArray<unknown>,
  needed: ReadonlyArray<string>,
  others: ReadonlyArray<string>
): string | undefined => {
  for (let at = 0; at < hits.length; at++) {
    const hit = hits[at]
    if (!Predicate.isObject(hit) || Array.isArray(hit)) return `hit ${at + 1}: expected an object, got ${kindOf(hit)}`
    const fields = hit as Readonly<Record<string, unknown>>
    const isGiven = (name: string) => fields[name] !== undefined && fields[name] !== null
    const wrong = [...needed, ...others.filter(isGiven)].find((name) => typeof fields[name] !== "string")
    if (wrong !== undefined) return `hit ${at + 1}: ${wrong}: expected a string, got ${kindOf(fields[wrong])}`
  }
  return undefined
}
