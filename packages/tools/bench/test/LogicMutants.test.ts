import { assert, describe, it } from "@effect/vitest"
import { mutantsOf, mutated } from "../src/mutate/logicMutants.ts"

const all = (source: string) => mutantsOf(source).map((mutant) => mutated(source, mutant))

describe("logic mutants", () => {
  it.each([
    ["drop one side of a condition", "const a = b && c", ["const a = b", "const a = c"]],
    ["move the edge of a comparison", "const a = b < c", ["const a = b <= c"]],
    ["turn an equality around", "const a = b === c", ["const a = b !== c"]],
    ["drop a negation", "const a = !b", ["const a = (b)"]],
    ["swap the branches of a choice", "const a = b ? c : d", ["const a = b ? d : c"]],
    ["drop an early exit", "const f = (a: number) => { if (a) return 1; return 2 }", [
      "const f = (a: number) => { ; return 2 }"
    ]],
    ["turn a returned boolean around", "const f = () => true", ["const f = () => false"]],
    ["swap two arguments", "f(a, b)", ["f(b, a)"]],
    ["leave types alone", "type A = B extends C ? D : E; interface F { readonly g: true }", []]
  ])("%s", (_, source, expected) => {
    assert.deepStrictEqual(all(source), expected)
  })
})
