import { wholeBelow } from "../../../../common/test/random.ts"
import type { Document } from "./documents.ts"

export interface KnownItem {
  readonly kind: string
  readonly query: string
  readonly id: string
  readonly heldOut: boolean
}

const letters = "abcdefghijklmnopqrstuvwxyz"
const typable = /^[a-z]{4,}$/i

const misspell = (word: string, random: (below: number) => number): string => {
  const at = 1 + random(word.length - 2)
  switch (random(4)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1)
    case 1:
      return word.slice(0, at) + letters[random(26)] + word.slice(at)
    case 2:
      return word.slice(0, at) + letters[random(26)] + word.slice(at + 1)
    default:
      return word[at] === word[at + 1]
        ? word.slice(0, at) + word.slice(at + 1)
        : word.slice(0, at) + (word[at + 1] ?? "") + word[at] + word.slice(at + 2)
  }
}

const symbol =
  /(?<![\w$@./-])(?:[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z]+(?:_[A-Z0-9]+)+|[a-z]+(?:_[a-z0-9]+)+|node:[a-z_/]+|@[a-z-]+\/[a-z-]+|[A-Za-z]+\.[a-z]+\(\)|--[a-z]+(?:-[a-z]+)+)(?![\w$@/-])/g

const symbols = (documents: ReadonlyArray<Document>): ReadonlyArray<readonly [string, Document]> => {
  const owners = new Map<string, Document | undefined>()
  for (const document of documents) {
    for (const found of new Set(`${document.title}\n${document.text}`.match(symbol) ?? [])) {
      const name = found.replace(/\(\)$/, "")
      const before = owners.get(name)
      owners.set(name, owners.has(name) && before !== document ? undefined : document)
    }
  }
  return [...owners].flatMap(([name, document]) =>
    document !== undefined && name.length > 5 && name.length < 40 &&
      documents.every((other) => other === document || !`${other.title}\n${other.text}`.includes(name))
      ? [[name, document] as const]
      : []
  )
}

const sample = <A>(items: ReadonlyArray<A>, most: number, random: (below: number) => number): ReadonlyArray<A> => {
  const left = [...items]
  const out: Array<A> = []
  while (left.length > 0 && out.length < most) out.push(...left.splice(random(left.length), 1))
  return out
}

export const make = (documents: ReadonlyArray<Document>): ReadonlyArray<KnownItem> => {
  const random = wholeBelow(20)
  const titles = new Map<string, number>()
  for (const { title } of documents) titles.set(title.toLowerCase(), (titles.get(title.toLowerCase()) ?? 0) + 1)
  const unique = documents.filter(({ title }) => titles.get(title.toLowerCase()) === 1 && !/["():|]/.test(title))
  const wordsOf = ({ title }: Document) => title.split(/\s+/)
  const out: Array<KnownItem> = []
  const add = (kind: string, { heldOut, id }: Document, query: string) => out.push({ kind, query, id, heldOut })
  for (const document of unique) {
    const words = wordsOf(document)
    const plain = words.flatMap((word, at) => (typable.test(word) ? [at] : []))
    if (words.length >= 2 && words.length <= 8) {
      add("title of 2 to 8 words", document, document.title)
      if (plain.length > 0) {
        const one = plain[random(plain.length)]!
        add(
          "title, one typo",
          document,
          words.map((word, at) => (at === one ? misspell(word, random) : word)).join(" ")
        )
        add(
          "title, typo in each word",
          document,
          words.map((word, at) => (plain.includes(at) ? misspell(word, random) : word)).join(" ")
        )
      }
      if (plain.at(-1) === words.length - 1 && words.at(-1)!.length > 5) {
        add("title, last word cut", document, [...words.slice(0, -1), words.at(-1)!.slice(0, -3)].join(" "))
      }
    }
    if (words.length === 1) {
      add("title of one word", document, document.title)
      if (typable.test(document.title)) {
        add("one word, typo", document, misspell(document.title, random))
        if (document.title.length > 5) add("one word, cut", document, document.title.slice(0, -2))
      }
    }
  }
  for (const [name, document] of sample(symbols(documents), 160, random)) add("identifier", document, name)
  return out
}
