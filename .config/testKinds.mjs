// Eight kinds of tests. A file's imports, and those of the helpers next to it, decide its kind:
// - real: they need a browser, a database or another process
// - anywhere: all processes that they start are Node; `onlyNode.mjs` enforces this
// - clients: third-party programs in Node and Python send requests to a server, and no response needs a component
// - anyBrowser: they need one browser of any version: for our own pages, for what a page does in it, for what a program does
//   when its browser dies. The Chromium of npm is unpacked in the same way next to another Chromium
// - anyDatabase: several servers, workers or commands share one PostgreSQL, or also one Redis, of any version. The suites of
//   the stores test each version; they are of the kind "real"
// - truths: they use no code of the product. They compare what other tests assume with what a browser does
// - exhaustive: they take more than three seconds of CPU: thousands of hostile or random inputs, hundreds of questions to the
//   site's search, bundles of whole programs, or other frameworks; a sample of each is a unit test
// - unit: all others; `noProcesses.mjs` ensures that they start no process
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { packageFolders } from "./packages.mjs"

/** Modules that start processes, and the words of tests that look for what is installed. */
const startsProcesses =
  /from "node:child_process"|Chromium|\b(?:PdfJs|PdfLiteParse|PdfInspector|YtDlp|TesseractOcr|BrowserFetcher)\b|\.integration\.test/

const anywhere = [
  "examples/demo/main.test.ts",
  "examples/readme.test.ts",
  "packages/common/test/Jitter.test.ts",
  "packages/common/test/KeptKey.test.ts",
  "packages/credits/test/NodeTest.test.ts",
  "packages/credits/test/SqliteLedger.test.ts",
  "packages/dunlin/test/BundleRuns.test.ts",
  "packages/dunlin/test/Cli.test.ts",
  "packages/dunlin/test/CliFiles.test.ts",
  "packages/dunlin/test/CliFlags.test.ts",
  "packages/dunlin/test/CliMany.test.ts",
  "packages/dunlin/test/Compiled.test.ts",
  "packages/dunlin/test/Conformance.test.ts",
  "packages/dunlin/test/Docker.test.ts",
  "packages/dunlin/test/Ends.test.ts",
  "packages/dunlin/test/Fair.test.ts",
  "packages/dunlin/test/Functions.test.ts",
  "packages/dunlin/test/Heap.test.ts",
  "packages/dunlin/test/IndexRuns.test.ts",
  "packages/dunlin/test/IndexerAtHand.test.ts",
  "packages/dunlin/test/Jobs.test.ts",
  "packages/dunlin/test/JobsCommand.test.ts",
  "packages/dunlin/test/Mcp.test.ts",
  "packages/dunlin/test/McpGenerations.test.ts",
  "packages/dunlin/test/Model.test.ts",
  "packages/dunlin/test/Papers.test.ts",
  "packages/dunlin/test/Restorable.test.ts",
  "packages/dunlin/test/Serve.test.ts",
  "packages/dunlin/test/SiteCommand.test.ts",
  "packages/dunlin/test/SitemapsSurvive.test.ts",
  "packages/dunlin/test/Skill.test.ts",
  "packages/dunlin/test/Tour.test.ts",
  "packages/dunlin/test/VectorSettings.test.ts",
  "packages/engines/pdf/test/PdfAhead.test.ts",
  "packages/engines/pdf/test/PdfBounds.test.ts",
  "packages/engines/pdf/test/PdfCode.test.ts",
  "packages/engines/pdf/test/PdfDamaged.test.ts",
  "packages/engines/pdf/test/PdfEngines.test.ts",
  "packages/engines/pdf/test/PdfJs.test.ts",
  "packages/engines/pdf/test/PdfLayout.test.ts",
  "packages/engines/pdf/test/PdfNotes.test.ts",
  "packages/engines/pdf/test/PdfPapers.test.ts",
  "packages/engines/pdf/test/PdfPictures.test.ts",
  "packages/engines/pdf/test/PdfProducers.test.ts",
  "packages/engines/pdf/test/PdfText.test.ts",
  "packages/fetcher/test/Ending.test.ts",
  "packages/fetcher/test/Profiles.test.ts",
  "packages/jobs/test/Owners.test.ts",
  "packages/providers/test/LocalIndexStorage.test.ts",
  "packages/providers/test/Readme.test.ts",
  "packages/providers/test/Testing.test.ts",
  "packages/transformers/test/ChangeTracking.test.ts"
]

