import * as PackageFile from "@dunlin/common/PackageFile"
import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"

const asker = { name: "@dunlin/schema", module: "internal/issues" }
const root = new URL("../", import.meta.url)

describe("a file of a package", () => {
  it("is next to the importing module, in the sources and in the published package", () => {
    const inSources = { ...asker, here: new URL("src/internal/issues.ts", root).href }
    assert.strictEqual(PackageFile.module(inSources, "ScrapeOptions")?.href, new URL("src/ScrapeOptions.ts", root).href)
    assert.strictEqual(PackageFile.file(inSources, "README.md")?.href, new URL("README.md", root).href)
    const published = { ...asker, here: "file:///service/node_modules/@dunlin/schema/dist/internal/issues.js" }
    assert.strictEqual(
      PackageFile.module(published, "internal/worker")?.href,
      "file:///service/node_modules/@dunlin/schema/dist/internal/worker.js"
    )
  })

  it("is in the installed package if a bundler moved the module", () => {
    // beside this test lies a module of its own; what is wanted is that of the package
    for (const here of [import.meta.url, new URL("out/service.js", import.meta.url).href, undefined]) {
      const found = PackageFile.file({ ...asker, name: "@effect/vitest", here }, "package.json")
      assert.isTrue(found !== undefined && existsSync(found) && found.href.includes("@effect"), String(here))
    }
  })

  it("is not found if the package is not installed", () => {
    const stranger = { here: "file:///nowhere/service.js", name: "@dunlin/none", module: "index" }
    assert.isUndefined(PackageFile.module(stranger, "worker"))
    assert.isUndefined(PackageFile.file(stranger, "data"))
    assert.match(PackageFile.advice("@dunlin/none"), /npm install @dunlin\/none/)
    assert.match(PackageFile.advice(stranger), /npm install @dunlin\/none/)
  })

  it("is built by the command that the error names, in a checkout", () => {
    const inSources = { ...asker, here: new URL("src/internal/issues.ts", root).href }
    assert.strictEqual(
      PackageFile.advice(inSources),
      "files of @dunlin/schema are not built: run `npm run build` in the checkout"
    )
  })
})
