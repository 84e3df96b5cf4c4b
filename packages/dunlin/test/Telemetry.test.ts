import { Fetcher } from "@dunlin/fetcher"
import { SearchProvider } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { createClient, type Telemetry } from "dunlin"
import { Layer, Tracer } from "effect"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"

const secret = "platypus"
const address = `https://example.com/${secret}`
const parts = {
  provider: SearchProvider.layerMemory([
    { source: "web", url: address, title: `The ${secret}`, description: `About the ${secret}`, position: 1 }
  ]),
  fetcher: Fetcher.layerMemory({
    [address]: `<main><h1>Hello</h1><p>This is the ${secret} page, and it is long.</p></main>`
  })
}
const work = async (client: ReturnType<typeof createClient>) => {
  await client.search(secret, { scrapeOptions: { formats: ["markdown"] } })
  await client.scrape(`${address}/gone`).catch(() => undefined)
}

interface Kept {
  readonly name: string
  readonly trace: string
  readonly id: string
  readonly parent: string | undefined
  readonly attributes: Record<string, unknown>
  status: { readonly code: number; readonly message?: string } | undefined
  ended: boolean
}

const key = Symbol.for("OpenTelemetry Context Key SPAN")

/** A tracer as OpenTelemetry makes them, that keeps what it is told. */
const tracerOf = (kept: Array<Kept>): Telemetry.OtelTracer => ({
  startSpan: (name, { attributes, root }, context: Telemetry.OtelContext) => {
    const parent = root ? undefined : (context.getValue(key) as Telemetry.OtelSpan | undefined)?.spanContext()
    const id = (kept.length + 1).toString(16).padStart(16, "0")
    const span: Kept = {
      name,
      id,
      trace: parent?.traceId ?? id.padStart(32, "0"),
      parent: parent?.spanId,
      attributes: { ...attributes },
      status: undefined,
      ended: false
    }
    kept.push(span)
    return {
      spanContext: () => ({ traceId: span.trace, spanId: id, traceFlags: 1 }),
      setAttribute: (name, value) => Object.assign(span.attributes, { [name]: value }),
      addEvent: () => undefined,
      setStatus: (status) => {
        span.status = status
      },
      isRecording: () => true,
      end: ([seconds, nanoseconds]) => {
        span.ended = Number.isInteger(seconds) && nanoseconds < 1e9
      }
    }
  }
})

type Callback = (result: { observe(value: number, attributes: Record<string, string>): void }) => void

const meterOf = (instruments: Map<string, Set<Callback>>): Telemetry.OtelMeter => {
  const create = (name: string) => {
    const callbacks = new Set<Callback>()
    instruments.set(name, callbacks)
    return {
      addCallback: (callback: Callback) => void callbacks.add(callback),
      removeCallback: (callback: Callback) => void callbacks.delete(callback)
    }
  }
  return { createObservableCounter: create, createObservableGauge: create }
}

