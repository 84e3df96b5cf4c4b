// Writes the tables of words in `src/internal` from the plain lists in `lists`, one word per line:
//   node scripts/pack-lists.mjs
// `src/internal/packedWords.ts` describes the format and reads it.
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

const home = join(import.meta.dirname, "..")

/** Characters that need no escape in a string of any bundler. */
const SAFE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((sign) =>
  !"\"'`\\$".includes(sign)
)

/** No list has more words in a row that share longer prefixes often. */
const MAX_PREFIX_UNITS = 14

/** Units of a pair, or of a letter, in the table of codes. */
const ENTRY_UNITS = 3

/** Bytes of a unit in a bundle that escapes all but ASCII, as esbuild does. */
const bytesOf = (unit) => unit < "\x80" ? 1 : unit < "\u0100" ? 4 : 6

const sharedUnits = (a, b) => {
  let at = 0
  while (at < MAX_PREFIX_UNITS && at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}

/** The most useful replacement by one code: a pair of units, or a letter that is not ASCII. */
const bestOf = (units) => {
  const gains = new Map()
  const add = (key, gain) => gains.set(key, (gains.get(key) ?? 0) + gain)
  for (const [at, unit] of units.entries()) {
    if (bytesOf(unit) > 1) add(unit, bytesOf(unit) - 1)
    if (at + 1 < units.length) add(unit + units[at + 1], bytesOf(unit) + bytesOf(units[at + 1]) - 1)
  }
  return [...gains].reduce((best, one) => one[1] > best[1] ? one : best, ["", ENTRY_UNITS])[0]
}

const replaced = (units, found, code) => {
  const out = []
  for (let at = 0; at < units.length; at++) {
    const isFound = found.length === 1 ? units[at] === found : units[at] === found[0] && units[at + 1] === found[1]
    out.push(isFound ? code : units[at])
    if (isFound) at += found.length - 1
  }
  return out
}

export const pack = (words) => {
  const used = new Set(words.join(""))
  const free = SAFE.filter((sign) => !used.has(sign))
  const shared = words.map((word, at) => sharedUnits(words[at - 1] ?? "", word))
  const prefixes = free.splice(0, Math.max(...shared) + 1)
  let units = words.flatMap((word, at) => [prefixes[shared[at]], ...word.slice(shared[at]).split("")])
  let letters = ""
  let pairs = ""
  for (const code of free) {
    const found = bestOf(units)
    if (found === "") break
    units = replaced(units, found, code)
    if (found.length === 1) letters += code + found
    else pairs += code + found
  }
  return { prefixes: prefixes.join(""), letters, pairs, words: units.join("") }
}

const written = (packed) =>
  `{ ${Object.entries(packed).map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")} }`

const files = globSync("lists/*/**/*.txt", { cwd: home }).sort()
for (const [table, lists] of Map.groupBy(files, (file) => file.split("/")[1])) {
  const target = join(home, "src/internal", `${table}.ts`)
  const comments = new Map()
  for (const file of lists) {
    const [comment, ...words] = readFileSync(join(home, file), "utf8").trimEnd().split("\n")
    comments.set(file, { comment: comment.replace(/^# /, ""), packed: written(pack(words)) })
  }
  const groups = Map.groupBy(lists, (file) => file.split("/").length > 3 ? basename(dirname(file)) : "")
  const parts = [...groups].flatMap(([group, members]) => {
    const list = (file) => ({ name: basename(file, ".txt"), ...comments.get(file) })
    return group === "" ?
      members.map(list).map(({ comment, name, packed }) => `/** ${comment} */\nexport const ${name} = ${packed}\n`) :
      [
        `/** ${list(members[0]).comment} */\nexport const ${group} = {\n${
          members.map(list).map(({ name, packed }) => `  ${name}: ${packed}`).join(",\n")
        }\n}\n`
      ]
  })
  writeFileSync(
    target,
    `// Written by scripts/pack-lists.mjs. Sources and licences: data/ATTRIBUTION.md.\n${parts.join("")}`
  )
}
