/** What a detector does not look at because a cheap sign says that nothing is there: the same is found when it looks everywhere. */
import type { Span } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { anyText } from "../../../common/test/anyText.ts"
import { numbers, tokenOf } from "./tokens.ts"

const internal = <A>(name: string): Promise<A> => import(new URL(`../src/internal/${name}.ts`, import.meta.url).href)

type Spans = Array<Span>
interface Scan {
  readonly kinds: number
}
const { scan } = await internal<{ readonly scan: (text: string) => Scan }>("scan")
const { tables } = await internal<{ readonly tables: (text: string) => unknown }>("tables")
const { KIND_FIRST, STREET } = await internal<{ readonly KIND_FIRST: number; readonly STREET: number }>("cues")
const { locations } = await internal<
  { readonly locations: (scan: Scan, grids: unknown, recall: boolean, out: Spans) => void }
>("location")
const { streetWords } = await internal<{ readonly streetWords: ReadonlyArray<string> }>("addressShapes")
const { latin } = await internal<{ readonly latin: (text: string) => string }>("latin")
const { shapes, shapesAt } = await internal<{
  readonly shapes: ReadonlyArray<readonly [kind: string, source: string, shape: RegExp]>
  readonly shapesAt: (
    first: number,
    second: number
  ) => ReadonlyArray<{ readonly shape: RegExp; readonly least: number }>
}>("secretShapes")

const placesOf = (text: string, read: Scan): ReadonlyArray<string> => {
  const out: Spans = []
  locations(read, tables(text), false, out)
  return out.map(({ end, start }) => text.slice(start, end))
}

const title = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
const pieces = [
  ...streetWords.flatMap((word) => [word, title(word), word.toUpperCase(), `${word}.`]),
  ..."12 221B 5 1600 10115 75002 2200 350 90210 W1A 1AA MA TX NY 4th 31st Oak Baker Fifth Mayor Élysées Łódź Żwirki Müllerstraße Am"
    .split(" "),
  ..."de la of Springfield London Paris Berlin Apt Suite 4 Box PO P.O. on at live Address: , \n - # / US Interstate 95"
    .split(" ")
]

describe("The pre-scan", () => {
  it("skips only texts that contain no word of a street or a direction", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 12 }),
        (words) => {
          const text = words.join(" ")
          const read = scan(text)
          const everywhere = { ...read, kinds: read.kinds | STREET | KIND_FIRST }
          assert.deepStrictEqual(placesOf(text, read), placesOf(text, everywhere))
        }
      ),
      { numRuns: 600 }
    )
  })

  it("finds an address with every word for a street", () => {
    for (const word of streetWords.filter((one) => one.length > 4)) {
      const texts = [
        `12 Oak ${title(word)}, Springfield, MA 02110`,
        `12 ${word} Mayor, 75002 Paris`,
        `${title(word)} Mayor 12`
      ]
      for (const text of texts) {
        const read = scan(text)
        assert.isTrue((read.kinds & STREET) !== 0, text)
      }
    }
  })

  it("finds a provider's token at each position", () => {
    const next = numbers(11)
    for (const [kind, , shape] of shapes) {
      const token = tokenOf(shape.source, next)
      const tried = shapesAt(token.charCodeAt(0), token.charCodeAt(1)).find((one) => one.shape.source === shape.source)
      assert.isDefined(tried, `${kind}: ${token}`)
      assert.isAtLeast(/^[\w-]*/.exec(token)![0].length, tried.least, `${kind}: ${token}`)
    }
  })

  it("returns the same positions for text of Latin letters", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const plain = latin(text)
        assert.strictEqual(plain.length, text.length)
        for (let i = 0; i < text.length; i++) {
          const unit = text[i]!
          if (unit.charCodeAt(0) < 128) assert.strictEqual(plain[i], unit)
          else if (unit.isWellFormed()) {
            assert.strictEqual(/[A-Za-zªºÀ-ÖØ-öø-ÿ]/.test(plain[i]!), /\p{L}/u.test(unit), unit)
            if (/\p{Lu}/u.test(unit)) assert.match(plain[i]!, /[A-ZÀ-ÖØ-Þ]/, unit)
          }
        }
      })
    )
  })
})
