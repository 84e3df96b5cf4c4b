// The order of the files of tests: the longest first, so that no long file runs alone at the end while a processor is idle.
// Vitest remembers how long files took; a fresh clone has only their sizes, which say little about browsers and databases.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { BaseSequencer } from "vitest/node"

/** Files that took 20 seconds or more on two processors, the longest first. */
const longest = [
  "packages/tools/bench/test/Sdks.test.ts",
  "packages/fetcher/test/Isolation.test.ts",
  "packages/dunlin/test/HygieneJudge.test.ts",
  "packages/tools/site/test/Site.test.ts",
  "packages/dunlin/test/Jobs.test.ts",
  "packages/jobs/test/PostgresJobStore.test.ts",
  "packages/fetcher/test/BrowserDeath.test.ts",
  "packages/providers/test/LocalIndexOpenSearch.test.ts",
  "packages/dunlin/test/Mcp.test.ts",
  "packages/dunlin/test/CliMany.test.ts",
  "packages/dunlin/test/JobsSurvive.test.ts",
  "packages/dunlin/test/McpGenerationsPython.test.ts",
  "packages/dunlin/test/NewerHygieneJudge.test.ts",
  "packages/providers/test/LocalIndexStorage.test.ts",
  "packages/dunlin/test/Ends.test.ts",
  "packages/dunlin/test/Cli.test.ts",
  "packages/dunlin/test/Promises.test.ts",
  "packages/engines/pdf/test/PdfJs.test.ts",
  "packages/engines/pdf/test/PdfBounds.test.ts",
  "packages/dunlin/test/McpGenerations.test.ts",
  "packages/fetcher/test/BrowserFetcher.test.ts",
  "packages/dunlin/test/Serve.test.ts",
  "packages/dunlin/test/SitemapsSurvive.test.ts",
  "packages/engines/pdf/test/Ocr.test.ts",
  "packages/dunlin/test/RedactionLeaks.test.ts",
  "packages/engines/pdf/test/OcrTurned.test.ts",
  "packages/fetcher/test/BrowserHostile.test.ts",
  "packages/tools/playground/test/Page.test.ts",
  "packages/dunlin/test/Negations.test.ts"
]

/** Kinds with few and long files first: a process serves files of one kind. */
const kinds = ["truths", "clients", "anyBrowser", "anyDatabase", "anywhere", "real"]

export default class extends BaseSequencer {
  async sort(files) {
    const root = this.ctx.config.root
    const missing = longest.filter((file) => !existsSync(join(root, file)))
    if (missing.length > 0) {
      throw new Error(`.config/longestFirst.mjs names files that do not exist: ${missing.join(", ")}`)
    }
    const ranks = new Map(longest.map((file, rank) => [join(root, file), rank]))
    const rankOf = ({ moduleId }) => ranks.get(moduleId) ?? longest.length
    const groupOf = ({ project }) => project.config.sequence.groupOrder
    const kindOf = ({ project }) => kinds.indexOf(project.name)
    // what is equal here stays in the order of Vitest
    return (await super.sort(files)).sort((a, b) =>
      groupOf(a) - groupOf(b) || kindOf(a) - kindOf(b) || rankOf(a) - rankOf(b)
    )
  }
}
