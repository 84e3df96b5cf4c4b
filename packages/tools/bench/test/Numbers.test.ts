/** A number that a reading holds, one that none holds, and one without which a reading fails are told apart. */
import { assert, describe, it } from "@effect/vitest"
import { appendFileSync, mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { corrected, type Read } from "../src/mutate/fresh.ts"
import { keptIn, type Verdicts, verdictsOf } from "../src/mutate/verdicts.ts"
import { type Constant, constantsIn, frozenIn, moved, opened, watch, withNumbers } from "../src/numbers.ts"

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
  it("are its named top-level constants", () => {
    assert.deepStrictEqual(constants.map(({ isMeasure, name, value }) => [name, value, isMeasure]), [
      ["LONGEST", 3, false],
      ["UNUSED", 0.5, true],
      ["STEP", 2, false]
    ])
  })

  it("change by at least one, and stay whole if they count", () => {
    assert.deepStrictEqual([2 / 3, 4 / 3, 0, 2].map((factor) => moved(constant("LONGEST"), factor)), [2, 4, 0, 6])
    assert.strictEqual(moved({ ...constant("LONGEST"), value: 1 }, 4 / 3), 2)
    assert.strictEqual(moved(constant("UNUSED"), 2), 1)
  })

  it("are protected by readings that change with them, and are restored", () => {
    const short = { name: "short", read: () => subject.cut("ab") }
    const long = { name: "long", read: () => subject.cut("abcdef") }
    const { expected, verdict } = watch([short, long])
    assert.deepStrictEqual(verdict(constant("LONGEST"), [4 / 3]), { is: "held", by: "long" })
    assert.deepStrictEqual(verdict(constant("LONGEST"), [2 / 3, 4 / 3]), { is: "held", by: "long" })
    assert.deepStrictEqual(verdict(constant("LONGEST"), [0]), { is: "held", by: "long" })
    assert.deepStrictEqual(verdict(constant("UNUSED"), [0, 2]), { is: "loose" })
    assert.deepStrictEqual(verdict({ ...constant("LONGEST"), url: "file:///never-loaded.js" }, [0]), { is: "unloaded" })
    assert.strictEqual(subject.cut("abcdef"), "abc")
    assert.deepStrictEqual([...expected], [["short", "ab"], ["long", "abc"]])
    const alone = watch([short])
    assert.deepStrictEqual(alone.verdict(constant("LONGEST"), [4 / 3, 2]), { is: "loose" })
  })

  it("break a reading that fails or never ends, and are protected by another one that changes", () => {
    const count = { name: "count", read: subject.count }
    const { verdict } = watch([count], 200)
    const endless = verdict(constant("STEP"), [0])
    assert.deepStrictEqual([endless.is, "by" in endless && endless.by], ["broken", "count"])
    assert.strictEqual(subject.count(), "2")
    const strict = {
      name: "strict",
      read: () => {
        if (subject.cut("abcdef").length < 3) throw new Error("too short")
        return ""
      }
    }
    const failing = watch([strict]).verdict(constant("LONGEST"), [0])
    assert.deepStrictEqual(failing, { is: "broken", by: "strict", fault: "Error: too short" })
    const beside = watch([strict, { name: "long", read: () => subject.cut("abcdef") }])
    assert.deepStrictEqual(beside.verdict(constant("LONGEST"), [0]), { is: "held", by: "long" })
  })

  it("do not change after one that damages the readings", () => {
    let longest = 3
    const spoiled = {
      name: "spoiled",
      read: () => {
        longest = Math.min(longest, subject.cut("abcdef").length)
        if (longest < 3) throw new Error("spoiled")
        return "as ever"
      }
    }
    assert.throws(
      () => watch([spoiled]).verdict(constant("LONGEST"), [0]),
      /LONGEST = 3 to 0 and back, the result of spoiled still differs/
    )
  })

  it("are not watched without readings, or with unstable ones", () => {
    const broken = () => {
      throw new Error("no page")
    }
    assert.throws(() => watch([{ name: "broken", read: broken }]), /broken cannot be read: Error: no page/)
    let times = 0
    assert.throws(() => watch([{ name: "clock", read: () => String(times++) }]), /clock gives a different result/)
  })

  it("are fixed if read outside of function bodies", () => {
    const module = `const LONGEST = 3
const places = 8
const later = 5
/** Not by a comment: later. */
const table = new Uint8Array(places)
export const cut = (text) => text.slice(later, LONGEST)
type Later = typeof later
const rows = Array.from({ length: LONGEST }, () => later)`
    assert.deepStrictEqual([...frozenIn(module)], ["places", "LONGEST"])
  })

  it("are written with another value", () => {
    const values = new Map([[`${url} LONGEST`, 6], [`${url} STEP`, 0.5], ["file:///other.js UNUSED", 9]])
    assert.deepStrictEqual(constantsIn(withNumbers(source, url, values), url).map(({ value }) => value), [6, 0.5, 0.5])
  })
})

