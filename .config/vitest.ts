import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/**/*.test.ts"],
    sequence: { concurrent: true },
    // Most tests wait for something; two files at a time also where there are only two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Generous, because a busy machine must not fail a test: what has to be fast is measured in packages/bench.
    testTimeout: 600_000,
    hookTimeout: 600_000
  }
})
