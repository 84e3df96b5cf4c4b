import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { problemsOf } from "./metricRules.ts"

const packages = fileURLToPath(new URL("../../", import.meta.url))

/** Every metric that the source defines, as Prometheus would read it. */
const defined = globSync("{*,engines/*}/src/**/*.ts", { cwd: packages }).flatMap((file) => {
  const source = readFileSync(`${packages}${file}`, "utf8")
  const definition = /\b(counter|gauge|histogram)\(\s*"([a-z][a-z0-9_]+)",\s*(?:\{\s*description:\s*)?"([^"]*)"/gi
  return [...source.matchAll(definition)].map(([, type, name, help]) =>
    `# HELP ${name} ${help}\n# TYPE ${name} ${type!.toLowerCase()}\n${name}${type === "histogram" ? "_count" : ""} 1`
  )
})

describe("Prometheus rules", () => {
  it("are satisfied by every metric in the source", () => {
    assert.isAbove(defined.length, 40)
    assert.deepStrictEqual(problemsOf(defined.join("\n")), [])
  })

  it("detect a name, a type, and a label that break them", () => {
    const bad = [
      "# TYPE dunlin_things counter\ndunlin_things 1",
      "# HELP dunlin_wait_milliseconds How long\n# TYPE dunlin_wait_milliseconds gauge\ndunlin_wait_milliseconds 1",
      "# HELP dunlin_gauge_total Some\n# TYPE dunlin_gauge_total gauge\ndunlin_gauge_total{Le=\"1\",quantile=\"2\"} 1",
      "# HELP dunlin_rows_count Some\n# TYPE dunlin_rows_count gauge\ndunlin_rows_count 1"
    ]
    assert.deepStrictEqual(bad.map((text) => problemsOf(text).length), [2, 1, 4, 1])
  })
})
