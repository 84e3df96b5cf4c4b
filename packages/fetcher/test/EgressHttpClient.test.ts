import { EgressGuard, EgressHttpClient } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Stream, Tracer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import * as NodeZlib from "node:zlib"

const server = Effect.acquireRelease(
  Effect.callback<{ readonly origin: string; readonly target: string; readonly close: () => void }>((resume) => {
    const server = NodeHttp.createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        if (request.url === "/gzip") {
          response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" })
          return response.end(NodeZlib.gzipSync("unpacked"))
        }
        if (request.url === "/big") return response.end(Buffer.alloc(300_000))
        if (request.url === "/moved") return response.writeHead(302, { location: "http://10.0.0.1/" }).end()
        if (request.url === "/none") return response.writeHead(204).end()
        response.writeHead(200, { "content-type": "application/json" })
        return response.end(JSON.stringify({
          method: request.method,
          url: request.url,
          type: request.headers["content-type"],
          body: Buffer.concat(chunks).toString()
        }))
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
      resume(Effect.succeed({
        target,
        origin: `http://${target}`,
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const using = <A, E>(use: (client: HttpClient.HttpClient, origin: string) => Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const { origin, target } = yield* server
    return yield* Effect.flatMap(HttpClient.HttpClient, (client) => use(client, origin)).pipe(
      Effect.provide(
        EgressHttpClient.layer({ maxBytes: 100_000 }).pipe(Layer.provide(EgressGuard.layer({ allow: [target] })))
      )
    )
  }).pipe(Effect.scoped)

it.live("sends bodies of every kind", () =>
  using((client, origin) =>
    Effect.gen(function*() {
      const post = (change: (request: HttpClientRequest.HttpClientRequest) => HttpClientRequest.HttpClientRequest) =>
        Effect.flatMap(client.execute(change(HttpClientRequest.post(`${origin}/a?b=1`))), (response) => response.json)
      assert.deepStrictEqual(yield* post((request) => request), { method: "POST", url: "/a?b=1", body: "" })
      assert.deepStrictEqual(
        yield* post(HttpClientRequest.bodyJsonUnsafe({ q: "ü" })),
        { method: "POST", url: "/a?b=1", type: "application/json", body: "{\"q\":\"ü\"}" }
      )
      const encode = (text: string) => new TextEncoder().encode(text)
      const streamed = yield* post(HttpClientRequest.bodyStream(Stream.make(encode("one"), encode("two"))))
      assert.propertyVal(streamed, "body", "onetwo")
      const form = new FormData()
      form.append("name", "value")
      assert.match(
        JSON.stringify(yield* post(HttpClientRequest.bodyFormData(form))),
        /multipart\/form-data.*name.*value/
      )
    })
  ))

it.live("decodes, streams, and enforces its limit", () =>
  using((client, origin) =>
    Effect.gen(function*() {
      const text = (path: string) => Effect.flatMap(client.get(origin + path), (response) => response.text)
      assert.strictEqual(yield* text("/gzip"), "unpacked")
      assert.strictEqual(yield* text("/none"), "")
      yield* Effect.flip(text("/big"))
      const streamed = yield* Effect.flatMap(
        client.get(`${origin}/x`),
        (response) => Stream.runFold(response.stream, () => 0, (size, chunk) => size + chunk.length)
      )
      assert.isAbove(streamed, 0)
    })
  ))

it.live("does not follow redirects", () =>
  using((client, origin) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* client.get(`${origin}/moved`)).status, 302)
    })
  ))

it.live("adds no URL to spans, and sends no trace headers", () =>
  Effect.gen(function*() {
    const spans: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        spans.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    let headers: NodeHttp.IncomingHttpHeaders = {}
    const listener = NodeHttp.createServer((request, response) => {
      headers = request.headers
      response.end("x")
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void listener.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => listener.close())
    )
    const target = `127.0.0.1:${(listener.address() as AddressInfo).port}`
    yield* Effect.flatMap(HttpClient.HttpClient, (client) => client.get(`http://${target}/hook?token=secret`)).pipe(
      Effect.withSpan("work"),
      Effect.provide(EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer({ allow: [target] })))),
      Effect.withTracer(tracer)
    )
    assert.deepStrictEqual(spans, ["work"])
    assert.notProperty(headers, "traceparent")
    assert.notProperty(headers, "b3")
  }).pipe(Effect.scoped))
