import { assert, describe, it } from "@effect/vitest"
import { wrap } from "../src/wrap.ts"

const long = (count: number, of: (index: number) => string, by: string) =>
  Array.from({ length: count }, (_, index) => of(index)).join(by)

/** What a declaration says, however it is wrapped. */
const said = (code: string) => code.replace(/\s+/g, "")

describe("wrap", () => {
  it("does not change short lines", () => {
    const declaration = "const parse: (text: string) => Query;"
    assert.strictEqual(wrap(declaration), declaration)
  })

  it("breaks a type at its brackets, members, and unions", () => {
    const declaration = `const make: (options: { readonly name: string; readonly size?: number | undefined; }) => ` +
      `Effect.Effect<Thing, ${long(4, (index) => `SomethingFailed${index}`, " | ")}, Scope | "a, b | c">;`
    assert.strictEqual(
      wrap(declaration),
      `const make: (options: { readonly name: string; readonly size?: number | undefined; }) => Effect.Effect<
  Thing,
  SomethingFailed0 | SomethingFailed1 | SomethingFailed2 | SomethingFailed3,
  Scope | "a, b | c"
>;`
    )
  })

  it("includes the comments of members", () => {
    const field = `  readonly reason: ${long(12, (index) => `Reason${index}`, " | ")};`
    const wrapped = wrap(`interface Failure {\n  /** Why. */\n${field}\n}`)
    assert.match(
      wrapped,
      /^interface Failure \{\n {2}\/\*\* Why\. \*\/\n {2}readonly reason: Reason0\n {4}\| Reason1\n/
    )
  })

  it("loses nothing, and leaves no wide line, in the widest types", () => {
    const nested = (depth: number): string =>
      depth === 0 ? "Leaf" : `Node<"name", { readonly left: ${nested(depth - 1)}; readonly right: A | B }, (x: X) => Y>`
    const declaration = `const tree: ${nested(40)};`
    const wrapped = wrap(declaration)
    assert.strictEqual(said(wrapped), said(declaration))
    for (const line of wrapped.split("\n")) assert.isAtMost(line.trim().length, 96)
  })
})
