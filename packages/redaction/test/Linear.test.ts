/** Counts what the engine does to crafted texts of length n and 2n: calls, and characters handed to them. */
import { Heuristics, Placeholders, Replacement } from "@dunlin/redaction"
import { entities, type Entity } from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { applied, exceeds } from "./backtracks.ts"

const crafted: Record<string, string> = {
  digits: "1",
  "digits and spaces": "1 ",
  "digits and dashes": "1-",
  "house numbers": "1 Aa ",
  capitals: "Aa ",
  "capitals without space": "Aa",
  letters: "a",
  ats: "a@",
  "ats and dots": "a@a.",
  dots: "a.",
  spaces: " ",
  lines: "\n",
  hex: "0123456789abcdef",
  base64: "aB3/",
  paths: "http://a/a/",
  "passwords": "password ",
  "keys": "key=",
  "key values": "key=aB3dE5fG7 ",
  colons: "a:",
  jwt: "eyJ",
  begins: "-----BEGIN ",
  "private keys": "-----BEGIN RSA PRIVATE KEY-----\nA\n",
  initials: "A. B. ",
  greetings: "Hi Anna ",
  quotes: "\"",
  pipes: "| a | b |\n|---|---|\n",
  "table rows": "| Ann | 5550147 |\n",
  commas: "name,phone,mail\na,b,c\n",
  brackets: "[a](",
  tags: "<EMAIL>",
  entities: "&#64;",
  zero: "\u200b",
  numbers: "+1 212 555 0147 ",
  names: "John Smith, ",
  addresses: "12 Elm Road, Dayton, OH 45402 ",
  han: "漢字 ",
  fences: "```\n",
  boxes: "PO Box ",
  "social page": "@ Ann #x ",
  "handles": "@ jimmurphyjimmurphyjimmurph\n",
  "tags of names": "#annaannaannaannaannaannaanna ",
  "names in base64": "Sm9obiBTbWl0aA== ",
  "long base64": "Sm9obiBTbWl0",
  "towns and codes": ", 12345 Wien",
  "lanes and codes": "Mill Lane, NR2 1HX ",
  "small streets": "12 oak lane ",
  "names and values": "password value: ",
  "web keys": "\"kty\"",
  commands: "curl x ",
  "strings of a shell": "ConvertTo-SecureString -String ",
  "capitals and words": "DBpassword=",
  "commands with users": "git -u a:b ",
  introductions: "my name is ",
  "percent-encoded texts": "?a=A%20b%C3%BC,",
  "one percent-encoded text": "%20A%25",
  "text addresses": "data:data:%20",
  forms: "http://a/?b=A+b",
  "emphasis at ats": "a**@**",
  "named parameters": "?name=A",
  "parts of names": "lastName: Aa ",
  "family names first": "\"Smith, John",
  dials: "tel:123456",
  "open links": "[a]((((",
  schemes: "a://",
  "secret addresses": "https://hooks.",
  "bare addresses": "www.a.",
  titles: "mr ",
  rules: "|-|\n",
  "separated words": "name, mail; "
}

/** Runs a function with the string and expression methods counted. The count is the same on every machine. */
const count = (run: () => void): number => {
  let work = 0
  const restore: Array<() => void> = []
  const wrap = (target: object, name: string, cost: (self: unknown, result: any, parameters: Array<any>) => number) => {
    const original = Reflect.get(target, name) as (...parameters: Array<unknown>) => unknown
    Reflect.set(target, name, function(this: unknown, ...parameters: Array<unknown>) {
      const result = Reflect.apply(original, this, parameters)
      work += cost(this, result, parameters)
      return result
    })
    restore.push(() => {
      Reflect.set(target, name, original)
    })
  }
  const length = (value: unknown) => typeof value === "string" ? value.length : 0
  wrap(String.prototype, "charCodeAt", () => 1)
  wrap(String.prototype, "slice", (_, result) => 1 + length(result))
  // a search costs what it walks
  wrap(String.prototype, "indexOf", (self, result, [, from]) => 1 + (result < 0 ? length(self) : result) - (from ?? 0))
  wrap(
    String.prototype,
    "lastIndexOf",
    (self, result, [, from]) => 1 + Math.min(from ?? Infinity, length(self)) - result
  )
  wrap(String.prototype, "startsWith", () => 1)
  wrap(String.prototype, "split", (self) => 1 + length(self))
  wrap(Map.prototype, "get", () => 1)
  wrap(Set.prototype, "has", () => 1)
  wrap(Array.prototype, "push", () => 1)
  wrap(Array.prototype, "filter", (self) => (self as ReadonlyArray<unknown>).length)
  wrap(Array.prototype, "every", () => 1)
  wrap(String.prototype, "endsWith", () => 1)
  run()
  for (const undo of restore) undo()
  return work
}

