import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import LongestFirst from "./longestFirst.mjs"
import { testKinds } from "./testKinds.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const { anyBrowser, anyDatabase, anywhere, clients, exhaustive, real, truths, unit } = testKinds(root)

// What starts a process pays for compiling the sources once, not each time.
process.env.NODE_COMPILE_CACHE ??= `${root}node_modules/.cache/compiled`
const keepCompiled = `${root}.config/keepCompiled.mjs`
// JITTER=<seed>: events come late, in orders that other machines would show.
const isJittered = process.env.JITTER !== undefined
const jitter = isJittered ? [`--import=${root}.config/jitter.mjs`] : []
const isMeasured = process.env.PROCESSOR_TIME !== undefined
const everywhere = [
  ...isMeasured ? [`${root}.config/processorTime.mjs`] : [],
  keepCompiled,
  `${root}.config/samples.mjs`,
  `${root}.config/sameGlobals.mjs`,
  ...isJittered ? [`${root}.config/jitterFile.mjs`] : []
]

const componentsSetup = ["bundledProgram", "npmChromium", "npmPostgres"].map((name) => `${root}.config/${name}.mjs`)

const workers = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  root,
  test: {
    reporters: ["default", `${root}.config/missingComponents.mjs`],
    sequence: { concurrent: true, sequencer: LongestFirst },
    // Node reads the sources itself, as it does for who starts them, with the compiled ones at hand: a fifth of the processor
    // time of the unit tests was for turning them into modules of Vite. Nothing here needs a transformation or a mock.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: jitter,
    // Most tests wait for something; two files at a time also where there are only two processors.
    maxWorkers: workers,
    // Generous, because a busy machine must not fail a test: what has to be fast is measured in packages/tools/bench.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      // No file of tests leaves anything behind in its process that another could meet, so they share what they import: a
      // fifth of the time of unit tests, and a second of a processor for each file of those with real components.
      {
        extends: true,
        test: {
          name: "unit",
          include: unit,
          isolate: false,
          setupFiles: [...everywhere, `${root}.config/noProcesses.mjs`]
        }
      },
      {
        extends: true,
        test: { name: "exhaustive", include: exhaustive, isolate: false, setupFiles: everywhere }
      },
      ...Object.entries({ anyBrowser, anyDatabase, anywhere, clients, real, truths }).map(([name, include]) => ({
        extends: true as const,
        test: {
          name,
          include: [...include],
          isolate: false,
          // They wait for databases, browsers and servers half of their time: two more files at a time, and so, as Vitest
          // has it, after the others.
          maxWorkers: workers + 2,
          sequence: { groupOrder: 1 },
          setupFiles: name === "anywhere" ? [...everywhere, `${root}.config/onlyNodeReport.mjs`] : everywhere,
          globalSetup: name === "anywhere" ? [`${root}.config/bundledProgram.mjs`] : componentsSetup
        }
      }))
    ]
  }
})
