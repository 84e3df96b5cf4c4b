import { assert, describe, it } from "@effect/vitest"
import { inAscii } from "../../../../.config/inAscii.mjs"

const load = (code: string): Promise<unknown> =>
  import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)

describe("code in ASCII", () => {
  it("has the same values as before", async () => {
    const code = `
      export const text = "Straße, 北京, 🐦, \\\\é"
      export const template = \`−\${"–"}≤\`
      export const found = "北京 🐦 −5".match(/[−–][0-9]|🐦|[\\u{1f426}]/gu)
      export const keys = Object.keys({ größe: 1, 名: 2 })
    `
    const ascii = inAscii(code)
    assert.match(ascii, /^[\0-\x7f]*$/)
    assert.deepStrictEqual({ ...await load(ascii) as object }, { ...await load(code) as object })
  })

  it("returns code that is ASCII already", () => {
    assert.strictEqual(inAscii("export const a = 1"), "export const a = 1")
  })

  it("fails for a template whose tag reads the source text", () => {
    assert.throws(() => inAscii("export const a = String.raw`[−–]`"), /\[−–\]/)
  })

  it("fails for a letter after a backslash", () => {
    assert.throws(() => inAscii("export const a = /\\–/"), /without the backslash/)
  })
})
