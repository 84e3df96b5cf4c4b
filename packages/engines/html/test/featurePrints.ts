/** What the learned trees are asked about the golden pages, as prints that change when it does. */
import { createHash, type Hash } from "node:crypto"
import { readFileSync } from "node:fs"
import { featureNames } from "../src/internal/content/featureNames.ts"
import { describePage } from "../src/internal/content/features.ts"
import { namesOf } from "../src/internal/content/judge.ts"
import { applyRules } from "../src/internal/content/rules.ts"
import { introduced } from "../src/internal/content/select.ts"
import type { Trees } from "../src/internal/content/trees.ts"
import * as Tape from "../src/internal/tape/tape.ts"
import type { GoldenPage } from "./goldenPages.ts"

export interface FeaturePrints {
  /** The print of every page, all features of all of its units, by its name. */
  readonly pages: Readonly<Record<string, string>>
  /** The print of every feature on all of these pages, by its name. */
  readonly features: Readonly<Record<string, string>>
}

export const featurePrintsFile = new URL("./fixtures/featurePrints.json", import.meta.url)

/** The prints from when the trees were learned; `npm run bench -- htmlTrain --write` writes them with the trees. */
export const learnedPrints = (): FeaturePrints => JSON.parse(readFileSync(featurePrintsFile, "utf8")) as FeaturePrints

/** Hexadecimal digits of a print. */
const DIGITS = 8

/** The prints of pages today. What names and words speak for is asked of `trees`; their nodes are not. */
export const featurePrints = (trees: Trees, pages: ReadonlyArray<GoldenPage>): FeaturePrints => {
  const ofFeatures = featureNames.map(() => createHash("sha256"))
  const ofPages = pages.map(({ html, name, url }) => {
    const { describe, units } = describePage(introduced(applyRules(Tape.parse(html), url, [])), trees, namesOf(trees))
    const ofPage = createHash("sha256")
    const columns = featureNames.map(() => new Float32Array(units.count))
    for (let u = 0; u < units.count; u++) {
      const row = describe(u)
      for (const [f, column] of columns.entries()) column[u] = row[f]!
    }
    for (const [f, column] of columns.entries()) {
      const bytes = new Uint8Array(column.buffer)
      ofPage.update(bytes)
      ofFeatures[f]!.update(bytes)
    }
    return [name, printOf(ofPage)] as const
  })
  return {
    pages: Object.fromEntries(ofPages),
    features: Object.fromEntries(featureNames.map((name, f) => [name, printOf(ofFeatures[f]!)]))
  }
}

const printOf = (hash: Hash): string => hash.digest("hex").slice(0, DIGITS)
