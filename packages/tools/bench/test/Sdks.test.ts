import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { start } from "../../../dunlin/test/serverProcess.ts"
import { judge } from "../src/sdks/accepted.ts"
import { everyClient, type Ran } from "../src/sdks/everyClient.ts"
import type { Outcome } from "../src/sdks/outcome.ts"

const scratch = mkdtempSync(join(tmpdir(), "dunlin-sdks-"))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

describe("SDKs of the reference", () => {
  let ran: Ran
  beforeAll(async () => {
    ran = await everyClient({ scratch, start })
  })

  const explained = (outcomes: ReadonlyArray<Outcome>) =>
    assert.deepStrictEqual(
      judge(outcomes).unexplained.map(({ client, method, why }) => `${client}: ${method}: ${why}`),
      []
    )
  const isPython = ({ client }: Outcome): boolean => client.startsWith("firecrawl-py")

  it("of JavaScript work with a changed URL, except for accepted differences", () => {
    const outcomes = ran.outcomes.filter((outcome) => !isPython(outcome))
    assert.isAbove(outcomes.length, 80)
    explained(outcomes)
  })

  it("of Python work with a changed URL, except for accepted differences", ({ skip }) => {
    const outcomes = ran.outcomes.filter(isPython)
    if (outcomes.length === 0 && process.env.REQUIRE_REAL !== "1") return skip(ran.missing.join(" "))
    assert.isAbove(outcomes.length, 150, ran.missing.join(" "))
    explained(outcomes)
  })
})

describe("the list of accepted differences", () => {
  it("accepts exactly what a row states", () => {
    const outcome = (method: string, why: string): Outcome => ({
      client: "a",
      version: "1",
      method,
      works: why === "",
      why
    })
    const { judged, unexplained, unused } = judge(
      [outcome("parse", "no parse here"), outcome("parse", "500"), outcome("map", "no parse here"), outcome("map", "")],
      [{ method: /^parse$/, why: /no parse/, reason: "why" }, { method: /^crawl$/, why: /./, reason: "gone" }]
    )
    assert.deepStrictEqual(judged.map(({ reason }) => reason), ["why", undefined, undefined, undefined])
    assert.deepStrictEqual(unexplained.map(({ method, why }) => [method, why]), [["parse", "500"], [
      "map",
      "no parse here"
    ]])
    assert.deepStrictEqual(unused.map(({ reason }) => reason), ["gone"])
  })
})
