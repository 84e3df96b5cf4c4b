import * as PackageFile from "@dunlin/common/PackageFile"
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import { alternatives, keyTable } from "./placeNames.ts"

export interface Gazetteer {
  readonly lines: ReadonlyArray<string>
  readonly keys: ReadonlyArray<string>
  readonly countries: ReadonlyMap<string, readonly [from: number, to: number]>
}

export interface Region {
  readonly country: string
  readonly code: string
  readonly name: string
  readonly packed: string
}

const decompress = promisify(brotliDecompress)

const name = "@dunlin/query-operators"
const table = PackageFile.file({ here: import.meta.url, name, module: "internal/gazetteer" }, "data/places.txt.br")

const load = Effect.suspend(() =>
  table === undefined
    ? Effect.die(new Error(PackageFile.advice(name)))
    : Effect.promise(() => readFile(table).then(decompress))
).pipe(
  Effect.map((bytes): Gazetteer => {
    const text = bytes.toString("utf8").trimEnd()
    const lines = text.split("\n")
    const countries = new Map<string, readonly [number, number]>()
    lines.forEach((line, index) => {
      const country = line.slice(0, 2)
      countries.set(country, [countries.get(country)?.[0] ?? index, index + 1])
    })
    return { lines, keys: keyTable(text).split("\n"), countries }
  })
)

export const gazetteer: Effect.Effect<Gazetteer> = Effect.runSync(Effect.cached(load))

export const regions = ({ countries, lines }: Gazetteer, country: string): ReadonlyArray<Region> => {
  const [from, to] = countries.get(country) ?? [0, 0]
  return lines.slice(from, to).map(unpack)
}

const unpack = (line: string): Region => {
  const [country, code, name, packed] = line.split("\t")
  return { country: country!, code: code!, name: name!, packed: packed! }
}

export const cities = (region: Region): ReadonlyArray<{ readonly name: string }> =>
  region.packed === ""
    ? []
    : region.packed.split("|").map((city) => ({ name: city.slice(0, -1) }))

export interface Match {
  readonly country: string
  readonly region: string
  readonly city?: string
}

interface Wanted {
  readonly name: string
  readonly region: string | undefined
  readonly country: string | undefined
}

/** If a region was given, prefers a city to a region of the same name. */
export const find = (gazetteer: Gazetteer, wanted: Wanted): Match | undefined => {
  const codes = wanted.country === undefined ? gazetteer.countries.keys() : [wanted.country]
  let best: { readonly line: number; readonly city: number; readonly size: number } | undefined = undefined
  for (const country of codes) {
    const names = Array.from(alternatives(country, wanted.name))
    const within = wanted.region === undefined ? undefined : alternatives(country, wanted.region)
    const [from, to] = gazetteer.countries.get(country) ?? [0, 0]
    for (let line = from; line < to; line++) {
      const keys = gazetteer.keys[line]!
      if (within === undefined ? !names.some((name) => keys.includes(name)) : !isRegion(keys, within)) continue
      const [, , region, packed] = keys.split("\t")
      if (within === undefined && names.includes(region!) && (best?.size ?? 0) < REGION_SIZE) {
        best = { line, city: -1, size: REGION_SIZE }
      }
      packed!.split("|").forEach((city, index) => {
        const size = city.charCodeAt(city.length - 1)
        if ((best?.size ?? 0) < size && names.includes(city.slice(0, -1))) best = { line, city: index, size }
      })
    }
  }
  return best && toMatch(gazetteer, best)
}

const toMatch = (gazetteer: Gazetteer, { city, line }: { readonly city: number; readonly line: number }): Match => {
  const region = unpack(gazetteer.lines[line]!)
  return {
    country: region.country,
    region: region.name,
    ...(city < 0 ? {} : { city: cities(region)[city]!.name })
  }
}

// A region ranks like a city of about 250,000. Keys contain sizes as lower-case letters.
const REGION_SIZE = 97 + 8

const isRegion = (keys: string, names: ReadonlySet<string>): boolean => {
  const [, code, region] = keys.split("\t")
  if (names.has(region!) || names.has(code!)) return true
  // For example Kyiv and Kyiv City, or Berlin and State of Berlin.
  return Array.from(names).some((name) => name.length > 3 && region!.includes(name))
}
