/** Checks the content of an adapter's requests, and the dates that it must return. */
import * as Effect from "effect/Effect"
import type * as SearchProvider from "../../SearchProvider.ts"
import { expect, question } from "./assertions.ts"
import * as FakeEngine from "./fakeEngine.ts"
import { answerOf, type Check, type HttpOptions, run } from "./run.ts"

const saidIn = ({ isEncoded }: FakeEngine.Wire) => ({ body, headers, url }: FakeEngine.Sent): string => {
  const texts = [decoded(url.pathname), ...url.searchParams.values(), ...Object.values(headers)]
  const visit = (value: unknown): void => {
    if (typeof value === "string") texts.push(isEncoded === true ? decoded(value) : value)
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit)
  }
  if (/^\s*[[{]/.test(body)) visit(JSON.parse(body))
  else texts.push(...new URLSearchParams(body).values())
  return texts.join("\n")
}

const decoded = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (part) => Buffer.from(part.replaceAll("%", ""), "hex").toString())

const odd = ["R&D", "C++", "50%", "a=b", "naïve", "東京", "#1"]

const asks = (options: HttpOptions): Check => ({
  name: "the query's words are sent unchanged",
  effect: Effect.gen(function*() {
    const { fake } = yield* run(
      options,
      FakeEngine.honest(options.wire, FakeEngine.samples(3)),
      question(odd.join(" "), { source: options.sources![0]! })
    )
    const sentText = fake.sent.map(saidIn(options.wire)).join("\n")
    for (const word of odd) yield* expect(sentText.includes(word), `${word} must be sent, escaped if necessary`)
  })
})

const authorizes = (options: HttpOptions): Check => ({
  name: "the credential is sent",
  effect: Effect.gen(function*() {
    const { fake } = yield* run(
      options,
      FakeEngine.honest(options.wire, FakeEngine.samples(3)),
      question("words", { source: options.sources![0]! })
    )
    const sentTexts = fake.sent.map(saidIn(options.wire))
    yield* expect(
      sentTexts.every((text) => text.includes(options.secret!)),
      "every request must contain the credential"
    )
  })
})

const dayOf = (date: string | undefined): string => {
  const time = Date.parse(date ?? "")
  return Number.isNaN(time) || !/^\d{4}-\d\d-\d\d/.test(date!)
    ? "no ISO 8601 date"
    : new Date(time).toISOString().slice(0, 10)
}

const dates = (options: HttpOptions, source: SearchProvider.Source): Check => ({
  name: `${source}: returns the engine's dates in ISO 8601`,
  effect: Effect.gen(function*() {
    const one = FakeEngine.sample(1)
    const { exit, fake } = yield* run(
      options,
      FakeEngine.honest(options.wire, [one]),
      question("words", { source })
    )
    const [hit] = (yield* answerOf(exit)).hits
    const written = (date: string) => JSON.stringify(options.wire.body([{ ...one, date }], fake.sent[0]!))
    // An engine without dates need not return any.
    if (hit === undefined || hit.source === "images" || written(one.date) === written("2019-01-31T12:00:00Z")) return
    const found = dayOf(hit.source === "web" ? hit.publishedAt : hit.date)
    yield* expect(found === one.date.slice(0, 10), `the date must be ${one.date.slice(0, 10)}, but is ${found}`)
  })
})

export const requests = (options: HttpOptions): ReadonlyArray<Check> => [
  asks(options),
  ...(options.secret === undefined ? [] : [authorizes(options)]),
  ...options.sources!.filter((source) => source !== "images").map((source) => dates(options, source))
]
