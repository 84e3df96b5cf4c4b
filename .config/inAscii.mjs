// Writes JavaScript without other characters than ASCII. V8 stores a source with one Chinese letter in two bytes per unit,
// and keeps it as long as its functions: 3.5 MB more in an idle server.
import { parseAst } from "rolldown/parseAst"

/** Number of hexadecimal digits of an escape. */
const ESCAPE_DIGITS = 4

/** Matches a UTF-16 unit that is not ASCII, and the backslashes before it. */
const beyondAscii = /(\\*)([\u0080-\uffff])/g

const isBeyondAscii = (text) => /[\u0080-\uffff]/.test(text)

/** The text of the first tagged template that an escape would change, because its tag reads the source text. */
const rawTextOf = (node) => {
  if (node === null || typeof node !== "object") return undefined
  if (node.type === "TaggedTemplateExpression") {
    const quasi = node.quasi.quasis.find(({ value }) => isBeyondAscii(value.raw))
    if (quasi !== undefined) return quasi.value.raw
  }
  for (const child of Object.values(node)) {
    const found = rawTextOf(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the code of a module with the same meaning. Fails if an escape would change it. */
export const inAscii = (code) => {
  if (!isBeyondAscii(code)) return code
  const raw = rawTextOf(parseAst(code))
  if (raw !== undefined) throw new Error(`write the letters of this tagged template as \\u escapes: ${raw}`)
  return code.replace(beyondAscii, (_, slashes, unit) => {
    if (slashes.length % 2 === 1) throw new Error(`${slashes}${unit}: write the letter without the backslash`)
    return `${slashes}\\u${unit.charCodeAt(0).toString(16).padStart(ESCAPE_DIGITS, "0")}`
  })
}
