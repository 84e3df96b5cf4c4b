import { Caller, LinkPolicy } from "@dunlin/pipeline"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

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

it.live("asks the lists of a policy about many addresses in turns with others", () =>
  Effect.gen(function*() {
    let inTurn = 0
    let most = 0
    const next = () => {
      inTurn = 0
      timer = setImmediate(next)
    }
    let timer = setImmediate(next)
    const links = Array.from({ length: 40_000 }, (_, at) => ({
      get url() {
        most = Math.max(most, ++inTurn)
        return at % 4 === 0 ? `https://bad.example/${at}` : `https://good.example/${at}`
      }
    }))
    const allowed = yield* LinkPolicy.allowed({ caller, links })
    clearImmediate(timer)
    assert.strictEqual(allowed.length, 30_000)
    assert.strictEqual(allowed[29_999], links[39_999])
    assert.isBelow(most, 2100)
  }))
