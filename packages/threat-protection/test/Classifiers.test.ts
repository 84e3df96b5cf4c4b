import {
  CloudflareScanner,
  IpQualityScore,
  JsonClassifier,
  SafeBrowsing,
  SafeBrowsingUrl,
  ThreatError,
  UrlClassifier,
  Urlhaus,
  UrlscanIo,
  VirusTotal,
  WebRisk
} from "@dunlin/threat-protection"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import type { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type Received, type Reply, serve } from "./classifierEndpoints.ts"
import { recordedSpans } from "./recordedSpans.ts"

type ClassifierLayer = Layer.Layer<UrlClassifier.UrlClassifier, never, HttpClient.HttpClient>

const key = Redacted.make("the-key")
const target = "https://target.test/path?q=1&r=ü#fragment"
const refused: Reply = { status: 401, body: { error: "no such key" } }
const isRefused = (error: ThreatError.ThreatError) => error.reason._tag

const classify = (layer: ClassifierLayer, url = target) =>
  Effect.flatMap(UrlClassifier.UrlClassifier, (classifier) => classifier.classify(url)).pipe(
    Effect.provide(layer.pipe(Layer.provide(NodeHttpClient.layerUndici)))
  )

/** One request, its answer, and what the adapter makes of it. */
const exchange = (handler: (request: Received) => Reply, layer: (apiUrl: string) => ClassifierLayer, url?: string) =>
  Effect.flatMap(serve(handler), (endpoint) => classify(layer(endpoint.url), url))

describe("WebRisk", () => {
  const layer = (apiUrl: string) => WebRisk.layer({ apiKey: key, apiUrl })
  const endpoint = (body: unknown) => (request: Received): Reply =>
    request.method !== "GET" || request.path !== "/v1/uris:search" || request.query.get("uri") !== target ||
      request.query.getAll("threatTypes").join() !== "MALWARE,SOCIAL_ENGINEERING,UNWANTED_SOFTWARE"
      ? { status: 400, body: {} }
      : request.headers["x-goog-api-key"] !== "the-key"
      ? refused
      : { body }

  it.effect("scores a listed URL with 100 until the time that the service states", () =>
    Effect.gen(function*() {
      const body = { threat: { threatTypes: ["SOCIAL_ENGINEERING"], expireTime: "2026-11-20T12:00:00.5Z" } }
      assert.deepStrictEqual(yield* exchange(endpoint(body), layer), {
        score: 100,
        categories: ["social engineering"],
        source: "web-risk",
        expiresAt: Date.UTC(2026, 10, 20, 12, 0, 0, 500)
      })
      assert.deepStrictEqual(yield* exchange(endpoint({}), layer), { score: 0, categories: [], source: "web-risk" })
    }))
})

