/** Reads annotated pages with the rules, and adds a label for every unit of text. */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { describePage } from "../../../../engines/html/src/internal/content/features.ts"
import { namesOf } from "../../../../engines/html/src/internal/content/judge.ts"
import { applyRules } from "../../../../engines/html/src/internal/content/rules.ts"
import { type Introduced, introduced } from "../../../../engines/html/src/internal/content/select.ts"
import { readTrees } from "../../../../engines/html/src/internal/content/trees.ts"
import * as Tape from "../../../../engines/html/src/internal/tape/tape.ts"
import * as Charset from "../../../../transformers/src/html/Charset.ts"
import { folder } from "../sharedData.ts"
import { label, wordsOf } from "./labels.ts"

export interface Example {
  readonly corpus: string
  readonly type: string
  readonly url: string | undefined
  readonly fold: number
  readonly ruled: Introduced
  readonly units: number
  readonly words: ReadonlyArray<ReadonlyArray<string>>
  readonly label: Float32Array
  /** Weight of a unit in training; 0 if its label is unknown. */
  readonly weight: Float32Array
  readonly truth: string | undefined
  readonly with: ReadonlyArray<string>
  readonly without: ReadonlyArray<string>
}

/**
 * Weight of a page by its type, relative to an article. The listed types have fewer training pages and vary more. On
 * fresh pages the weights improve word F1 by .0019.
 */
const worthOfType: Readonly<Record<string, number>> = {
  product: 2,
  collection: 2,
  listing: 2,
  service: 1.5,
  forum: 1.5
}

interface Row {
  readonly id: string
  readonly split: string
  readonly type: string
  readonly url?: string
  readonly text?: string
  readonly with?: ReadonlyArray<string>
  readonly without?: ReadonlyArray<string>
}

const empty = readTrees("a:0", "a:0", "0")

const foldOf = (host: string): number => createHash("sha256").update(`fold:${host}`).digest().readUInt32BE(0) % 60

export const examples = async (limit: number, split: "dev" | "fresh" = "dev"): Promise<ReadonlyArray<Example>> => {
  const out: Array<Example> = []
  for (const corpus of ["wcxb", "sh181", "traf"]) {
    const lines = (await readFile(join(folder, "html/data", corpus, "index.jsonl"), "utf8")).trim().split("\n")
    const rows = lines.map((line) => JSON.parse(line) as Row).filter((row) => row.split === split).slice(0, limit)
    for (const row of rows) {
      const bytes = gunzipSync(await readFile(join(folder, "html/data", corpus, "html", `${row.id}.html.gz`)))
      out.push(exampleOf(corpus, row, Charset.decode(bytes, undefined).text))
    }
  }
  return out
}

const exampleOf = (corpus: string, row: Row, html: string): Example => {
  const url = row.url === "" ? undefined : row.url
  const tape = Tape.parse(html)
  const read = introduced(applyRules(tape, url, []))
  const { kept, units } = describePage(read, empty, namesOf(empty))
  const texts = Array.from({ length: units.count }, () => "")
  for (let i = 0; i < tape.n; i++) if (units.of[i]! >= 0) texts[units.of[i]!]! += tape.text[i]!
  const words = texts.map(wordsOf)
  const weight = new Float32Array(units.count)
  let labels = new Float32Array(units.count)
  if (corpus === "traf") {
    // Only some phrases of a page are annotated, so its other words have no label.
    const joined = words.map((list) => ` ${list.join(" ")} `)
    const mark = (phrases: ReadonlyArray<string>, value: number) => {
      for (const phrase of phrases) {
        const key = wordsOf(phrase).join(" ")
        if (key.length < 4) continue
        for (const [u, text] of joined.entries()) {
          if (!text.includes(` ${key} `)) continue
          labels[u] = value
          weight[u] = 0.03
        }
      }
    }
    mark(row.with ?? [], 1)
    mark(row.without ?? [], 0)
  } else if (row.text !== undefined) {
    const truth = wordsOf(row.text)
    labels = label(words, truth) as Float32Array<ArrayBuffer>
    let found = 0
    for (let u = 0; u < units.count; u++) if (labels[u]! > 0.5) found += words[u]!.length
    // If the annotated text is not on the page, the page is not training data. Every page has the same weight,
    // regardless of its length.
    if (truth.length > 20 && found > 0.5 * truth.length) {
      const worth = worthOfType[row.type] ?? 1
      for (let u = 0; u < units.count; u++) {
        const size = words[u]!.length
        weight[u] = worth * (Math.min(0.25, size / Math.max(60, truth.length)) + 0.0004)
        // Similar short omissions are frequent, so one of four represents all four.
        if (labels[u] === 0 && kept[u] === 0 && size < 6) weight[u] = u % 4 === 0 ? 4 * weight[u]! : 0
      }
    }
  }
  let host = row.id
  try {
    if (url !== undefined) host = new URL(url).host.replace(/^www\./, "")
  } catch {
    // A page without a URL counts as a separate host.
  }
  return {
    corpus,
    type: corpus === "wcxb" ? row.type : corpus,
    url,
    fold: foldOf(host),
    ruled: read,
    units: units.count,
    words,
    label: labels,
    weight,
    truth: row.text,
    with: row.with ?? [],
    without: row.without ?? []
  }
}
