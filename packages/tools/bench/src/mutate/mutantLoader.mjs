// Loads one module with a mutant in it; preloaded by the processes of a test run. Reports that the module was loaded.
import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"

const { end, report, start, text, url } = JSON.parse(process.env.DUNLIN_BENCH_MUTANT ?? "{}")

if (url !== undefined) {
  registerHooks({
    load: (loaded, context, next) => {
      const found = next(loaded, context)
      if (loaded.split("?")[0] !== url) return found
      appendFileSync(report, "loaded\n")
      const source = String(found.source)
      return { ...found, source: source.slice(0, start) + text + source.slice(end) }
    }
  })
}