describe("verdicts of numbers", () => {
  const verdicts = { little: { is: "loose" }, large: { is: "held", by: "a page" } } as const

  it("survive a stopped run, but not a change of the code", () => {
    const file = join(mkdtempSync(join(tmpdir(), "verdicts-")), "results/kept.lines")
    const first = keptIn(file, "one state")
    assert.strictEqual(first.of(constant("STEP")), undefined)
    first.keep(constant("STEP"), verdicts)
    appendFileSync(file, `["${url} LONGEST",{"litt`)
    const second = keptIn(file, "one state")
    assert.deepStrictEqual(second.of(constant("STEP")), verdicts)
    assert.strictEqual(second.of(constant("LONGEST")), undefined)
    second.keep(constant("LONGEST"), verdicts)
    assert.deepStrictEqual(keptIn(file, "one state").of(constant("LONGEST")), verdicts)
    assert.strictEqual(keptIn(file, "another state").of(constant("STEP")), undefined)
    assert.strictEqual(keptIn(file, "one state").of(constant("STEP")), undefined)
  })

  it("are reused instead of changing a number again", () => {
    const file = join(mkdtempSync(join(tmpdir(), "verdicts-")), "kept.lines")
    const asked = { area: "", constants, small: { by: "20 %", factors: [0.8, 1.2] }, tellsBy: false }
    const watched = watch([{ name: "long", read: () => subject.cut("abcdef") }])
    const moved = verdictsOf(asked, watched, keptIn(file, "a state"))
    assert.deepStrictEqual(moved.get(constant("LONGEST")), {
      little: { is: "held", by: "long" },
      large: { is: "held", by: "long" }
    })
    const idle = { ...watched, verdict: () => assert.fail("moved again") }
    assert.deepStrictEqual(verdictsOf(asked, idle, keptIn(file, "a state")), moved)
  })

  it("are corrected by modules that were loaded with other numbers", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "verdicts-")), "kept.lines")
    const number = (name: string): Constant => ({ url, name, value: 1, isMeasure: true })
    const [frozen, failing, held, still, ...loose] = ["frozen", "failing", "held", "still", "a", "b", "c"].map(number)
    const reads: Array<string> = []
    // of the loose ones `b` changes something when it is doubled; the frozen one does at once, the failing one never
    const read: Read = (moves, first) => {
      reads.push(
        moves.map(({ constant: { name }, factor }) => `${name}*${factor}`).join(" ") + (first ? `, ${first}` : "")
      )
      const changes = moves.some(({ constant, factor }) => constant === frozen || constant.name === "b" && factor === 2)
      return Promise.resolve(
        changes
          ? { is: "held", by: "a page" }
          : moves[0]!.constant === failing
          ? { is: "broken", by: "a page", fault: "Error" }
          : { is: "loose" }
      )
    }
    const nothing: Verdicts = { little: { is: "loose" }, large: { is: "loose" } }
    const known: Verdicts = { little: { is: "loose" }, large: { is: "held", by: "another" } }
    const broken: Verdicts = { little: { is: "loose" }, large: { is: "broken", by: "a page", fault: "Error" } }
    const warm = new Map<Constant, Verdicts>([
      [frozen!, known],
      [failing!, broken],
      [held!, known],
      ...[still!, ...loose].map((constant) => [constant, nothing] as const)
    ])
    const options = { read, factors: [0.8], isFrozen: (constant: Constant) => constant === frozen }
    const found = await corrected(warm, { ...options, kept: keptIn(file, "a state") })
    const now = (constant: Constant) => [found.get(constant)!.little.is, found.get(constant)!.large.is]
    assert.deepStrictEqual(now(frozen!), ["held", "held"])
    assert.deepStrictEqual(now(failing!), ["broken", "broken"])
    assert.strictEqual(found.get(held!), known)
    assert.deepStrictEqual([still!, ...loose].map((one) => found.get(one)!.large.is), [
      "loose",
      "loose",
      "held",
      "loose"
    ])
    assert.deepStrictEqual(reads.slice(0, 2), ["frozen*0.8, another", "frozen*0, another"])
    assert.deepStrictEqual(reads.slice(-6), [
      "still*0 a*0 b*0 c*0",
      "still*2 a*2 b*2 c*2",
      "still*2 a*2",
      "b*2 c*2",
      "b*2",
      "c*2"
    ])
    const before = reads.length
    await corrected(new Map([[frozen!, known]]), { ...options, kept: keptIn(file, "a state") })
    assert.strictEqual(reads.length, before)
  })
})
