import { ThreatError, ThreatGuard, ThreatPolicy, UrlClassifier } from "@dunlin/threat-protection"
import { run, suite } from "@dunlin/threat-protection/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Metric, References } from "effect"
import { TestClock } from "effect/testing"
import * as vitest from "vitest"
import { recordedSpans } from "./recordedSpans.ts"

interface Script {
  /** What the classifier does next. */
  answer: number | "down" | "slow" | "defect"
  expiresAt?: number
  calls: number
}

const scripted = (script: Script, options?: ThreatGuard.Options) =>
  ThreatGuard.layer(options).pipe(
    Layer.provide(Layer.succeed(
      UrlClassifier.UrlClassifier,
      UrlClassifier.make({
        name: "scripted",
        classify: () =>
          Effect.suspend(() => {
            script.calls++
            if (script.answer === "slow") return Effect.never
            if (script.answer === "defect") return Effect.die("a bug in an adapter")
            if (script.answer === "down") {
              return Effect.fail(
                new ThreatError.ThreatError({ classifier: "scripted", reason: new ThreatError.Unavailable({}) })
              )
            }
            return Effect.succeed({
              score: script.answer,
              categories: [],
              ...(script.expiresAt === undefined ? {} : { expiresAt: script.expiresAt })
            })
          })
      })
    ))
  )

const check = (url: string, policy: ThreatPolicy.ThreatPolicy) =>
  Effect.flatMap(ThreatGuard.ThreatGuard, (guard) => guard.check(url, policy))

const listed = (lists: ReadonlyArray<string>) => ({
  ...(lists.includes("whitelist") ? { whitelist: ["target.zip"] } : {}),
  ...(lists.includes("blacklist") ? { blacklist: ["target.zip"] } : {}),
  ...(lists.includes("tld") ? { blockedTlds: ["zip"] } : {})
})

run(suite("lists", ThreatGuard.layerLists), vitest)
run(
  suite(
    "a classifier without findings",
    ThreatGuard.layer().pipe(Layer.provide(UrlClassifier.layerMemory([])))
  ),
  vitest
)

describe("ThreatPolicy", () => {
  it("replaces the given fields only", () => {
    const organisation = {
      mode: "normal",
      riskScoreThreshold: 40,
      blacklist: ["a.test"],
      failurePolicy: "closed"
    } as const
    const policy = ThreatPolicy.resolve(organisation, { riskScoreThreshold: 90, blacklist: ["b.test"] })
    assert.strictEqual(policy.mode, "normal")
    assert.strictEqual(policy.riskScoreThreshold, 90)
    assert.strictEqual(policy.failurePolicy, "closed")
    assert.isFalse(policy.blacklist.matches("a.test"))
    assert.isTrue(policy.blacklist.matches("b.test"))
    assert.isTrue(ThreatPolicy.resolve(organisation, {}).blacklist.matches("a.test"))
    assert.isFalse(ThreatPolicy.resolve(organisation, { blacklist: [] }).blacklist.matches("a.test"))
  })

  it("applies the lists of an organisation to a request in mode off", () => {
    const organisation = {
      mode: "normal",
      whitelist: ["good.evil.example"],
      blacklist: ["*.evil.example"],
      blockedTlds: ["zip"]
    } as const
    const reasons = (
      mode: "normal" | "off",
      hosts: ReadonlyArray<string>
    ): ReadonlyArray<string | undefined> => {
      const policy = ThreatPolicy.resolve(organisation, { mode })
      return hosts.map((host) => ThreatPolicy.decide(policy, `https://${host}/`)?.reason)
    }
    const hosts = ["good.evil.example", "a.good.evil.example", "bad.evil.example", "a.bad.evil.example", "a.zip"]
    const listed = ["whitelist", "whitelist", "blacklist", "blacklist", "tld"]
    assert.deepStrictEqual(reasons("off", hosts), listed)
    assert.deepStrictEqual(reasons("normal", hosts), listed)
    // The glob is of subdomains: of the domain itself a classifier decides, where one is asked.
    assert.deepStrictEqual(reasons("off", ["evil.example", "notevil.example"]), ["off", "off"])
    assert.deepStrictEqual(reasons("normal", ["evil.example"]), [undefined])
  })

  it("compiles the lists of an organisation once", () => {
    const organisation = { blacklist: ["a.test"] }
    assert.strictEqual(
      ThreatPolicy.resolve(organisation).blacklist,
      ThreatPolicy.resolve(organisation, { mode: "off" }).blacklist
    )
  })
})

