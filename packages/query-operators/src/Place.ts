/**
 * Finds places by name: countries, their regions, and cities with 15,000 inhabitants or more. The names come from
 * GeoNames (https://www.geonames.org/), licensed under CC BY 4.0 (see `data/README.md`).
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Country from "./Country.ts"
import * as Gazetteer from "./internal/gazetteer.ts"

/**
 * A known place. `name` is its canonical form, for example `Munich, Bavaria, Germany`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  readonly name: string
  /** The ISO 3166-1 alpha-2 code of the country. */
  readonly country: string
  readonly region?: string
  readonly city?: string
}

/**
 * A resolved location: the recognised place, and the parts that were not recognised.
 *
 * @category models
 * @since 0.1.0
 */
export interface Resolved {
  readonly place: Option.Option<Place>
  readonly warnings: ReadonlyArray<string>
}

/**
 * Recognises a location: a country, or up to four comma-separated parts from the smallest to the largest (`city,
 * country`, `region, country`, `city, region, country`). For a city without a region, the largest city of that name is
 * returned, in `country` if it is given.
 *
 * **Details**
 *
 * Never fails: an unknown part causes a warning, and the surrounding place is used. The names are loaded from disk on
 * first use and take about three megabytes of memory.
 *
 * @category resolving
 * @since 0.1.0
 */
export const resolve = (
  location: string,
  options?: { readonly country?: string | undefined }
): Effect.Effect<Resolved> => {
  const parts = location.length > 200
    ? []
    : location.split(",").map((part) => part.trim()).filter((part) => part !== "")
  if (parts.length === 0 || parts.length > 4) return Effect.succeed(unknown(location))
  const country = Country.fromName(parts[parts.length - 1]!)
  if (Option.isSome(country) && parts.length === 1) return Effect.succeed(found(make(country.value)))
  return Effect.map(Gazetteer.gazetteer, (gazetteer) => {
    const inner = Option.isSome(country) ? parts.slice(0, -1) : parts
    const code = Option.getOrUndefined(country) ?? options?.country
    const place = inside(gazetteer, inner, code) ??
      (Option.isNone(country) ? inside(gazetteer, inner, undefined) : undefined)
    if (place !== undefined) return found(place)
    if (Option.isNone(country)) return unknown(location)
    const [, ...larger] = inner
    const around = larger.length > 0 ? inside(gazetteer, larger, code) : undefined
    return {
      place: Option.some(around ?? make(country.value)),
      warnings: [
        `${quote(inner[0]!)} is not a known place in ${(around ?? make(country.value)).name}, which was used instead.`
      ]
    }
  })
}

const inside = (
  gazetteer: Gazetteer.Gazetteer,
  parts: ReadonlyArray<string>,
  country: string | undefined
): Place | undefined => {
  const [smallest, ...larger] = parts
  const region = larger[larger.length - 1]
  const match = Gazetteer.find(gazetteer, { name: smallest!, region, country })
  return match && make(match.country, match.region, match.city)
}

const make = (country: string, region?: string, city?: string): Place => ({
  name: [city, region, Country.name(country)].filter((part) => part !== undefined && part !== "").join(", "),
  country,
  ...(region === undefined || region === "" ? {} : { region }),
  ...(city === undefined ? {} : { city })
})

const found = (place: Place): Resolved => ({ place: Option.some(place), warnings: [] })

const unknown = (location: string): Resolved => ({
  place: Option.none(),
  warnings: [`The location ${quote(location)} is unknown and was sent to the provider unchanged.`]
})

const quote = (text: string): string => JSON.stringify(text.slice(0, 60))

/**
 * Returns all known places, or those of one country. The result has the countries by code, with their regions and
 * cities.
 *
 * @category listing
 * @since 0.1.0
 */
export const list = (options?: { readonly country?: string | undefined }): Effect.Effect<ReadonlyArray<Place>> =>
  Effect.map(Gazetteer.gazetteer, (gazetteer) => {
    const places: Array<Place> = []
    for (const code of Country.codes) {
      if (options?.country !== undefined && options.country !== code) continue
      places.push(make(code))
      for (const region of Gazetteer.regions(gazetteer, code)) {
        if (region.name !== "") places.push(make(code, region.name))
        for (const city of Gazetteer.cities(region)) places.push(make(code, region.name, city.name))
      }
    }
    return places
  })