describe("SafeBrowsing", () => {
  const layer = (apiUrl: string) => SafeBrowsing.layer({ apiKey: key, apiUrl })
  const listed = SafeBrowsingUrl.hash("evil.test/bad/")
  const neighbour = Buffer.concat([listed.subarray(0, 4), Buffer.alloc(28, 7)])
  const prefixes = (request: Received) => request.query.getAll("hashPrefixes")
  const isProper = (request: Received) =>
    request.method === "GET" && request.path === "/v5/hashes:search" &&
    request.headers["x-goog-api-key"] === "the-key" &&
    request.query.get("alt") === "json" && prefixes(request).length > 0 && prefixes(request).length <= 30 &&
    prefixes(request).every((prefix) => Buffer.from(prefix, "base64").length === 4)

  const json = (attributes: ReadonlyArray<string> = []) => (request: Received): Reply => {
    if (!isProper(request)) return { status: 400, body: {} }
    const asked = prefixes(request).includes(listed.subarray(0, 4).toString("base64"))
    return {
      body: {
        ...(asked
          ? {
            fullHashes: [
              { fullHash: neighbour.toString("base64"), fullHashDetails: [{ threatType: "MALWARE" }] },
              {
                fullHash: listed.toString("base64"),
                fullHashDetails: [{ threatType: "SOCIAL_ENGINEERING", attributes }, { threatType: "FUTURE_TYPE" }]
              }
            ]
          }
          : {}),
        cacheDuration: "300.500s"
      }
    }
  }

  it.effect("recognises a listed directory below a listed host, and never sends the URL", () =>
    Effect.gen(function*() {
      const endpoint = yield* serve(json())
      const verdict = yield* classify(layer(endpoint.url), "https://www.evil.test:8443/bad/page?secret=1")
      assert.deepStrictEqual(verdict, {
        score: 100,
        categories: ["social engineering"],
        source: "safe-browsing",
        expiresAt: 300_500
      })
      const sent = JSON.stringify([endpoint.received[0]!.path, String(endpoint.received[0]!.query)])
      for (const part of ["evil", "bad", "secret"]) assert.notInclude(sent, part)
    }))

  it.effect("does not match another URL with the same hash prefix", () =>
    Effect.gen(function*() {
      const verdict = yield* exchange(json(), layer, "https://evil.test/good/")
      assert.strictEqual(verdict.score, 0)
    }))

  it.effect("ignores canaries, frames, and unknown threats", () =>
    Effect.forEach([["CANARY"], ["FRAME_ONLY"]], (attributes) =>
      Effect.gen(function*() {
        assert.strictEqual((yield* exchange(json(attributes), layer, "https://evil.test/bad/")).score, 0)
      })))

  it.effect("caches responses, also empty ones, for the configured time", () =>
    Effect.gen(function*() {
      const endpoint = yield* serve(json())
      yield* Effect.gen(function*() {
        const classifier = yield* UrlClassifier.UrlClassifier
        yield* classifier.classify("https://evil.test/bad/")
        yield* classifier.classify("https://evil.test/bad/")
        assert.strictEqual(endpoint.received.length, 1)
        // Another page of the same host: only what is new is asked for.
        yield* classifier.classify("https://evil.test/new")
        assert.deepStrictEqual(endpoint.received.map((request) => prefixes(request).length), [2, 1])
        yield* TestClock.adjust(300_500)
        assert.strictEqual((yield* classifier.classify("https://evil.test/bad/")).score, 100)
        assert.strictEqual(prefixes(endpoint.received[2]!).length, 2)
      }).pipe(Effect.provide(layer(endpoint.url).pipe(Layer.provide(NodeHttpClient.layerUndici))))
    }))

  it.effect("parses the protocol buffer that the service sends by default", () =>
    Effect.gen(function*() {
      const field = (number: number, bytes: Buffer) =>
        Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes])
      // threat_type = MALWARE; attributes packed as [CANARY] in the second detail, which also names a threat.
      const details = [Buffer.from([8, 1]), Buffer.from([8, 2, 18, 1, 1])]
      const hash = Buffer.concat([field(1, listed), ...details.map((detail) => field(2, detail))])
      const duration = Buffer.from([8, 0xac, 2, 16, 0x80, 0xca, 0xb5, 0xee, 1])
      const body = Buffer.concat([field(1, hash), field(2, duration)])
      const reply: Reply = { headers: { "content-type": "application/x-protobuf" }, body }
      assert.deepStrictEqual(yield* exchange(() => reply, layer, "https://evil.test/bad/"), {
        score: 100,
        categories: ["malware"],
        source: "safe-browsing",
        expiresAt: 300_500
      })
      for (const cut of [1, 10, 40, body.length - 1]) {
        const broken: Reply = { ...reply, body: body.subarray(0, cut) }
        const error = yield* Effect.flip(exchange(() => broken, layer, "https://evil.test/bad/"))
        assert.strictEqual(error.reason._tag, "InvalidResponse")
      }
    }))
})

describe("IpQualityScore", () => {
  const layer = (apiUrl: string) => IpQualityScore.layer({ apiKey: key, apiUrl, strictness: 1 })
  const endpoint = (body: unknown) => (request: Received): Reply =>
    request.method === "GET" && request.path === `/api/json/url/the-key/${encodeURIComponent(target)}` &&
      request.query.get("strictness") === "1"
      ? { body }
      : { status: 400, body: {} }
  const answer = { success: true, message: "Success.", unsafe: false, risk_score: 42, phishing: false, malware: false }

  it.effect("uses the risk score as the score, with certainty 100", () =>
    Effect.gen(function*() {
      assert.deepInclude(yield* exchange(endpoint(answer), layer), { score: 42, categories: [] })
      assert.deepInclude(yield* exchange(endpoint({ ...answer, suspicious: true }), layer), {
        score: 42,
        categories: ["suspicious"]
      })
      assert.deepInclude(yield* exchange(endpoint({ ...answer, phishing: true }), layer), {
        score: 100,
        categories: ["phishing"]
      })
    }))

  it.effect("fails if an error has status 200", () =>
    Effect.gen(function*() {
      const failure = (message: string) =>
        Effect.map(Effect.flip(exchange(endpoint({ success: false, message }), layer)), isRefused)
      const cases = [
        ["Invalid or unauthorized key. Please check the API key.", "Unauthorized"],
        ["Invalid KEY.", "Unauthorized"],
        ["You are unauthorized.", "Unauthorized"],
        ["You have exceeded your request quota of 35 per day.", "RateLimited"],
        ["Your quota is used up.", "RateLimited"],
        ["Insufficient CREDITS.", "RateLimited"],
        ["The limit is exceeded.", "RateLimited"],
        // a limit of a key is a limit
        ["The quota of this key is used up.", "RateLimited"],
        ["Something else.", "InvalidResponse"]
      ] as const
      for (const [message, reason] of cases) assert.strictEqual(yield* failure(message), reason, message)
      const empty = yield* Effect.flip(exchange(endpoint({ success: true }), layer))
      assert.strictEqual(empty.reason._tag, "InvalidResponse")
    }))
})