/** A collector on this machine, and the bodies it was sent, by path. */
const collector = async () => {
  const bodies: Array<{ readonly path: string; readonly text: string }> = []
  const server = NodeHttp.createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8").on("data", (piece) => text += piece).on("end", () => {
      bodies.push({ path: request.url ?? "", text })
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { bodies, url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

describe("telemetry of a client", { concurrent: false }, () => {
  it("is a tree of OpenTelemetry spans below the active one, without text of queries and pages", async () => {
    const kept: Array<Kept> = []
    const tracer = tracerOf(kept)
    const place = Symbol.for("opentelemetry.js.api.1")
    const host = { spanContext: () => ({ traceId: "f".repeat(32), spanId: "e".repeat(16), traceFlags: 1 }) }
    const active = { getValue: (name: symbol) => name === key ? host : undefined }
    const client = createClient({ ...parts, telemetry: { tracer } })
    Object.assign(globalThis, { [place]: { context: { active: () => active } } })
    try {
      await work(client)
      for await (const _ of client.stream(secret)) void _
    } finally {
      Reflect.deleteProperty(globalThis, place)
    }
    await client.search(secret)
    await client.close()
    const ids = new Set(kept.map(({ id }) => id))
    const roots = kept.filter(({ parent }) => parent === undefined || !ids.has(parent))
    // a stream is settled once its reader has everything, after the span of the search
    assert.sameMembers(roots.map(({ name }) => name), [
      "Searcher.search",
      "Scraper.scrape",
      "Searcher.search",
      "CreditLedger.settle",
      "Searcher.search"
    ])
    assert.deepStrictEqual(roots.map(({ parent, trace }) => [parent, trace[0]]), [
      ...Array.from({ length: 4 }, () => ["e".repeat(16), "f"]),
      [undefined, "0"]
    ])
    assert.isAbove(kept.length, roots.length + 4)
    assert.isTrue(kept.every(({ ended }) => ended))
    assert.deepStrictEqual(
      kept.filter(({ name, status }) => name === "Scraper.scrape" && status !== undefined).map(({ status }) => status),
      [{ code: 2, message: "ScrapeError/FetchFailed" }]
    )
    assert.notInclude(JSON.stringify(kept), secret)
  })

  it("is counted by an OpenTelemetry meter, separately for each client, until it is closed", async () => {
    const instruments = new Map<string, Set<Callback>>()
    const client = createClient({ ...parts, telemetry: { meter: meterOf(instruments) } })
    const other = createClient({ ...parts, telemetry: { meter: meterOf(new Map()) } })
    await work(client)
    await work(other)
    const seen: Array<readonly [name: string, value: number, attributes: Record<string, string>]> = []
    for (const [name, callbacks] of instruments) {
      for (const callback of callbacks) {
        callback({ observe: (value, attributes) => seen.push([name, value, attributes]) })
      }
    }
    const scrapes = seen.filter(([name, , { stage }]) =>
      name === "dunlin_stage_duration_seconds_count" && stage === "refine"
    )
    assert.deepStrictEqual(scrapes.map(([, value]) => value), [1])
    assert.notInclude(JSON.stringify(seen), secret)
    await client.close()
    await other.close()
    assert.isTrue([...instruments.values()].every((callbacks) => callbacks.size === 0))
  })

  it("uses a tracer of Effect, and nothing if it is off", async () => {
    const names: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        names.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    const client = createClient({ ...parts, telemetry: Layer.succeed(Tracer.Tracer, tracer) })
    await work(client)
    await client.close()
    assert.includeMembers(names, ["Searcher.search", "Scraper.scrape"])
  })

  it("is sent to OTEL_EXPORTER_OTLP_ENDPOINT completely when the client closes", async () => {
    const { bodies, close, url } = await collector()
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url
    process.env.OTEL_SERVICE_NAME = "waders"
    try {
      const silent = createClient({ ...parts, telemetry: false })
      const client = createClient(parts)
      process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url
      await work(silent)
      await silent.close()
      assert.isEmpty(bodies)
      await work(client)
      await client.close()
    } finally {
      delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
      delete process.env.OTEL_SERVICE_NAME
      await close()
    }
    const of = (path: string) => bodies.filter((body) => body.path === path).map(({ text }) => text).join("\n")
    assert.include(of("/v1/traces"), "\"Searcher.search\"")
    assert.include(of("/v1/traces"), "\"waders\"")
    assert.include(of("/v1/metrics"), "dunlin_stage_duration_seconds")
    assert.notInclude(JSON.stringify(bodies), secret)
  })

  it("names the variable if its URL is invalid", async () => {
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = "collector"
    const client = createClient(parts)
    try {
      const failure = await client.search("x").then(() => undefined, (error: unknown) => error)
      assert.match(String(failure), /OTEL_EXPORTER_OTLP_ENDPOINT/)
    } finally {
      delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
      await client.close()
    }
  })
})
