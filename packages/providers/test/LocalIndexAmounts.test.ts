import type { LocalIndex } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeHere } from "./onThisThread.ts"
import { ask } from "./questions.ts"

const filled = (documents: Readonly<Record<string, string>>) =>
  Effect.tap(
    makeHere,
    (index) =>
      index.add(Object.entries(documents).map(([title, text]) => ({ url: `https://${title}.example/`, title, text })))
  )

const titles = (index: LocalIndex.LocalIndex["Service"], query: string) =>
  Effect.map(ask(index, query), ({ hits }) => hits.map(({ title }) => title))

describe("LocalIndex compares numbers by value", () => {
  it.live("finds a number with any thousands separator", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        full: "The price is $1,299.00 today.",
        euro: "Preis 1.299,00 Euro.",
        plain: "It costs $1,299.",
        swiss: "Er kostet 1’299 Franken.",
        part: "Room 299 is on floor 1.",
        longer: "Of 2,1299 and 1,299,000 none."
      })
      for (const query of ["1299", "$1299", "1,299", "$1,299.00"]) {
        assert.sameMembers((yield* titles(index, query)).slice(0, 4), ["euro", "full", "plain", "swiss"], query)
      }
      assert.deepStrictEqual(yield* titles(index, "1299000"), ["longer"])
      assert.deepStrictEqual(yield* titles(index, "\"1,299.00\""), ["full"])
      assert.include(yield* titles(index, "299"), "part")
    }))

  it.live("ranks the page with the amount before those with only its number or its unit", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        Cake: "Take 250 g of flour and 120 g of sugar. Bake.",
        Machine: "The boiler runs at 120V and draws 1200W.",
        Other: "A machine for 230 V"
      })
      assert.deepStrictEqual(yield* titles(index, "120 V"), ["Machine", "Cake", "Other"])
      assert.strictEqual((yield* titles(index, "120V"))[0], "Machine")
      assert.strictEqual((yield* titles(index, "230V"))[0], "Other")
    }))

  it.live("treats an amount with a decimal point as one number", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        Pump: "Ratings: 3.5 kW",
        Ins: "Kündigungsfrist: 3 Monate.",
        Five: "5 kW machine",
        Seven: "Holds 1.7 l"
      })
      assert.deepStrictEqual(yield* titles(index, "3.5kW"), ["Pump", "Five"])
      assert.strictEqual((yield* titles(index, "3.5 kW"))[0], "Pump")
      assert.strictEqual((yield* titles(index, "1.7l"))[0], "Seven")
      const glued = yield* filled({ Pump: "Ratings: 3.5kW", Five: "5 kW machine", Ins: "3 Monate." })
      assert.strictEqual((yield* titles(glued, "3.5 kW"))[0], "Pump")
    }))

  it.live("finds the page of a negative temperature", () =>
    Effect.gen(function*() {
      const index = yield* filled({ cold: "Oslo had -5 \u00b0C at night.", warm: "Oslo had 15 \u00b0C at noon." })
      assert.deepStrictEqual(yield* titles(index, "Oslo -5 \u00b0C"), ["cold", "warm"])
    }))

  it.live("ranks pages with the number next to its unit before those with both apart, with any decimal sign", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        Heater: "A garden heater that stands in the corner beside the door. Rated at 3.5 kW, for terraces and tents.",
        Heizung:
          "Die Heizung steht im Keller und hat eine Leistung von 3,5 kW. Der Filter wird alle 3 Monate gewechselt.",
        Plan: "3.5 Steps of the plan. First the kW of each machine are summed.",
        Fridge: "It keeps food at 5 °C, or colder where the knob says so.",
        Freezer: "It keeps food below \u22125 °C, and in summer, too.",
        Notes: "5 notes, 5 pens, 5 books: C, and C again, and 5 more."
      })
      assert.strictEqual((yield* titles(index, "3.5 kW"))[0], "Heater")
      assert.strictEqual((yield* titles(index, "3.5kW"))[0], "Heater")
      assert.sameMembers((yield* titles(index, "3,5 kW")).slice(0, 2), ["Heater", "Heizung"])
      assert.strictEqual((yield* titles(index, "-5 °C"))[0], "Freezer")
      assert.sameMembers((yield* titles(index, "5 °C")).slice(0, 2), ["Fridge", "Freezer"])
      // Without a unit a number is a number.
      assert.strictEqual((yield* titles(index, "3.5 plan"))[0], "Plan")
    }))

  it.live.each<readonly [symbol: string, name: string]>([
    ["500 W", "500 watts"],
    ["3.5kW", "3.5 kilowatts"],
    ["12 V", "12 volts"],
    ["10 µF", "10 microfarads"],
    ["5000 mAh", "5000 milliampere hours"],
    ["20 kWh", "20 kilowatt-hours"],
    ["16 GB", "16 gigabytes"],
    ["64 KiB", "64 kibibytes"],
    ["250 g", "250 grams"],
    ["2 l", "2 litres"],
    ["42 km", "42 kilometres"],
    ["42 km", "42 kilometers"],
    ["30 min", "30 minutes"],
    ["8 h", "8 Stunden"],
    ["440 Hz", "440 hertz"],
    ["90 °C", "90 degrees Celsius"],
    ["60 mph", "60 miles per hour"],
    ["6 ft", "6 feet"],
    ["150 lb", "150 pounds"]
  ])("finds %s in pages with %s, and the reverse", ([symbol, name]) =>
    Effect.gen(function*() {
      const [number = ""] = symbol.split(/(?<=\d) ?(?=\D)/)
      const others = {
        number: `Chapter ${number} is about ducks, and so are all others of this book.`,
        other: "A page about ducks and geese that live beside the old pond of the village."
      }
      const short = yield* filled({ right: `The value of it is ${symbol}, says the label on the back.`, ...others })
      const long = yield* filled({ right: `The value of it is ${name}, says the label on the back.`, ...others })
      for (const index of [short, long]) {
        for (const query of [symbol, name, `value ${symbol}`, `value ${name}`]) {
          const found = yield* ask(index, query)
          assert.strictEqual(found.hits[0]?.title, "right", query)
          assert.isUndefined(found.suggestion, query)
        }
      }
    }))

  it.live("does not treat words as symbols of units", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        right: "The 10 a day rule: top 10 in us cities, 5 pm sharp.",
        wrong: "It lasted 10 microseconds and drew 10 amperes, 10 inches long, 5 picometres wide."
      })
      for (const query of ["10 us cities", "10 a day rule", "10 in cities", "5 pm"]) {
        assert.strictEqual((yield* titles(index, query))[0], "right", query)
      }
    }))
})
