import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import type * as Pieces from "../src/internal/pieces.ts"
import { answer, serve } from "./stub.ts"

const { cut, partsOf, piecesOf }: typeof Pieces = await import(
  new URL("../src/internal/pieces.ts", import.meta.url).href
)

it("equals JSON.stringify at every cut", () => {
  const anyText = () => FastCheck.string({ unit: "binary" })
  const { value } = FastCheck.letrec((tie) => ({
    value: FastCheck.oneof(
      { maxDepth: 4 },
      FastCheck.oneof(anyText(), FastCheck.double(), FastCheck.constantFrom(null, true, undefined, "😀😀", "\ud83d")),
      FastCheck.array(tie("value"), { maxLength: 5 }),
      FastCheck.dictionary(anyText(), tie("value"), { maxKeys: 5 })
    )
  }))
  FastCheck.assert(FastCheck.property(FastCheck.tuple(value), FastCheck.integer({ min: 1, max: 40 }), (any, piece) => {
    assert.strictEqual([...partsOf(any, piece)].join(""), JSON.stringify(any))
  }))
})

it.live("is written in pieces, and other requests run between them", () =>
  Effect.gen(function*() {
    let turns = 0
    let goesOn = true
    const other = () => {
      turns++
      if (goesOn) setImmediate(other)
    }
    setImmediate(other)
    const large = {
      text: "é\n".repeat(2_000_000),
      list: Array.from({ length: 50_000 }, (_, at) => ({ at, name: "wader" }))
    }
    const pieces = (yield* piecesOf(large))!
    goesOn = false
    assert.strictEqual(pieces.join(""), JSON.stringify(large))
    assert.isAtLeast(pieces.length, 16)
    assert.isAtLeast(turns, pieces.length - 1)
    // escapes, and members of lists, make a piece longer than it was cut
    for (const piece of pieces) assert.isBelow(Buffer.byteLength(piece), 1024 * 1024)
    assert.isUndefined(yield* piecesOf({ text: "small" }))
  }))

it("never cuts inside a character", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.string({ unit: "binary" }), FastCheck.integer({ min: 1, max: 40 }), (text, piece) => {
      const pieces = cut(text, piece) ?? [text]
      assert.strictEqual(pieces.join(""), text)
      assert.strictEqual(Buffer.concat(pieces.map((one) => Buffer.from(one))).toString(), Buffer.from(text).toString())
    })
  )
})

it("arrives as one response", async () => {
  const warning = "The sanderling is a wader. ".repeat(100_000)
  const server = serve({ search: (task) => Effect.succeed({ ...answer(task), warning }) })
  const { body, headers, text } = await server.post("/v2/search", { query: "effect" })
  assert.strictEqual(body.warning, warning)
  assert.strictEqual(headers.get("content-type"), "application/json")
  assert.strictEqual(headers.get("cache-control"), "no-store")
  assert.strictEqual(headers.get("content-length"), String(Buffer.byteLength(text)))
  await server.dispose()
})

it("is stored under a key, and repeated in pieces", async () => {
  const warning = "The sanderling 😀 is a wader. ".repeat(100_000)
  const server = serve({ search: (task) => Effect.succeed({ ...answer(task), warning }) })
  const ask = () => server.post("/v2/search", { query: "effect" }, { "idempotency-key": "one" })
  const first = await ask()
  const second = await ask()
  assert.strictEqual(first.body.warning, warning)
  assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
  for (const { headers, text } of [first, second]) {
    assert.strictEqual(text, first.text)
    assert.strictEqual(headers.get("content-type"), "application/json")
    assert.strictEqual(headers.get("content-length"), String(Buffer.byteLength(text)))
  }
  await server.dispose()
})

it("is stored under a key even if the client disconnects", async () => {
  const warning = "The sanderling is a wader. ".repeat(100_000)
  const caller = new AbortController()
  let calls = 0
  const server = serve({
    search: (task) =>
      Effect.sync(() => {
        calls++
        setImmediate(() => caller.abort())
        return { ...answer(task), warning }
      })
  })
  const ask = (init: { readonly signal?: AbortSignal }) =>
    server.send("POST", "/v2/search", { body: { query: "effect" }, headers: { "idempotency-key": "one" }, ...init })
  await ask({ signal: caller.signal })
  const second = await ask({})
  assert.isTrue(caller.signal.aborted)
  assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
  assert.strictEqual(second.body.warning, warning)
  assert.strictEqual(calls, 1)
  await server.dispose()
})
