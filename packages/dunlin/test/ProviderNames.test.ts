import * as Providers from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { names as papers } from "../src/internal/settings/papers.ts"
import { names } from "../src/internal/settings/providers.ts"

/** The name of a described engine; undefined for any other export. */
const engineName = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "name" in value && "request" in value && "page" in value
    ? String(value.name)
    : undefined

describe("DUNLIN_PROVIDER", () => {
  it("accepts every engine of @dunlin/providers", () => {
    const described = Object.values(Providers).flatMap((module) => Object.values(module)).flatMap((value) =>
      engineName(value) ?? []
    )
    assert.isAbove(described.length, 10)
    for (const name of described) assert.include(names, name)
  })

  it("or DUNLIN_PAPERS accepts every adapter that reads its URL and key from the environment", () => {
    const adapters = Object.entries(Providers).filter(([name, module]) =>
      "layerConfig" in module && name !== "JsonHttp"
    )
    assert.isAbove(adapters.length, 5)
    for (const [name] of adapters) assert.include([...names, ...papers], name.toLowerCase())
  })
})
