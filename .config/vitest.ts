import { defineConfig } from "vitest/config"

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/**/*.test.ts"],
    sequence: { concurrent: true },
    // Generous, because a busy machine must not fail a test: what has to be fast is measured in packages/bench.
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
