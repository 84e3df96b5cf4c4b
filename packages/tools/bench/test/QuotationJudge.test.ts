import { assert, it } from "@effect/vitest"
import { judgeOf } from "../src/quotations/judge.ts"

/** The reason at the place that a bar marks. */
const reasonAt = (text: string) => judgeOf(text.replace("⟨⟩", "")).inside(text.indexOf("⟨⟩"))

it("distinguishes positions inside a sentence from those between two", () => {
  assert.strictEqual(reasonAt("The keeper shall not\n⟨⟩open the gate at night."), "before a lower-case line")
  assert.strictEqual(reasonAt("The keeper, who is on duty, shall ⟨⟩not open the gate."), "within a line")
  assert.strictEqual(
    reasonAt("Boats wait below the lock in the\n⟨⟩Northern Harbour until the gate is open."),
    "after an open line"
  )
  assert.strictEqual(
    reasonAt("Fees are due in spring, i.e.\n⟨⟩before the boat leaves the harbour."),
    "after an abbreviation"
  )
  assert.strictEqual(
    reasonAt(
      "   The keeper shall not\n\nHarbour      Orders      [Page 1]\n\fRFC 12      Moorings      May 1999\n\n⟨⟩   open the gate at night."
    ),
    "over a page break"
  )
  assert.isUndefined(reasonAt("The gate is open. ⟨⟩Fees are due."))
  assert.isUndefined(reasonAt("The gate is open.\n⟨⟩Fees are due in the harbour office."))
  assert.isUndefined(reasonAt("Bring to the office:\n⟨⟩- the log of the boat\n- the keys"))
  assert.isUndefined(reasonAt("-v\n⟨⟩    prints what the program does while it is at work"))
})
