import * as Selector from "../selectors/selector.ts"
import { owned } from "../tape/owned.ts"
import * as Tape from "../tape/tape.ts"

/** Limit for the characters of all attribute values. Each value counts at least {@link VALUE_COST}. */
const MAX_VALUE_CHARACTERS = 16_000_000

/** Minimum cost of a value in characters: quotes, a comma, and memory overhead. */
const VALUE_COST = 64

export interface Wanted {
  readonly selector: string
  readonly attribute: string
}

export interface Found extends Wanted {
  readonly values: ReadonlyArray<string>
}

export const attributeValues = (
  { resolve, tape }: { readonly tape: Tape.Tape; readonly resolve: (address: string) => string | undefined },
  wanted: ReadonlyArray<Wanted>
): { readonly attributes: ReadonlyArray<Found>; readonly truncated: boolean } => {
  const find = Selector.finder(tape)
  let left = MAX_VALUE_CHARACTERS
  const attributes = wanted.map(({ attribute, selector }) => {
    const name = attribute.toLowerCase()
    const values: Array<string> = []
    for (const i of find([selector])) {
      const value = Tape.attr(tape, i, name)
      if (value === undefined) continue
      left -= value.length + VALUE_COST
      if (left < 0) break
      values.push(owned(name === "href" || name === "src" ? resolve(value) ?? value : value))
    }
    return { selector, attribute, values }
  })
  return { attributes, truncated: left < 0 }
}
