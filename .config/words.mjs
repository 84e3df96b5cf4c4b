// Finds sentences that a reader has to read twice: docs/contributing/writing.md has the rules, with examples.
//   node .config/words.mjs                     counts by package
//   node .config/words.mjs --list [PATH...]    every finding below the paths
//   node .config/words.mjs --check             fails when a kind of text has more findings than .config/words.json allows
//   node .config/words.mjs --write             records what is found now; the numbers only get smaller
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { filesOfPackages, packages, root } from "./packages.mjs"

const allowedFile = join(root, ".config/words.json")

/** Words of a sentence. Plain-language guides ask for 15 to 20 on average; above this one nearly every sentence holds two. */
const MAX_WORDS_OF_A_SENTENCE = 28

/** Each rule: what it finds, and what to write instead. */
const rules = [
  // a heading ("What a page costs") has no verb after its clause, and is short
  [
    /^(?:what|who|whoever|whatever)\b(?![^?]*\?)(?:\s+\S+){6}/i,
    "headless clause: begin with the noun (\"Blocks below this are dropped\")"
  ],
  [/\bnone (?:of|that|whose)\b|\bnothing (?:of|that) (?!.*\?)/i, "inverted negation: say what happens"],
  [/\b(?:not|no|nobody|nothing|none|never)\b[^.;]*\bany ?more\b/i, "\"no longer\""],
  [/\bso (?:many|much|few|long)\b(?! (?:that|as)\b)/i, "name the number"],
  [/\bof (?:ours|yours|theirs|its own|his own)\b/i, "\"our\", \"your\", \"its\""],
  [
    /\b(?:is|are|was|were|be|been) (?:asked|told|held|left alone|looked at|looked for|taken apart|thought of)\b/i,
    "a standard verb: requested, reported, kept, skipped"
  ],
  [/\bby (?:itself|themselves)\b/i, "\"alone\", \"automatically\", or nothing"],
  [/\bfor ever\b|\bbeside\b|\bwhereof\b|\bthereof\b/i, "\"forever\", \"next to\", \"besides\""],
  [
    /\b(?:quarter|third|half) of an? (?:second|minute|hour)\b|\bhalf an? (?:second|minute|hour)\b/i,
    "a number and a unit"
  ],
  [/\bno (?:\w+ )?(?:\w+) but\b/i, "\"only\""],
  [
    /\b(?:who(?:ever)?|those who|he who) (?:asks|comes|has|calls|wants|reads|waits|runs|knows)\b/i,
    "\"callers\", \"readers\", \"a client that ...\""
  ],
  [/\b(?:as|so) \w+ as there (?:is|are)\b/i, "say it directly"],
  [/\bwhat (?:it|they|somebody|something|nobody) (?:is|are|was|were) (?:about|not)\b/i, "name the thing"],
  [/\b(?<!\bthere )(?:is|are) no (?!longer|more|less|fewer|way|need)\w+/i, "\"is not a\""],
  [/\b(?:is|are) none\b|\bnobody\b/i, "say what is missing, or who"],
  [/\b(?:goes|went|go) on\b(?! to\b)/i, "\"continues\", \"resumes\""],
  [/\banew\b|\bafresh\b|\bprolong/i, "\"again\", \"extend\", \"renew\""],
  [/\b(?:stands|stood)\b(?! for\b)|\bstand in\b/i, "\"is\", \"is in\", \"is written\""],
  [/\bleft out\b|\bleaves? (?:it|them|\w+) out\b/i, "\"omitted\", \"omits\""],
  [/\balone(?=[.,;:)]|$)/i, "\"only\", before the noun"]
]

const wordsOf = (sentence) => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? []

/** The rules that a sentence breaks. */
export const faultsOf = (sentence) => {
  const found = rules.filter(([pattern]) => pattern.test(sentence)).map(([, advice]) => advice)
  const count = wordsOf(sentence).length
  return count > MAX_WORDS_OF_A_SENTENCE ? [...found, `${count} words: two sentences`] : found
}

