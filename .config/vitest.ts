import { defineConfig } from "vitest/config"

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/**/*.test.ts"],
    sequence: { concurrent: true },
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
