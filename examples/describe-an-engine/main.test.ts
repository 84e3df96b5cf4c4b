import { JsonHttp } from "@dunlin/providers"
import { httpSuite, run } from "@dunlin/providers/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as vitest from "vitest"
import { gull, program } from "./main.ts"

it.effect("obeys an operator that the engine does not know", () =>
  Effect.map(program, (urls) => assert.deepStrictEqual(urls, ["https://a.example/gulls"])))

const secret = "gull-key-1234"

// The wire format, written from the engine's documentation: this is all the suite needs to play the engine.
const promises = httpSuite("gull", {
  layer: JsonHttp.layer(gull, { apiKey: Redacted.make(secret) }),
  secret,
  quota: { status: 429, body: { error: "monthly quota exceeded" } },
  wire: {
    asked: ({ url }) => ({
      page: Number(url.searchParams.get("page")) - 1,
      count: Number(url.searchParams.get("n"))
    }),
    body: (results) => ({
      items: results.map(({ date, snippet, title, url }) => ({ link: url, name: title, blurb: snippet, when: date })),
      more: true
    })
  }
})

run(promises, vitest)