describe("VirusTotal", () => {
  const layer = (apiUrl: string) => VirusTotal.layer({ apiKey: key, apiUrl })
  const endpoint = (reply: Reply) => (request: Received): Reply => {
    if (request.headers["x-apikey"] !== "the-key") return refused
    const id = request.path.split("/").pop() ?? ""
    const proper = request.path.startsWith("/api/v3/urls/") && !id.includes("=") &&
      Buffer.from(id, "base64url").toString() === target
    return proper ? reply : { status: 400, body: {} }
  }
  const stats = (malicious: number, suspicious: number) => ({
    body: {
      data: {
        type: "url",
        attributes: { last_analysis_stats: { malicious, suspicious, harmless: 60, undetected: 20, timeout: 0 } }
      }
    }
  })

  it.effect("adds 25 per engine, and half of that per suspicion", () =>
    Effect.gen(function*() {
      const cases = [
        [0, 0, 0, []],
        [1, 0, 25, ["malicious"]],
        [0, 1, 12.5, ["suspicious"]],
        [2, 1, 62.5, ["malicious", "suspicious"]],
        [4, 0, 100, ["malicious"]],
        [30, 9, 100, ["malicious", "suspicious"]]
      ] as const
      for (const [malicious, suspicious, score, categories] of cases) {
        assert.deepInclude(yield* exchange(endpoint(stats(malicious, suspicious)), layer), { score, categories })
      }
      const unknown: Reply = { status: 404, body: { error: { code: "NotFoundError", message: "not found" } } }
      assert.deepInclude(yield* exchange(endpoint(unknown), layer), { score: 0, categories: [] })
    }))
})

describe("Urlhaus", () => {
  const layer = (apiUrl: string) => Urlhaus.layer({ authKey: key, apiUrl })
  const endpoint = (body: unknown) => (request: Received): Reply =>
    request.headers["auth-key"] !== "the-key"
      ? refused
      : request.method === "POST" && request.path === "/v1/url/" &&
          request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true &&
          new URLSearchParams(request.body).get("url") === target
      ? { body }
      : { status: 400, body: {} }

  it.effect("scores 100 online, 60 offline, and 0 if unlisted", () =>
    Effect.gen(function*() {
      const found = { query_status: "ok", threat: "malware_download", tags: null, id: "1", urlhaus_reference: "" }
      const score = (body: unknown) => Effect.map(exchange(endpoint(body), layer), (verdict) => verdict.score)
      assert.strictEqual(yield* score({ ...found, url_status: "online" }), 100)
      assert.strictEqual(yield* score({ ...found, url_status: "unknown" }), 100)
      assert.strictEqual(yield* score({ ...found, url_status: "offline" }), 60)
      assert.strictEqual(yield* score({ query_status: "no_results" }), 0)
      const error = yield* Effect.flip(exchange(endpoint({ query_status: "unknown_auth_key" }), layer))
      assert.strictEqual(error.reason._tag, "Unauthorized")
    }))

  it.effect("checks exact URLs in a downloaded list", () =>
    Effect.gen(function*() {
      const text = Urlhaus.fromList("# a comment\r\nhttp://bad.test:80/x.exe\r\nnot a url\r\n\r\nhttps://bad.test/y")
      const score = (classifier: UrlClassifier.UrlClassifier["Service"], url: string) =>
        Effect.map(classifier.classify(url), (verdict) => verdict.score)
      assert.strictEqual(yield* score(text, "http://bad.test/x.exe#now"), 100)
      assert.strictEqual(yield* score(text, "HTTPS://BAD.test/y"), 100)
      assert.strictEqual(yield* score(text, "http://bad.test/"), 0)
      const csv = Urlhaus.fromList([
        "# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter",
        String.raw`"1","2026-01-01 00:00:00","http://a.test/""q"",x","online","","malware_download","elf,mirai","",""`,
        String.raw`"2","2026-01-01 00:00:00","http://b.test/","offline","","malware_download","None","",""`,
        String.raw`"3","broken`
      ].join("\n"))
      assert.strictEqual(yield* score(csv, "http://a.test/\"q\",x"), 100)
      assert.deepInclude(yield* csv.classify("http://b.test/"), { score: 60, categories: ["malware download"] })
      assert.strictEqual(yield* score(csv, "http://c.test/"), 0)
    }))

  it.effect("reads the list from a file", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-urlhaus-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => fs.rmSync(folder, { recursive: true })))
      fs.writeFileSync(path.join(folder, "online.txt"), "http://bad.test/x\n")
      const classifier = yield* Effect.provide(
        UrlClassifier.UrlClassifier,
        Urlhaus.layerFile(path.join(folder, "online.txt")).pipe(Layer.provide(NodeFileSystem.layer))
      )
      assert.strictEqual((yield* classifier.classify("http://bad.test/x")).score, 100)
    }))

  it.effect("fails on a file without URLs, because it would allow every URL", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-urlhaus-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => fs.rmSync(folder, { recursive: true })))
      for (const text of ["", "# URLhaus\n", "Error: not found\n", "<html><title>Gone</title></html>"]) {
        fs.writeFileSync(path.join(folder, "online.txt"), text)
        const error = yield* Effect.flip(
          Layer.build(Urlhaus.layerFile(path.join(folder, "online.txt")).pipe(Layer.provide(NodeFileSystem.layer)))
        )
        assert.match(error.message, /online\.txt contains no URLs/, text)
      }
    }))
})

