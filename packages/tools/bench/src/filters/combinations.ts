/**
 * Generates queries of one to three filters and an optional word. Each has a judge that shares no code with the
 * product.
 */
import type { Document } from "../knownItems/documents.ts"

export interface Page extends Document {
  readonly publishedAt?: string
}

export interface Asked {
  readonly kind: string
  readonly query: string
  readonly words: string
  readonly holds: (page: Page) => boolean
}

type Part = Pick<Asked, "holds" | "kind" | "query">
type Random = (below: number) => number
interface Source {
  readonly random: Random
  readonly pages: ReadonlyArray<Page>
  readonly page: Page
  readonly words: ReadonlyArray<string>
}

const hosts = ["docs.example", "api.docs.example", "blog.other.example", "other.example:8443", "notes.example"]
const endings = [".html", ".pdf", ".md", "", "/"]
const firstYear = 2018
const years = 7
const months = 12
const days = 28

const two = (value: number): string => String(value).padStart(2, "0")

export const place = (documents: ReadonlyArray<Document>): ReadonlyArray<Page> =>
  documents.map((document, at) => {
    const path = document.id.replaceAll("@", "").replace(/\.mdx?$/i, "").toLowerCase()
    return {
      ...document,
      url: new URL(`https://${hosts[at % hosts.length]}/${path}${endings[(at * 7) % endings.length]}`).href,
      ...(at % 3 === 0
        ? {}
        : { publishedAt: `${firstYear + at % years}-${two(1 + at % months)}-${two(1 + at % days)}` })
    }
  })

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.toLowerCase().match(/(?<![\p{L}\p{N}_])[a-z]{5,12}(?![\p{L}\p{N}_])/gu) ?? []
const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${word}(?![\\p{L}\\p{N}\\p{M}])`, "iu").test(text)
/** Number of letters that two inflections must share, as `getting` and `gets` do. */
const stem = 3
/** Returns whether a text has a form of a word, by its first letters. The word may be part of a camel-case name. */
const hasForm = (text: string, word: string): boolean => {
  const form = `${word.slice(0, stem)}\\p{L}{0,12}`
  return hasWord(text, form) || hasWord(text.replace(/([a-z\d])([A-Z])/g, "$1 $2"), form)
}
const listMarks = /^[ \t]*(?:[-*+]|\d+\.)[ \t]+/gm
const hasPhrase = (text: string, first: string, second: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${first}[\\s*_\`>#|]+${second}(?![\\p{L}\\p{N}])`, "iu").test(
    text.replace(listMarks, "")
  )
const all = ({ text, title }: Document): string => `${title}\n\n${text}`
const anywhere = (page: Page): string => `${all(page)}\n${page.url.slice("https:".length)}`

const pick = <A>(items: ReadonlyArray<A>, random: Random): A => items[random(items.length)]!

const sourceOf = (pages: ReadonlyArray<Page>, random: Random): Source => {
  for (;;) {
    const page = pick(pages, random)
    const words = wordsOf(page.text)
    if (words.length > 6) return { random, pages, page, words }
  }
}

const isOn = ({ url }: Page, site: string): boolean => {
  const { host, hostname } = new URL(url)
  return site.includes(":") ? host === site : hostname === site || hostname.endsWith(`.${site}`)
}
const endsIn = ({ url }: Page, ending: string): boolean => new URL(url).pathname.endsWith(`.${ending}`)

const negated = (part: Part): Part => ({
  kind: `-${part.kind}`,
  query: `-${part.query}`,
  holds: (page) => !part.holds(page)
})