const clients = ["packages/dunlin/test/McpGenerationsPython.test.ts", "packages/tools/bench/test/Sdks.test.ts"]

const anyBrowser = [
  "packages/dunlin/test/EndsBrowser.test.ts",
  "packages/dunlin/test/FairBrowser.test.ts",
  "packages/engines/html/test/Attacks.test.ts",
  "packages/fetcher/test/BrowserDeath.test.ts",
  "packages/fetcher/test/NpmChromium.test.ts",
  "packages/tools/playground/test/Page.test.ts",
  "packages/tools/site/test/SearchBox.test.ts",
  "packages/tools/site/test/Site.test.ts"
]

const anyDatabase = [
  "packages/dunlin/test/JobsSurvive.test.ts",
  "packages/dunlin/test/Nodes.test.ts",
  "packages/dunlin/test/Operators.test.ts",
  "packages/dunlin/test/SharedIndex.test.ts",
  "packages/dunlin/test/SitemapsSurvivePostgres.test.ts",
  "packages/providers/test/EmbedderPostgres.test.ts"
]

const truths = ["packages/dunlin/test/HygieneJudge.test.ts", "packages/dunlin/test/NewerHygieneJudge.test.ts"]

/** Words of a test, or of a helper of it, that uses the product. */
const usesProduct = /"(?:@dunlin\/|dunlin["/])|\/src\/|TESTED_PROGRAM|\bfork\(|new Worker|testProgram/

const exhaustive = [
  "examples/mastra-tool/main.test.ts",
  "examples/openai-agents-tool/main.test.ts",
  "packages/cache/test/PageCache.test.ts",
  "packages/credits/test/LedgerModel.test.ts",
  "packages/dunlin/test/Bundles.test.ts",
  "packages/dunlin/test/Edge.test.ts",
  "packages/dunlin/test/Loads.test.ts",
  "packages/dunlin/test/Negations.test.ts",
  "packages/dunlin/test/Promises.test.ts",
  "packages/http-api/test/Hostile.test.ts",
  "packages/mcp/test/TokenLimits.test.ts",
  "packages/redaction/test/LargeTexts.test.ts",
  "packages/engines/pii/test/Linear.test.ts",
  "packages/tools/site/test/Questions.test.ts",
  "packages/engines/text/test/Budget.test.ts",
  "packages/engines/html/test/Hostile.test.ts",
  "packages/engines/html/test/HostileStyles.test.ts",
  "packages/engines/html/test/Html.test.ts",
  "packages/transformers/test/Injection.test.ts",
  "packages/transformers/test/InjectionPages.test.ts",
  "packages/transformers/test/LongTexts.test.ts",
  "packages/transformers/test/ModelReplies.test.ts",
  "packages/engines/html/test/SelectorOracle.test.ts"
]

/** The tests of a workspace by kind, as paths from its root. */
export const testKinds = (root) => {
  const known = new Map()
  const helpersOf = (file, text) =>
    [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path]) => join(dirname(file), path))
      .filter((helper) => existsSync(helper) && !helper.includes("/src/"))
  const isReal = (file) => {
    if (known.has(file)) return known.get(file)
    // a circle of helpers ends here
    known.set(file, false)
    const text = readFileSync(file, "utf8")
    const answer = startsProcesses.test(file) || startsProcesses.test(text) || helpersOf(file, text).some(isReal)
    known.set(file, answer)
    return answer
  }
  const usesIt = (file) => {
    const text = readFileSync(file, "utf8")
    return usesProduct.test(text) || helpersOf(file, text).some(usesIt)
  }
  const patterns = [...packageFolders.map((folder) => `${folder}/test/**/*.test.ts`), "examples/**/*.test.ts"]
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.includes("node_modules")).sort()
  const named = new Set([...exhaustive, ...anywhere, ...clients, ...anyBrowser, ...anyDatabase, ...truths])
  const missing = [...named].filter((file) => !files.includes(file))
  if (missing.length > 0) throw new Error(`.config/testKinds.mjs names what is not there: ${missing.join(", ")}`)
  const untrue = truths.filter((file) => usesIt(join(root, file)))
  if (untrue.length > 0) throw new Error(`.config/testKinds.mjs: ${untrue.join(", ")} uses the product`)
  const others = files.filter((file) => !named.has(file))
  const real = others.filter((file) => isReal(join(root, file)))
  return {
    anyBrowser,
    anyDatabase,
    anywhere,
    clients,
    exhaustive,
    real,
    truths,
    unit: others.filter((file) => !real.includes(file))
  }
}
