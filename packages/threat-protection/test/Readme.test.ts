import { ThreatGuard, ThreatPolicy, UrlClassifier } from "@dunlin/threat-protection"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"

const organisation = { mode: "normal", blacklist: ["*.bad.example"], blockedTlds: ["zip"] } as const

it.effect("the example of the README", () =>
  Effect.gen(function*() {
    const guard = yield* ThreatGuard.ThreatGuard
    const policy = ThreatPolicy.resolve(organisation, { riskScoreThreshold: 50 })
    assert.deepStrictEqual(yield* guard.check("https://www.bad.example/login", policy), {
      allowed: false,
      reason: "blacklist",
      scanned: false
    })
    assert.isFalse((yield* guard.check("https://phishing.example/", policy)).allowed)
  }).pipe(
    Effect.provide(ThreatGuard.layer().pipe(Layer.provide(UrlClassifier.layerMemory(["phishing.example"]))))
  ))