describe("the scanners", () => {
  /** Accepts one URL and has the result ready at the third question. */
  const scanner = (options: {
    readonly submitPath: string
    readonly resultPath: string
    readonly isAuthorized: (request: Received) => boolean
    readonly visibility: string
    readonly overall: unknown
    readonly readyAfter?: number
  }) => {
    let questions = 0
    return (request: Received): Reply => {
      if (!options.isAuthorized(request)) return refused
      if (request.method === "POST" && request.path === options.submitPath) {
        const body = JSON.parse(request.body) as { url?: string; visibility?: string }
        return body.url === target && body.visibility === options.visibility
          ? { body: { uuid: "0195-uuid", url: target, api: "", message: "Submission successful", result: "" } }
          : { status: 400, body: {} }
      }
      if (request.method !== "GET" || request.path !== options.resultPath) return { status: 400, body: {} }
      return ++questions < (options.readyAfter ?? 3)
        ? { status: 404, body: { message: "Scan is not finished yet", status: 404 } }
        : { body: { task: { uuid: "0195-uuid" }, verdicts: { overall: options.overall } } }
    }
  }
  const urlscan = (overall: unknown, readyAfter?: number) =>
    scanner({
      submitPath: "/api/v1/scan/",
      resultPath: "/api/v1/result/0195-uuid/",
      isAuthorized: (request) => request.headers["api-key"] === "the-key",
      visibility: "private",
      overall,
      ...(readyAfter === undefined ? {} : { readyAfter })
    })
  const cloudflare = (overall: unknown) =>
    scanner({
      submitPath: "/accounts/account-1/urlscanner/v2/scan",
      resultPath: "/accounts/account-1/urlscanner/v2/result/0195-uuid",
      isAuthorized: (request) => request.headers.authorization === "Bearer the-key",
      visibility: "Unlisted",
      overall
    })
  const pollInterval = "5 millis"

  it.live("urlscan.io: uses its score, but nothing below 0", () =>
    Effect.gen(function*() {
      const layer = (apiUrl: string) => UrlscanIo.layer({ apiKey: key, apiUrl, pollInterval })
      for (const [given, expected] of [[-100, 0], [0, 0], [55, 55], [100, 100]] as const) {
        const verdict = yield* exchange(urlscan({ score: given, categories: ["phishing"], malicious: true }), layer)
        assert.deepInclude(verdict, { score: expected, categories: ["phishing"], source: "urlscan" })
      }
    }))

  it.live("urlscan.io: treats a scan that takes too long as an outage", () =>
    Effect.gen(function*() {
      const layer = (apiUrl: string) => UrlscanIo.layer({ apiKey: key, apiUrl, pollInterval, patience: "30 millis" })
      const error = yield* Effect.flip(exchange(urlscan({ score: 0 }, 1000), layer))
      assert.strictEqual(error.reason._tag, "Unavailable")
    }))

  it.live("Cloudflare: scores 100 if malicious, otherwise 0", () =>
    Effect.gen(function*() {
      const layer = (apiUrl: string) =>
        CloudflareScanner.layer({ accountId: "account-1", apiToken: key, apiUrl, pollInterval })
      const bad = yield* exchange(cloudflare({ malicious: true, categories: ["Phishing"] }), layer)
      assert.deepInclude(bad, { score: 100, categories: ["Phishing"], source: "cloudflare" })
      assert.deepInclude(yield* exchange(cloudflare({ malicious: false }), layer), { score: 0, categories: [] })
    }))
})