/** Sentences of running text, each on one line, without code and addresses of links. */
export const sentencesOf = (text) =>
  text
    .replace(/`[^`\n]*`/g, "code")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/https?:\S+/g, "URL")
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.) )|\|/)
    .flatMap((block) => block.replace(/\s+/g, " ").trim().split(/(?<=[.:;!?])\s+(?=[\p{Lu}\p{Lt}"'(\p{L}])/u))
    .map((sentence) => sentence.replace(/^[-*+#>\s\d.]+/, "").trim())
    .filter((sentence) => sentence.length > 3)

const ofMarkdown = (text) =>
  sentencesOf(text.replace(/^---\n[^]*?\n---\n/, "").replace(/```[^]*?```/g, "").replace(/<!--[^]*?-->/g, ""))

const ofComments = (text) => {
  const blocks = [...text.matchAll(/\/\*\*([^]*?)\*\//g)].map(([, body]) =>
    body.split("\n").map((line) => line.replace(/^\s*\* ?/, "")).join("\n").replace(/```[^]*?```/g, "")
      .replace(/^@(?:category|since|default|stability).*$/gm, "").replace(/\{@link ([^}]*)\}/g, "code").replace(
        /\*\*[^*]+\*\*/g,
        ""
      )
  )
  const lines = [...text.matchAll(/(?:^[ \t]*\/\/(?!\/).*\n)+/gm)].map(([run]) => run.replace(/^[ \t]*\/\/ ?/gm, ""))
  return [...blocks, ...lines].flatMap(sentencesOf)
}

const ofTests = (text) =>
  [...text.matchAll(/\b(?:it|describe)(?:\.\w+)*\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name)

/** The rooms that are counted, each with its files and how their sentences are read. */
const rooms = () => [
  ...[
    "README.md",
    ...globSync(["docs/**/*.md", "examples/*.md", ".changeset/*.md"], { cwd: root }),
    ...filesOfPackages("*.md")
  ]
    .filter((file) =>
      !/node_modules|docs\/contributing\/writing|docs\/reference\/(?:errors|settings|contract)\.md|CHANGELOG/.test(file)
    )
    .map((file) => ({ room: file.startsWith(".changeset") ? "change notes" : "docs", file, read: ofMarkdown })),
  ...packages.flatMap(({ folder, path }) => [
    ...globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).map((file) => ({
      room: `${path}: comments`,
      file,
      read: ofComments
    })),
    ...globSync(`${folder}/test/**/*.test.ts`, { cwd: root }).map((file) => ({
      room: `${path}: tests`,
      file,
      read: ofTests
    }))
  ])
]

const counts = new Map()
const totals = new Map()
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
for (const { file, read, room } of rooms()) {
  for (const sentence of read(readFileSync(join(root, file), "utf8"))) {
    totals.set(room, (totals.get(room) ?? 0) + 1)
    const faults = faultsOf(sentence)
    if (faults.length === 0) continue
    counts.set(room, (counts.get(room) ?? 0) + 1)
    if (process.argv.includes("--list") && (paths.length === 0 || paths.some((path) => file.startsWith(path)))) {
      console.log(`${file}: ${sentence}\n    -> ${faults.join("; ")}`)
    }
  }
}
/** By kind of text, so that a file may move from one package to another. */
const found = {}
for (const [room, count] of counts) {
  const kind = room.split(": ").at(-1)
  found[kind] = (found[kind] ?? 0) + count
}
if (process.argv.includes("--write")) writeFileSync(allowedFile, `${JSON.stringify(found, undefined, 2)}\n`)
else if (process.argv.includes("--check")) {
  const allowed = JSON.parse(readFileSync(allowedFile, "utf8"))
  const over = Object.entries(found).filter(([room, count]) => count > (allowed[room] ?? 0))
  for (const [room, count] of over) {
    console.error(
      `${room}: ${count} sentences break the rules of docs/contributing/writing.md, ${allowed[room] ?? 0} are allowed`
    )
  }
  if (over.length > 0) {
    console.error("`node .config/words.mjs --list PATH` shows them with advice")
    process.exit(1)
  }
  console.log(`words: ${Object.values(found).reduce((sum, count) => sum + count, 0)} sentences to improve`)
} else if (!process.argv.includes("--list")) {
  for (const [room, total] of [...totals].sort()) {
    console.log(`${room.padEnd(36)} ${String(counts.get(room) ?? 0).padStart(5)} of ${total}`)
  }
}