describe("every combination of outage, failure policy, mode and lists", () => {
  const states = [
    { answer: 0, name: "finds nothing" },
    { answer: 90, name: "finds a threat" },
    { answer: "down", name: "is down" },
    { answer: "slow", name: "is too slow" },
    { answer: "absent", name: "is not configured" }
  ] as const
  const lists = [
    [],
    ["whitelist"],
    ["blacklist"],
    ["tld"],
    ["whitelist", "blacklist", "tld"],
    ["blacklist", "tld"]
  ]
  for (const mode of ["normal", "off"] as const) {
    for (const failurePolicy of ["open", "closed"] as const) {
      for (const { answer, name } of states) {
        for (const on of lists) {
          const first = ["whitelist", "blacklist", "tld"].find((list) => on.includes(list))
          const failed = answer === "down" || answer === "slow"
          const absent = answer === "absent"
          const expected: ThreatGuard.Decision = first !== undefined
            ? { allowed: first === "whitelist", reason: first as "whitelist" | "blacklist" | "tld", scanned: false }
            : mode === "off"
            ? { allowed: true, reason: "off", scanned: false }
            : absent && failurePolicy === "open"
            ? { allowed: true, reason: "clean", scanned: false }
            : failed || absent
            ? { allowed: failurePolicy === "open", reason: "failure", scanned: false }
            : { allowed: answer === 0, reason: answer === 0 ? "clean" : "classifier", score: answer, scanned: true }
          it.effect(`${mode}, ${failurePolicy}, classifier ${name}, on [${on.join(", ")}]: ${expected.reason}`, () => {
            const script: Script = { answer: absent ? 0 : answer, calls: 0 }
            return Effect.gen(function*() {
              const policy = ThreatPolicy.resolve({ mode, failurePolicy, ...listed(on) })
              const fiber = yield* Effect.forkChild(check("https://www.target.zip/path?q=1", policy))
              yield* TestClock.adjust("1500 millis")
              assert.deepStrictEqual(yield* Fiber.join(fiber), expected)
              assert.strictEqual(script.calls, !absent && first === undefined && mode === "normal" ? 1 : 0)
            }).pipe(Effect.provide(absent ? ThreatGuard.layerLists : scripted(script)))
          })
        }
      }
    }
  }
})

