import { outcomes } from "@dunlin/common/testing"
import { CreditLedger } from "@dunlin/credits"
import { suite } from "@dunlin/credits/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("fixtures/nodeTest.ts", import.meta.url))

it("the suite runs in node:test, without vitest", async () => {
  // what vitest says to its children would make node:test a child of another run
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const output = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      ["--test-reporter=tap", program],
      { env },
      (_, stdout, stderr) => resolve(stdout + stderr)
    )
  )
  assert.match(output, /^# fail 0$/m)
  assert.match(output, /^ +ok \d+ - counts a key once$/m)
})

it.effect("the suite rejects a ledger that does not charge", () =>
  Effect.gen(function*() {
    const forgetful = Layer.effect(
      CreditLedger.CreditLedger,
      Effect.map(CreditLedger.CreditLedger, (ledger) =>
        CreditLedger.CreditLedger.of({
          ...ledger,
          settle: () => Effect.succeed({ charged: 0, shortfall: 0 })
        }))
    ).pipe(Layer.provide(CreditLedger.layerMemory()))
    const found = yield* outcomes(suite("forgetful", forgetful))
    const failed = found.filter(({ failure }) => failure !== undefined).map(({ name }) => name)
    assert.include(failed, "charges the settled amount and releases the rest of the reservation")
    assert.isBelow(failed.length, found.length)
  }))
