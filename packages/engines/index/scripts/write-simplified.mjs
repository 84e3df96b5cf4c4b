// Writes src/internal/simplifiedTable.ts: the simplified form of each traditional Chinese character, by opencc-js.
//   node scripts/write-simplified.mjs
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Converter } from "opencc-js/t2cn"

/** Chinese characters have smaller code points. */
const END_OF_PLANES = 0x32000

const convert = Converter({ from: "t", to: "cn" })
let traditional = ""
let simplified = ""
for (let code = 0x80; code < END_OF_PLANES; code++) {
  const character = String.fromCodePoint(code)
  if (!character.isWellFormed()) continue
  const converted = convert(character)
  if (converted === character) continue
  if ([...converted].length !== 1) throw new Error(`${character} has no single simplified character`)
  traditional += character
  simplified += converted
}
writeFileSync(
  join(import.meta.dirname, "../src/internal/simplifiedTable.ts"),
  `// Written by scripts/write-simplified.mjs. Source and licence: data/ATTRIBUTION.md.
/** Traditional characters, and Japanese characters with a simplified form. */
export const traditional: string =
  "${traditional}"
/** The simplified forms of these characters, in the same order. */
export const simplified: string =
  "${simplified}"
`
)