describe("JsonClassifier", () => {
  it.effect("uses the configured request and response", () =>
    Effect.gen(function*() {
      const layer = (apiUrl: string) =>
        JsonClassifier.layer({
          name: "house",
          headers: { "x-key": key },
          request: (url) => ({ method: "POST", url: `${apiUrl}/check`, body: { url } }),
          answer: Schema.Struct({ risk: Schema.Number }),
          verdict: ({ risk }) => ({ score: risk * 100, categories: ["house"] })
        })
      const handler = (request: Received): Reply =>
        request.headers["x-key"] === "the-key" && request.path === "/check" &&
          (JSON.parse(request.body) as { url: string }).url === target
          ? { body: { risk: 0.5, other: "ignored" } }
          : refused
      assert.deepStrictEqual(yield* exchange(handler, layer), { score: 50, categories: ["house"], source: "house" })
    }))
})

describe("every adapter", () => {
  const adapters: ReadonlyArray<readonly [string, (apiUrl: string) => ClassifierLayer]> = [
    ["web-risk", (apiUrl) => WebRisk.layer({ apiKey: key, apiUrl })],
    ["safe-browsing", (apiUrl) => SafeBrowsing.layer({ apiKey: key, apiUrl })],
    ["ipqualityscore", (apiUrl) => IpQualityScore.layer({ apiKey: key, apiUrl })],
    ["virustotal", (apiUrl) => VirusTotal.layer({ apiKey: key, apiUrl })],
    ["urlhaus", (apiUrl) => Urlhaus.layer({ authKey: key, apiUrl })],
    ["urlscan", (apiUrl) => UrlscanIo.layer({ apiKey: key, apiUrl })],
    ["cloudflare", (apiUrl) => CloudflareScanner.layer({ accountId: "a", apiToken: key, apiUrl })],
    ["house", (apiUrl) =>
      JsonClassifier.layer({
        name: "house",
        request: (url) => ({ url: `${apiUrl}/?u=${encodeURIComponent(url)}` }),
        answer: Schema.Struct({ risk: Schema.Number }),
        verdict: ({ risk }) => ({ score: risk, categories: [] })
      })]
  ]
  for (const [name, layer] of adapters) {
    it.effect(`${name} distinguishes failures, and its errors and spans contain neither URL nor key`, () =>
      Effect.gen(function*() {
        const { spans, tracer } = recordedSpans()
        const failures: ReadonlyArray<readonly [Reply, ThreatError.ThreatError["reason"]]> = [
          [{ status: 500, body: {} }, new ThreatError.Unavailable({ status: 500 })],
          [{ status: 503, body: "<html>" }, new ThreatError.Unavailable({ status: 503 })],
          [{ status: 401, body: {} }, new ThreatError.Unauthorized()],
          [{ status: 403, body: {} }, new ThreatError.Unauthorized()],
          [
            { status: 429, headers: { "retry-after": "7" }, body: {} },
            new ThreatError.RateLimited({ retryAfterMillis: 7000 })
          ],
          [{ status: 429, body: {} }, new ThreatError.RateLimited({})],
          [{ status: 400, body: { message: target } }, new ThreatError.InvalidResponse()],
          [{ body: "{ not json" }, new ThreatError.InvalidResponse()],
          [{ body: [1, 2] }, new ThreatError.InvalidResponse()]
        ]
        for (const [reply, reason] of failures) {
          const error = yield* Effect.flip(exchange(() => reply, layer)).pipe(Effect.withTracer(tracer))
          assert.deepStrictEqual(error.reason, reason)
          assert.strictEqual(error.classifier, name)
          assert.notMatch(`${JSON.stringify(error)} ${error.message} ${error.stack}`, /target|the-key/)
        }
        const silent = yield* Effect.flip(classify(layer("http://127.0.0.1:1"))).pipe(Effect.withTracer(tracer))
        assert.deepStrictEqual(silent.reason, new ThreatError.Unavailable({}))
        assert.isTrue(spans.length >= failures.length && spans.every((span) => span.includes(name)), spans.join())
        assert.notMatch(spans.join(), /target|the-key/)
      }))
  }
})
