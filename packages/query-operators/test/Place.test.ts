import { Country, Place } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { anyText } from "../../common/test/anyText.ts"

describe("Country", () => {
  it("accepts codes", () => {
    assert.strictEqual(Country.codes.length, 250)
    assert.deepStrictEqual(Country.parse("uk"), Option.some("GB"))
    assert.deepStrictEqual(Country.parse(" se "), Option.some("SE"))
    for (const code of ["", "EU", "AN", "ZZ", "UN", "XA", "USA", "1"]) {
      assert.deepStrictEqual(Country.parse(code), Option.none(), code)
    }
  })

  it("converts to names with ICU, and back", () => {
    for (const code of Country.codes) {
      assert.notStrictEqual(Country.name(code), code)
      assert.deepStrictEqual(Country.fromName(Country.name(code)), Option.some(code), Country.name(code))
    }
  })

  it("accepts common names", () => {
    const names = {
      USA: "US",
      "u.s.a.": "US",
      Holland: "NL",
      Deutschland: "DE",
      España: "ES",
      日本: "JP",
      Россия: "RU",
      "ivory coast": "CI",
      "Korea": "KR",
      Türkiye: "TR",
      Österreich: "AT"
    }
    for (const [name, code] of Object.entries(names)) {
      assert.deepStrictEqual(Country.fromName(name), Option.some(code), name)
    }
    assert.deepStrictEqual(Country.fromName("Narnia"), Option.none())
  })
})

describe("Place.resolve", () => {
  it.effect("recognises places", () =>
    Effect.gen(function*() {
      const cases = [
        ["Portugal", "Portugal"],
        ["Lyon, France", "Lyon, Auvergne-Rhône-Alpes, France"],
        ["Nürnberg, Bayern, Deutschland", "Nürnberg, Bavaria, Germany"],
        ["nuremberg,bavaria,de", "Nürnberg, Bavaria, Germany"],
        ["Portland, OR, USA", "Portland, Oregon, United States"],
        ["Portland, Maine, United States", "Portland, Maine, United States"],
        ["Dallas,TX,Texas,United States", "Dallas, Texas, United States"],
        ["New York, New York, United States", "New York City, New York, United States"],
        ["Oregon, United States", "Oregon, United States"],
        ["Bombay, India", "Mumbai, Maharashtra, India"],
        ["Tuscany, Italy", "Tuscany, Italy"],
        ["Osaka", "Osaka, Osaka, Japan"],
        ["Ho Chi Minh City, Vietnam", "Ho Chi Minh City, Ho Chi Minh City (HCMC), Vietnam"]
      ] as const
      for (const [location, name] of cases) {
        const { place, warnings } = yield* Place.resolve(location)
        assert.strictEqual(Option.getOrThrow(place).name, name)
        assert.deepStrictEqual(warnings, [])
      }
    }))

  it.effect("prefers the given country for a city without a region", () =>
    Effect.gen(function*() {
      const country = (code?: string) =>
        Effect.map(Place.resolve("Valencia", { country: code }), ({ place }) => Option.getOrThrow(place).country)
      assert.strictEqual(yield* country("VE"), "VE")
      assert.strictEqual(yield* country("US"), "US")
      assert.strictEqual(yield* country("JP"), "VE")
    }))

  it.effect("warns about unknown parts, and uses the others", () =>
    Effect.gen(function*() {
      const nowhere = yield* Place.resolve("Atlantis, Nowhere")
      assert.deepStrictEqual(nowhere.place, Option.none())
      assert.strictEqual(nowhere.warnings.length, 1)
      const village = yield* Place.resolve("Atlantis, Bayern, Germany")
      assert.strictEqual(Option.getOrThrow(village.place).name, "Bavaria, Germany")
      assert.deepStrictEqual(village.warnings, [
        "\"Atlantis\" is not a known place in Bavaria, Germany, which was used instead."
      ])
      const wrong = yield* Place.resolve("Paris, California, Germany")
      assert.deepStrictEqual(Option.getOrThrow(wrong.place), { name: "Germany", country: "DE" })
      for (const location of ["", ",,", "a,b,c,d,e", "x".repeat(1000)]) {
        assert.deepStrictEqual((yield* Place.resolve(location)).place, Option.none())
      }
    }))

  it.effect("never fails", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(anyText(), async (location) => {
          await Effect.runPromise(Place.resolve(location, { country: "DE" }))
          await Effect.runPromise(Place.resolve(`${location}, Germany`))
        }),
        { numRuns: 25 }
      )
    ))
})

describe("Place.list", () => {
  it.effect("lists places that resolve to themselves", () =>
    Effect.gen(function*() {
      const all = yield* Place.list()
      assert.isAbove(all.length, 25_000)
      const german = yield* Place.list({ country: "DE" })
      assert.deepStrictEqual(german[0], { name: "Germany", country: "DE" })
      assert.isTrue(german.every((place) => place.country === "DE"))
      for (const place of german) {
        const resolved = Option.getOrThrow((yield* Place.resolve(place.name)).place)
        assert.strictEqual(resolved.country, "DE")
        assert.strictEqual(resolved.region, place.region)
      }
    }))
})
