import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

const { requireNode } = await import(new URL("../src/internal/nodeVersion.ts", import.meta.url).href) as {
  readonly requireNode: (versions: Readonly<Record<string, string | undefined>> | undefined) => void
}

describe("the running Node", () => {
  it("is reported if older than required", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    const [least] = /\d+\.\d+/.exec(engines.node) ?? []
    assert.isDefined(least)
    for (const node of ["20.20.2", "22.18.0", "18.0.0"]) {
      assert.throws(() => requireNode({ node }), `Dunlin requires Node ${least} or newer; this is Node ${node}`)
    }
  })

  it("is accepted if newer, missing, or another runtime", () => {
    const others = [undefined, {}, { node: "20.1.0", bun: "1.0.0" }, { node: "20.1.0", deno: "2.0.0" }]
    const newer = ["22.19.0", "22.20.1", "24.0.0", "25.0.0-nightly"].map((node) => ({ node }))
    for (const versions of [process.versions, ...others, ...newer]) {
      assert.doesNotThrow(() => requireNode(versions))
    }
  })
})
