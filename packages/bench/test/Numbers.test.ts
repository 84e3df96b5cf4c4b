/** A number that a reading holds, one that none holds, and one without which a reading has no end are told apart. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { type Constant, constantsIn, moved, opened, watch } from "../src/numbers.ts"

const source = readFileSync(new URL("./fixtures/numbers.txt", import.meta.url), "utf8")
const url = "file:///numbers.js"
const constants = constantsIn(source, url)
const constant = (name: string): Constant => constants.find((other) => other.name === name)!

interface Subject {
  readonly cut: (text: string) => string
  readonly count: () => string
}

const subject = await import(`data:text/javascript,${encodeURIComponent(opened(source, url))}`) as Subject

describe("numbers of a module", () => {
  it("are those with a name at its top", () => {
    assert.deepStrictEqual(constants.map(({ isMeasure, name, value }) => [name, value, isMeasure]), [
      ["LONGEST", 3, false],
      ["UNUSED", 0.5, true],
      ["STEP", 2, false]
    ])
  })

  it("are moved by one at least, and stay whole where they count", () => {
    assert.deepStrictEqual([2 / 3, 4 / 3, 0, 2].map((factor) => moved(constant("LONGEST"), factor)), [2, 4, 0, 6])
    assert.strictEqual(moved({ ...constant("LONGEST"), value: 1 }, 4 / 3), 2)
    assert.strictEqual(moved(constant("UNUSED"), 2), 1)
  })

  it("are held by what is read differently when they are moved, and are put back", () => {
    const short = { name: "short", read: () => subject.cut("ab") }
    const long = { name: "long", read: () => subject.cut("abcdef") }
    const { held } = watch([short, long])
    assert.strictEqual(held(constant("LONGEST"), [4 / 3]), "long")
    assert.strictEqual(held(constant("LONGEST"), [2 / 3, 4 / 3]), "long")
    assert.strictEqual(held(constant("LONGEST"), [0]), "long")
    assert.strictEqual(held(constant("UNUSED"), [0, 2]), undefined)
    assert.strictEqual(held({ ...constant("LONGEST"), url: "file:///never-loaded.js" }, [0]), undefined)
    assert.strictEqual(subject.cut("abcdef"), "abc")
    const alone = watch([short])
    assert.strictEqual(alone.held(constant("LONGEST"), [4 / 3, 2]), undefined)
  })

  it("hold a reading that has no end without them", () => {
    const { held } = watch([{ name: "count", read: subject.count }], 200)
    assert.strictEqual(held(constant("STEP"), [0]), "count")
    assert.strictEqual(subject.count(), "2")
  })

  it("are not watched where nothing can be read, or each time something else", () => {
    const broken = () => {
      throw new Error("no page")
    }
    assert.throws(() => watch([{ name: "broken", read: broken }]), /broken cannot be read: Error: no page/)
    let times = 0
    assert.throws(() => watch([{ name: "clock", read: () => String(times++) }]), /clock is read in another way/)
  })
})