const simple: ReadonlyArray<(source: Source) => Part> = [
  ({ random, words }) => {
    const at = random(words.length - 1)
    const [first, second] = [words[at]!, words[at + 1]!]
    return { kind: "phrase", query: `"${first} ${second}"`, holds: (page) => hasPhrase(all(page), first, second) }
  },
  ({ random, words }) => {
    const word = pick(words, random)
    return { kind: "quoted word", query: `"${word}"`, holds: (page) => hasWord(all(page), word) }
  },
  ({ random, words }) => {
    const word = pick(words, random)
    return { kind: "intext:", query: `intext:${word}`, holds: ({ text }) => hasWord(text, word) }
  },
  ({ page, random }) => {
    const word = pick([...wordsOf(page.title), "stream"], random)
    return { kind: "intitle:", query: `intitle:${word}`, holds: ({ title }) => hasWord(title, word) }
  },
  ({ random }) => {
    const site = pick(hosts, random)
    return { kind: "site:", query: `site:${site}`, holds: (page) => isOn(page, site) }
  },
  ({ random }) => {
    // A URL without an extension may be a web page, so html is excluded.
    const ending = pick(["pdf", "md"], random)
    return { kind: "filetype:", query: `filetype:${ending}`, holds: (page) => endsIn(page, ending) }
  },
  ({ page, random }) => {
    const parts = new URL(page.url).pathname.split(/[/.]/).filter((part) => /^[a-z]{3,}$/.test(part))
    const part = pick([...parts, "readme"], random)
    return { kind: "inurl:", query: `inurl:${part}`, holds: ({ url }) => url.includes(part) }
  }
]

const inTime: ReadonlyArray<(source: Source) => Part> = (["before", "after"] as const).map((side) => ({ random }) => {
  const day = `${firstYear + random(years)}-${two(1 + random(months))}-15`
  return {
    kind: `${side}:`,
    query: `${side}:${day}`,
    holds: ({ publishedAt }) =>
      publishedAt !== undefined && (side === "before" ? publishedAt < day : publishedAt >= day)
  }
})

const group = (source: Source): Part => {
  const { random } = source
  const items = [pick(simple, random)(source), pick(simple, random)(source)] as const
  const sign = pick(["AND", "OR"], random)
  return {
    kind: `(${items.map(({ kind }) => kind).join(` ${sign} `)})`,
    query: `(${items.map(({ query }) => query).join(` ${sign} `)})`,
    holds: (page) => sign === "AND" ? items.every(({ holds }) => holds(page)) : items.some(({ holds }) => holds(page))
  }
}

const demands: ReadonlyArray<(source: Source) => Part> = [
  ({ random, words }) => {
    const word = pick(words, random)
    return { kind: "+word", query: `+${word}`, holds: (page) => hasForm(anywhere(page), word) }
  },
  ({ random, words }) => {
    const [first, second] = [pick(words, random), pick(words, random)]
    return {
      kind: "AND",
      query: `${first} AND ${second}`,
      holds: (page) => hasForm(anywhere(page), first) && hasForm(anywhere(page), second)
    }
  },
  ({ pages, random }) => {
    const word = pick(sourceOf(pages, random).words, random)
    const sign = pick(["-", "NOT "], random)
    return { kind: "excluded word", query: `${sign}${word}`, holds: (page) => !hasWord(all(page), word) }
  }
]

const partOf = (source: Source): Part => {
  const { pages, random } = source
  switch (random(6)) {
    case 0:
      return pick(demands, random)(source)
    case 1:
      return pick(inTime, random)(source)
    case 2:
      return group(source)
    case 3:
      return negated(group(sourceOf(pages, random)))
    case 4:
      return negated(pick(simple, random)(sourceOf(pages, random)))
    default:
      return pick(simple, random)(source)
  }
}

export const make = (pages: ReadonlyArray<Page>, random: Random, count: number): ReadonlyArray<Asked> =>
  Array.from({ length: count }, () => {
    const source = sourceOf(pages, random)
    const parts = Array.from({ length: 1 + random(3) }, () => partOf(source))
    const word = random(3) === 0 ? "" : pick(source.words, random)
    return {
      kind: parts.map(({ kind }) => kind).join(" "),
      query: [word, ...parts.map(({ query }) => query)].join(" ").trim(),
      words: `${word} ${pick(source.words, random)} ${pick(source.words, random)}`.trim(),
      holds: (page) => parts.every(({ holds }) => holds(page))
    }
  })
