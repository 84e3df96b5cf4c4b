/**
 * Provides lists of places and top-level domains, which are converted to sets at first use.
 *
 * @since 0.1.0
 */
import { type Packed, unpack } from "./packedWords.ts"
import * as Places from "./placesTable.ts"
import * as Tlds from "./tldsTable.ts"

const once = <A>(make: () => A): () => A => {
  let value: A | undefined
  return () => value ??= make()
}

const set = (list: Packed): ReadonlySet<string> => new Set(unpack(list))

export const countries = once(() => set(Places.countries))
export const places = once(() => set(Places.places))
export const tlds = once(() =>
  new Set([
    ...unpack(Tlds.tlds),
    "example",
    "test",
    "local",
    "internal",
    "lan",
    "localdomain",
    "onion",
    "corp",
    "home",
    "invalid"
  ])
)

export const placesByFirstWord = once(() => {
  const map = new Map<string, Array<string>>()
  for (const place of places()) {
    const space = place.indexOf(" ")
    if (space < 0) continue
    const first = place.slice(0, space)
    const list = map.get(first)
    if (list === undefined) map.set(first, [place])
    else list.push(place)
  }
  return map
})