describe("work", () => {
  it("doubles, and no more, when a crafted text doubles", () => {
    for (const [name, unit] of Object.entries(crafted)) {
      const work = (length: number) => {
        const text = unit.repeat(Math.ceil(length / unit.length))
        return count(() => {
          const spans = Heuristics.detect(text, { entities, recall: true })
          Replacement.apply(text, spans, "tag")
        })
      }
      // the first reading builds the tables
      work(100)
      const once = work(4000)
      const twice = work(8000)
      assert.isAtMost(twice / once, 2.2, name)
    }
  })
})

/** Findings that are all others, and alike in what they are compared by. */
const distinct: ReadonlyArray<readonly [Entity, (n: number) => string]> = [
  ["EMAIL", (n) => `a${n}@quill.example`],
  ["PHONE", (n) => `+${10_000 + n} 5550147`],
  ["PERSON", (n) => `J${letters(n)} Smith`],
  ["PERSON", (n) => `J ${letters(n)} Smith`],
  ["PERSON", (n) => `J${letters(n)} S`],
  ["PERSON", (n) => letters(n)]
]

/** A number in the letters from a to j, each twice, so that none is an initial. */
const letters = (n: number): string => String(n).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)]!.repeat(2))

describe("numbering", () => {
  it("takes twice the work for twice the findings, and no more", () => {
    for (const [entity, valueOf] of distinct) {
      const work = (many: number) =>
        count(() => {
          const numbering = new Placeholders.Numbering()
          for (let n = 0; n < many; n++) numbering.tagOf(entity, valueOf(n))
        })
      assert.isAtMost(work(6000) / work(3000), 2.2, `${entity} ${valueOf(1)}`)
    }
  })
})

/** Where a value begins, what it is made of, and what it ends with so that an expression fits all of it but the end. */
const heads = ["password=", "password=1.", "password: \"", "-----BEGIN PRIVATE KEY-----\n\""]
const values = ["!", "\\", "1", "a.", "&lt;", " ", `${"$".repeat(40)}+${"$".repeat(22)}aB3dE5fG7hI9jK1lM3nO `]
const ends = ["x", "@ "]

/** Characters of the longest value, the shortest text whose expressions are counted, and steps that may be taken back. */
const LONGEST_VALUE = 8192
const SHORTEST = 24
const STEPS_PER_CHARACTER = 64
/** Steps for a window of a bounded length, of which an expression may try pairs of places. */
const STEPS_PER_WINDOW = 60_000

describe("expressions", () => {
  it("take few steps back on values that are made of what they look for", () => {
    const detect = (text: string) => () => {
      Heuristics.detect(text, { entities, recall: true })
    }
    for (const head of heads) {
      for (const value of values) {
        for (const end of ends) {
          const text = head + value.repeat(Math.floor((LONGEST_VALUE - head.length) / value.length) - 1) + end
          for (const one of applied(SHORTEST, detect(text))) {
            const limit = STEPS_PER_WINDOW + STEPS_PER_CHARACTER * one.text.length
            if (exceeds(one, limit)) assert.fail(`${one.source} on ${JSON.stringify(one.text.slice(0, 80))}…`)
          }
        }
      }
    }
  })

  it("are counted: one that tries every start of a run is found, and one that walks it once is not", () => {
    const text = `${"!".repeat(LONGEST_VALUE)}x`
    const found = applied(SHORTEST, () => {
      assert.isFalse(/!+$/.test(text))
      assert.isTrue(/^!+/.test(text))
    })
    assert.deepStrictEqual(
      found.map((one) => exceeds(one, STEPS_PER_WINDOW + STEPS_PER_CHARACTER * text.length)),
      [true, false]
    )
  })
})