describe("ThreatGuard", () => {
  const normal = ThreatPolicy.resolve({ mode: "normal", riskScoreThreshold: 75 })

  it.effect("blocks at and above the threshold", () =>
    Effect.forEach([[74, true], [75, false], [76, false]] as const, ([answer, allowed]) =>
      Effect.gen(function*() {
        assert.strictEqual((yield* check("https://a.test/", normal)).allowed, allowed)
      }).pipe(Effect.provide(scripted({ answer, calls: 0 })))))

  it.effect("finds the top-level domain with any case, dots, ports, users, and IDNA", () =>
    Effect.gen(function*() {
      const policy = ThreatPolicy.resolve({ mode: "off", blockedTlds: ["zip", "рф"] })
      for (
        const url of [
          "https://a.zip/",
          "https://A.ZIP./",
          "https://user:pass@a.zip:8443/",
          "https://xn--e1afmkfd.xn--p1ai/",
          "https://пример.рф/"
        ]
      ) assert.strictEqual((yield* check(url, policy)).reason, "tld", url)
      for (const url of ["https://zip.test/", "https://a.zip.test/", "https://a.test/x.zip", "https://1.2.3.4/"]) {
        assert.strictEqual((yield* check(url, policy)).reason, "off", url)
      }
    }).pipe(Effect.provide(ThreatGuard.layerLists)))

  it.effect("ignores text before the host", () =>
    Effect.gen(function*() {
      const policy = ThreatPolicy.resolve({ mode: "off", whitelist: ["good.test"], blacklist: ["*"] })
      assert.isTrue((yield* check("https://good.test/", policy)).allowed)
      for (
        const url of [
          "https://good.test@evil.test/",
          "https://evil.test/good.test",
          "https://evil.test?good.test",
          "https://evil.test#good.test",
          "https://evil.test\\@good.test/"
        ]
      ) assert.isFalse((yield* check(url, policy)).allowed, url)
    }).pipe(Effect.provide(ThreatGuard.layerLists)))

  it.effect("rejects a string that is not a URL, and allows URLs without a host", () =>
    Effect.gen(function*() {
      const policy = ThreatPolicy.resolve({ failurePolicy: "open" })
      assert.deepStrictEqual(yield* check("http://", policy), { allowed: false, reason: "failure", scanned: false })
      assert.deepStrictEqual(yield* check("data:,x", policy), { allowed: true, reason: "clean", scanned: false })
    }).pipe(Effect.provide(ThreatGuard.layerLists)))

  it.effect("layerNoop allows everything", () =>
    Effect.gen(function*() {
      const policy = ThreatPolicy.resolve({ blacklist: ["*"] })
      assert.deepStrictEqual(yield* check("https://a.test/", policy), { allowed: true, reason: "off", scanned: false })
    }).pipe(Effect.provide(ThreatGuard.layerNoop)))

  it.effect("sends one request per URL, whatever its fragment, and another when the verdict expires", () => {
    const script: Script = { answer: 0, calls: 0 }
    return Effect.gen(function*() {
      const decisions = yield* Effect.all(
        ["https://a.test/", "https://a.test/#x", "https://A.test:443/"].map((url) => check(url, normal)),
        { concurrency: "unbounded" }
      )
      // One of them is charged for the scan.
      assert.lengthOf(decisions.filter(({ scanned }) => scanned), 1)
      assert.strictEqual(script.calls, 1)
      yield* TestClock.adjust("9 minutes")
      assert.deepStrictEqual((yield* check("https://a.test/", normal)).scanned, false)
      assert.strictEqual(script.calls, 1)
      yield* TestClock.adjust("1 minute")
      script.answer = 80
      assert.isFalse((yield* check("https://a.test/", normal)).allowed)
      yield* TestClock.adjust("29 minutes")
      yield* check("https://a.test/", normal)
      assert.strictEqual(script.calls, 2)
      yield* TestClock.adjust("1 minute")
      yield* check("https://a.test/", normal)
      assert.strictEqual(script.calls, 3)
    }).pipe(Effect.provide(scripted(script)))
  })

  it.effect("sends a classifier neither credentials nor fragments", () => {
    const asked: Array<string> = []
    const classifier = UrlClassifier.make({
      name: "listening",
      classify: (url) =>
        Effect.sync(() => {
          asked.push(url)
          return { score: 0, categories: [] }
        })
    })
    return Effect.gen(function*() {
      yield* check("https://user:secret@a.test/path?q=1#secret", normal)
      assert.deepStrictEqual(asked, ["https://a.test/path?q=1"])
    }).pipe(Effect.provide(
      ThreatGuard.layer().pipe(Layer.provide(Layer.succeed(UrlClassifier.UrlClassifier, classifier)))
    ))
  })

  it.effect("caches a verdict no longer than its service allows", () => {
    const script: Script = { answer: 100, expiresAt: 5000, calls: 0 }
    return Effect.gen(function*() {
      yield* check("https://a.test/", normal)
      yield* TestClock.adjust(4999)
      yield* check("https://a.test/", normal)
      assert.strictEqual(script.calls, 1)
      yield* TestClock.adjust(1)
      yield* check("https://a.test/", normal)
      assert.strictEqual(script.calls, 2)
      // The service says that this verdict is over already.
      yield* check("https://a.test/", normal)
      assert.strictEqual(script.calls, 3)
    }).pipe(Effect.provide(scripted(script)))
  })

  it.effect("uses one verdict for policies of different strictness", () => {
    const script: Script = { answer: 50, calls: 0 }
    return Effect.gen(function*() {
      assert.isTrue((yield* check("https://a.test/", normal)).allowed)
      assert.isFalse((yield* check("https://a.test/", ThreatPolicy.resolve({ riskScoreThreshold: 50 }))).allowed)
      assert.strictEqual(script.calls, 1)
    }).pipe(Effect.provide(scripted(script)))
  })

  it.effect("pauses a classifier after repeated failures, and tries again later", () => {
    const script: Script = { answer: "down", calls: 0 }
    return Effect.gen(function*() {
      for (let index = 0; index < 20; index++) yield* check(`https://a.test/${index}`, normal)
      assert.strictEqual(script.calls, 5)
      yield* TestClock.adjust("15 seconds")
      // One call may try; it fails, and the others keep away.
      yield* Effect.all([1, 2, 3].map((index) => check(`https://b.test/${index}`, normal)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(script.calls, 6)
      yield* TestClock.adjust("15 seconds")
      script.answer = 0
      assert.strictEqual((yield* check("https://c.test/", normal)).reason, "clean")
      yield* check("https://d.test/", normal)
      assert.strictEqual(script.calls, 8)
    }).pipe(Effect.provide(scripted(script)))
  })

  it.effect("counts in the session what an open policy allowed without a verdict", () => {
    const script: Script = { answer: "down", calls: 0 }
    return Effect.gen(function*() {
      const session = yield* ThreatGuard.session(ThreatPolicy.resolve({ whitelist: ["good.test"] }))
      for (const url of ["https://a.test/", "https://a.test/#2", "https://good.test/"]) yield* session.check(url)
      assert.strictEqual(yield* session.unjudged, 1)
    }).pipe(Effect.provide(scripted(script)))
  })

  it.effect("does not cache an outage as a verdict", () => {
    const script: Script = { answer: "down", calls: 0 }
    return Effect.gen(function*() {
      const closed = ThreatPolicy.resolve({ failurePolicy: "closed" })
      assert.isFalse((yield* check("https://a.test/", closed)).allowed)
      script.answer = 0
      assert.isTrue((yield* check("https://a.test/", closed)).allowed)
    }).pipe(Effect.provide(scripted(script)))
  })

  it.effect("scans and charges a URL once per session, and redirects never", () => {
    const script: Script = { answer: 0, calls: 0 }
    return Effect.gen(function*() {
      const policy = ThreatPolicy.resolve({ mode: "normal", blacklist: ["third.test"] })
      const session = yield* ThreatGuard.session(policy)
      for (const url of ["https://a.test/", "https://a.test/#2", "https://b.test/"]) yield* session.check(url)
      // A redirect chain whose third hop is blacklisted.
      const chain = ["https://first.test/", "https://second.test/", "https://www.third.test./", "https://a.test/"]
      const decisions = yield* Effect.forEach(chain, (hop) => session.checkHop(hop))
      assert.deepStrictEqual(decisions.map(({ allowed }) => allowed), [true, true, false, true])
      assert.strictEqual(yield* session.scanned, 2)
      yield* session.check("https://third.test/")
      assert.strictEqual(yield* session.scanned, 2)
      assert.strictEqual(script.calls, 4)
      // In the life of the session a decision does not change.
      yield* TestClock.adjust("1 hour")
      yield* session.check("https://a.test/")
      assert.strictEqual(script.calls, 4)
    }).pipe(Effect.provide(scripted(script)))
  })

  it.effect("reports its decisions in metrics and spans, without URLs", () => {
    const logs: Array<unknown> = []
    const { spans, tracer } = recordedSpans()
    return Effect.gen(function*() {
      const policy = ThreatPolicy.resolve({ mode: "normal", blacklist: ["secret-host.test"] })
      yield* check("https://secret-host.test/secret-path?secret-query", policy)
      yield* check("https://other-secret.test/secret-path?secret-query", policy)
      assert.isTrue(spans.some((span) => span.includes("\"threat.reason\",\"blacklist\"")), spans.join("\n"))
      assert.isTrue(spans.some((span) => span.includes("\"threat.reason\",\"failure\"")))
      const metrics = yield* Metric.snapshot
      const decisions = metrics.filter((metric) => metric.id === "dunlin_threat_decisions_total")
      assert.deepStrictEqual(
        decisions.map((metric) => metric.attributes).sort((left, right) =>
          String(left?.["reason"]) < String(right?.["reason"]) ? -1 : 1
        ),
        [{ reason: "blacklist", allowed: "false" }, { reason: "failure", allowed: "true" }]
      )
      assert.notInclude(
        JSON.stringify([spans, logs, metrics.map((metric) => [metric.id, metric.attributes])]),
        "secret-"
      )
    }).pipe(
      Effect.provide(scripted({ answer: "down", calls: 0 })),
      Effect.provide(Logger.layer([Logger.make((options) => void logs.push(options.message))])),
      Effect.provideService(References.MinimumLogLevel, "All"),
      Effect.withTracer(tracer),
      Effect.provideService(Metric.MetricRegistry, new Map())
    )
  })
})

describe("UrlClassifier", () => {
  const fixed = (name: string, score: number | "down") =>
    UrlClassifier.make({
      name,
      classify: () =>
        score === "down"
          ? Effect.fail(new ThreatError.ThreatError({ classifier: name, reason: new ThreatError.Unavailable({}) }))
          : Effect.succeed({ score, categories: [name] })
    })

  it.effect("limits every score to 0 to 100", () =>
    Effect.gen(function*() {
      for (const [given, expected] of [[-5, 0], [0, 0], [55.5, 55.5], [1000, 100], [Number.NaN, 100]] as const) {
        assert.strictEqual((yield* fixed("a", given).classify("https://a.test/")).score, expected)
      }
    }))

  it.effect("highest uses the worst verdict, and fails if a classifier failed and the others found nothing", () =>
    Effect.gen(function*() {
      const ask = (...scores: readonly [number | "down", ...ReadonlyArray<number | "down">]) =>
        UrlClassifier.highest([
          fixed("first", scores[0]),
          ...scores.slice(1).map((score, index) => fixed(`other ${index}`, score))
        ]).classify("https://a.test/")
      assert.deepInclude(yield* ask(10, 90, 40), { score: 90, source: "other 0" })
      assert.strictEqual((yield* ask("down", 90)).score, 90)
      assert.strictEqual((yield* ask(0, 0)).score, 0)
      assert.strictEqual((yield* Effect.flip(ask(0, "down"))).reason._tag, "Unavailable")
      assert.strictEqual((yield* Effect.flip(ask("down", "down"))).classifier, "first")
    }))

  it.effect("layerMemory uses a list", () =>
    Effect.gen(function*() {
      const classifier = yield* UrlClassifier.UrlClassifier
      assert.deepInclude(yield* classifier.classify("https://www.bad.test/x"), { score: 100, categories: ["listed"] })
      assert.deepInclude(yield* classifier.classify("https://good.test/x"), { score: 0 })
      assert.deepInclude(yield* classifier.classify("not a url"), { score: 0 })
    }).pipe(Effect.provide(UrlClassifier.layerMemory(["bad.test"]))))
})
