/** Lists documentation generators whose pages are in Debian packages, in two halves. */
import { choosing } from "./choosingGenerators.ts"
import type { Source } from "./generatorSource.ts"
import { learning } from "./learningGenerators.ts"

export interface Generator extends Source {
  /**
   * `learn` if rules may be written with the generator's pages, `choose` if rules are selected by their score on them
   * and nobody inspects the pages. Each half of the generators has one value.
   */
  readonly use: "learn" | "choose"
}

export const generators: ReadonlyArray<Generator> = [
  ...learning.map((source) => ({ ...source, use: "learn" as const })),
  ...choosing.map((source) => ({ ...source, use: "choose" as const }))
]
