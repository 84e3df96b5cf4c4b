// Trains the content model on annotated pages: npm run bench -- htmlTrain [--write] [--check] [--folds=5] [--limit=100]
// `--check` trains again and fails if the stored file differs, because features have changed. The model's answers for the golden pages are stored next to them, so that the unit tests need no corpora. `--folds=1`
// skips the evaluation on unseen hosts, which takes five times as long as everything else. Needs the developer pages of
// the html bench. Only weights of names, words and features are stored.
import { readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { featureNames } from "../../../engines/html/src/internal/content/featureNames.ts"
import { describePage } from "../../../engines/html/src/internal/content/features.ts"
import { namesOf } from "../../../engines/html/src/internal/content/judge.ts"
import { readTrees, type Trees } from "../../../engines/html/src/internal/content/trees.ts"
import { featurePrints, featurePrintsFile } from "../../../engines/html/test/featurePrints.ts"
import { goldenPages } from "../../../engines/html/test/goldenPages.ts"
import { boost, defaults, tableOf, writeTrees } from "./html/boost.ts"
import { type Example, examples } from "./html/examples.ts"
import { measure, type Reached } from "./html/folds.ts"
import { vocabulary } from "./html/vocabulary.ts"
import { figure } from "./report.ts"

const weightsFile = fileURLToPath(
  new URL("../../../engines/html/src/internal/content/weights.ts", import.meta.url)
)
const width = featureNames.length

/**
 * Trains with the pages for which `use` is true. The weights of names and words are learned from other pages than
 * those to which they are applied.
 */
const learn = (
  pages: ReadonlyArray<Example>,
  folds: number
): { readonly trees: Trees; readonly source: (figures: Figures) => string } => {
  const total = pages.reduce((sum, page) => sum + page.units, 0)
  const rows = new Float32Array(total * width)
  const label = new Float32Array(total)
  const weight = new Float32Array(total)
  const chosen: Array<number> = []
  let at = 0
  for (let fold = 0; fold < folds; fold++) {
    const part = pages.filter((page) => page.fold % folds === fold)
    const known = vocabulary(pages.filter((page) => page.fold % folds !== fold))
    const naming = readTrees(known.names, known.words, "0")
    for (const page of part) {
      const { describe } = describePage(page.ruled, naming, namesOf(naming))
      for (let u = 0; u < page.units; u++, at++) {
        rows.set(describe(u), at * width)
        label[at] = page.label[u]!
        weight[at] = page.weight[u]!
        if (page.weight[u]! > 0) chosen.push(at)
      }
    }
  }
  const mean = chosen.reduce((sum, r) => sum + weight[r]!, 0) / chosen.length
  for (const r of chosen) weight[r]! /= mean
  const { gain, trees: grown } = boost(tableOf(rows, width), Int32Array.from(chosen), label, weight, defaults)
  const sum = gain.reduce((a, b) => a + b, 0)
  console.log(
    "asked most:",
    featureNames.map((name, f) => ({ name, share: 100 * gain[f]! / sum })).sort((a, b) => b.share - a.share).slice(
      0,
      24
    )
      .map(({ name, share }) => `${name} ${share.toFixed(1)}`).join(", ")
  )
  const known = vocabulary(pages)
  const written = writeTrees(grown)
  return {
    trees: readTrees(known.names, known.words, written),
    source: (figures) => fileOf(known.names, known.words, written, figures)
  }
}

interface Figures {
  readonly pages: number
  readonly units: number
  readonly dev: string
  readonly fresh: string
}

const fileOf = (names: string, words: string, trees: string, figures: Figures): string => {
  const wrapped = (text: string): string => {
    const lines: Array<string> = []
    let line = ""
    for (const word of text.split(" ")) {
      if (line.length + word.length > 108) {
        lines.push(line)
        line = ""
      }
      line += line === "" ? word : ` ${word}`
    }
    return [...lines, line].join("\n")
  }
  return `/**
 * Holds weights trained on annotated pages. \`npm run bench -- htmlTrain --write\` writes this file; do not edit it.
 *
 * @since 0.1.0
 */

/** The training data and the measured quality. \`npm run bench -- htmlTrain --check\` verifies both. */
export const provenance = {
  corpora: "WCXB, scrapinghub article-extraction-benchmark, trafilatura: split dev",
  pages: ${figures.pages},
  units: ${figures.units},
  dev: "${figures.dev}",
  fresh: "${figures.fresh}"
}

/** The features that the trees use. Trees refer to them by index. */
export const features: string =
  \`${wrapped(featureNames.join(" "))}\`

/** Words of class names and ids, with tenths of log-odds for content. */
export const names: string =
  \`${wrapped(names)}\`

/** Words of texts, with tenths of log-odds for content. */
export const words: string =
  \`${wrapped(words)}\`

/** Decision trees, one per line: \`feature<threshold\` before its two children, leaves in thousandths of log-odds. */
export const trees: string =
  \`${trees}\`
`
}

const tell = (what: string, data: "dev" | "fresh", reached: Reached, rules: Reached): void => {
  const measures = [["word F1", "words"], ["4-gram F1", "grams"], ["phrases F1", "phrases"]] as const
  for (const [metric, key] of measures) {
    if (!Number.isFinite(reached[key])) continue
    figure({
      area: `main content by trees, ${what}`,
      metric,
      data,
      ours: reached[key],
      peer: { name: "only rules", value: rules[key] }
    })
  }
}

const said = ({ phrases, words }: Reached): string => `word F1 ${words.toFixed(4)}, phrases ${phrases.toFixed(4)}`

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string, otherwise: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise)
  const folds = option("folds", 5)
  const pages = await examples(option("limit", Infinity))
  console.log(`${pages.length} pages, ${pages.reduce((sum, page) => sum + page.units, 0)} units`)
  if (folds > 1) {
    const judged = new Map<Example, Trees>()
    for (let fold = 0; fold < folds; fold++) {
      const { trees } = learn(pages.filter((page) => page.fold % folds !== fold), 5)
      for (const page of pages) if (page.fold % folds === fold) judged.set(page, trees)
    }
    const unseen = measure(`unseen hosts, ${folds} folds`, pages, (page) => judged.get(page))
    tell(`unseen hosts, ${folds} folds`, "dev", unseen, measure("only rules", pages, () => undefined))
  }
  const writes = args.includes("--write")
  if (!writes && !args.includes("--check")) return
  const { trees, source } = learn(pages, 5)
  const others = await examples(option("limit", Infinity), "fresh")
  const fresh = measure("fresh pages", others, () => trees)
  tell("held-out pages", "fresh", fresh, measure("held-out pages, only rules", others, () => undefined))
  const file = source({
    pages: pages.length,
    units: pages.reduce((sum, page) => sum + page.units, 0),
    dev: said(measure("pages it learned from", pages, () => trees)),
    fresh: said(fresh)
  })
  const prints = `${JSON.stringify(featurePrints(trees, goldenPages()), undefined, 2)}\n`
  if (writes) {
    await writeFile(weightsFile, file)
    await writeFile(featurePrintsFile, prints)
  } else if (file !== await readFile(weightsFile, "utf8")) {
    console.error("The new weights differ from the stored ones, because features or rules have changed.")
    process.exitCode = 1
  } else if (prints !== await readFile(featurePrintsFile, "utf8")) {
    console.error("The new weights equal the stored ones, but the golden pages or their fingerprints differ.")
    process.exitCode = 1
  } else console.log("The new weights equal the stored ones.")
}
