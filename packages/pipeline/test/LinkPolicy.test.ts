import { Caller, LinkPolicy } from "@dunlin/pipeline"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { countTurns } from "../../common/test/turns.ts"

const caller: Caller.Caller = {
  ...Caller.local,
  features: {
    ...Caller.local.features,
    threatProtection: {
      ...Caller.local.features.threatProtection,
      enabled: true,
      policy: { mode: "normal", blacklist: ["bad.example"] }
    }
  }
}

it.live("checks many addresses against the lists of a policy without blocking", () =>
  Effect.gen(function*() {
    const counted = countTurns()
    const links = Array.from({ length: 40_000 }, (_, at) => ({
      get url() {
        counted.note()
        return at % 4 === 0 ? `https://bad.example/${at}` : `https://good.example/${at}`
      }
    }))
    const allowed = yield* LinkPolicy.allowed({ caller, links })
    const { most } = counted.end()
    assert.strictEqual(allowed.length, 30_000)
    assert.strictEqual(allowed[29_999], links[39_999])
    assert.isBelow(most, 2100)
  }))

it.effect("reports addresses under a closed policy without a scanner, which are checked when visited", () =>
  Effect.gen(function*() {
    const closed: Caller.Caller = {
      ...caller,
      features: {
        ...caller.features,
        threatProtection: {
          ...caller.features.threatProtection,
          policy: { failurePolicy: "closed", blacklist: ["bad.example"] }
        }
      }
    }
    const links = [{ url: "https://good.example/" }, { url: "https://bad.example/" }]
    assert.deepStrictEqual(yield* LinkPolicy.allowed({ caller: closed, links }), [{ url: "https://good.example/" }])
  }))
