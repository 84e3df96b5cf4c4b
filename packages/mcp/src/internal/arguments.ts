/**
 * Parses a model's arguments. Unambiguous variants are accepted. Other invalid arguments get an error with the
 * correction.
 */
import * as Result from "effect/Result"
import * as Surface from "./surface.ts"

export interface SearchArguments {
  readonly queries: ReadonlyArray<string>
  readonly prefer: ReadonlyArray<string>
  readonly limit: number
  readonly maxTokens: number
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly freshness: "day" | "week" | "month" | "year" | undefined
}

export interface ReadArguments {
  readonly url: string
  readonly query: string | undefined
  /** If empty, the page is read instead. */
  readonly verify: ReadonlyArray<string>
  readonly maxTokens: number
  readonly offset: number
  readonly maxAge: number | undefined
}

type Read<A> = Result.Result<A, string>

const fail = (name: string, expected: string): Result.Result<never, string> =>
  Result.fail(`\`${name}\` must be ${expected}`)

/** Models write null for omitted arguments. */
const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null || value === ""

const text = (name: string, value: unknown, longest: number): Read<string> =>
  typeof value === "string" && value.trim() !== "" && value.length <= longest
    ? Result.succeed(value.trim())
    : fail(name, `a text of 1 to ${longest} characters`)

const whole = (
  name: string,
  value: unknown,
  range: { readonly minimum: number; readonly maximum: number; readonly default: number }
): Read<number> => {
  if (isAbsent(value)) return Result.succeed(range.default)
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && number >= range.minimum && number <= range.maximum
    ? Result.succeed(number)
    : fail(name, `a whole number from ${range.minimum} to ${range.maximum}`)
}

const ages = ["day", "week", "month", "year"] as const

const freshness = (value: unknown): Read<SearchArguments["freshness"]> => {
  if (isAbsent(value)) return Result.succeed(undefined)
  const age = ages.find((age) => typeof value === "string" && value.trim().toLowerCase() === age)
  return age === undefined ? fail("freshness", `one of ${ages.join(", ")}`) : Result.succeed(age)
}

const domains = (value: unknown): Read<Pick<SearchArguments, "include" | "exclude" | "prefer">> => {
  const expected =
    `a list of at most ${Surface.MAX_DOMAINS} hosts such as "example.com", "-example.com" or "+example.com"`
  if (isAbsent(value)) return Result.succeed({ include: [], exclude: [], prefer: [] })
  const list = typeof value === "string" ? value.split(/[\s,]+/).filter((part) => part !== "") : value
  if (!Array.isArray(list) || list.length > Surface.MAX_DOMAINS) return fail("domains", expected)
  const include: Array<string> = []
  const exclude: Array<string> = []
  const prefer: Array<string> = []
  for (const entry of list) {
    const host = typeof entry === "string" ? hostOf(entry.trim().replace(/^[-+]/, "")) : undefined
    if (host === undefined) return fail("domains", expected)
    if (entry.trim().startsWith("-")) exclude.push(host)
    else if (entry.trim().startsWith("+")) prefer.push(host)
    else include.push(host)
  }
  return Result.succeed({ include, exclude, prefer })
}

const moreQueries = (value: unknown): Read<ReadonlyArray<string>> => {
  if (isAbsent(value)) return Result.succeed([])
  const list: unknown = typeof value === "string" ? [value] : value
  return Array.isArray(list) && list.length < Surface.MAX_QUERIES
    ? Result.all(list.map((entry) => text("queries", entry, Surface.MAX_QUERY_CHARACTERS)))
    : fail("queries", `a list of at most ${Surface.MAX_QUERIES - 1} texts`)
}

const quotations = (value: unknown): Read<ReadonlyArray<string>> => {
  if (isAbsent(value)) return Result.succeed([])
  const list: unknown = typeof value === "string" ? [value] : value
  const isQuotation = (entry: unknown): entry is string =>
    typeof entry === "string" && entry.trim() !== "" && entry.length <= Surface.MAX_QUOTATION_CHARACTERS
  return Array.isArray(list) && list.length <= Surface.MAX_QUOTATIONS && list.every(isQuotation)
    ? Result.succeed(list)
    : fail(
      "verify",
      `a list of at most ${Surface.MAX_QUOTATIONS} quotations of at most ${Surface.MAX_QUOTATION_CHARACTERS} characters`
    )
}

const hostOf = (entry: string): string | undefined => {
  const host = URL.parse(entry.includes("://") ? entry : `http://${entry}`)?.hostname
  return host !== undefined && host.includes(".") ? host : undefined
}

const known = (value: unknown, names: ReadonlyArray<string>): Read<Readonly<Record<string, unknown>>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return Result.fail("The arguments must be an object")
  }
  const other = Object.keys(value).find((name) => !names.includes(name))
  return other === undefined
    ? Result.succeed(value as Readonly<Record<string, unknown>>)
    : Result.fail(`Unknown argument \`${other.slice(0, 50)}\`; expected one of ${names.join(", ")}`)
}

export const search = (input: unknown): Read<SearchArguments> =>
  Result.gen(function*() {
    const given = yield* known(input, Object.keys(Surface.search.inputSchema.properties))
    const query = yield* text("query", given.query, Surface.MAX_QUERY_CHARACTERS)
    return {
      queries: [...new Set([query, ...yield* moreQueries(given.queries)])],
      limit: yield* whole("limit", given.limit, Surface.limit),
      maxTokens: yield* whole("maxTokens", given.maxTokens, {
        ...Surface.tokens,
        default: Surface.DEFAULT_SEARCH_TOKENS
      }),
      ...yield* domains(given.domains),
      freshness: yield* freshness(given.freshness)
    }
  })

export const read = (input: unknown): Read<ReadArguments> =>
  Result.gen(function*() {
    const given = yield* known(input, Object.keys(Surface.read.inputSchema.properties))
    const url = yield* text("url", given.url, MAX_URL_CHARACTERS)
    if (!protocols.has(URL.parse(url)?.protocol)) return yield* fail("url", "an http, https or file URL")
    return {
      url,
      verify: yield* quotations(given.verify),
      query: isAbsent(given.query) ? undefined : yield* text("query", given.query, Surface.MAX_QUERY_CHARACTERS),
      maxTokens: yield* whole("maxTokens", given.maxTokens, {
        ...Surface.tokens,
        default: Surface.DEFAULT_READ_TOKENS
      }),
      offset: yield* whole("offset", given.offset, { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
      maxAge: isAbsent(given.maxAge)
        ? undefined
        : yield* whole("maxAge", given.maxAge, { minimum: 0, maximum: MAX_AGE_SECONDS, default: 0 })
    }
  })

/** A `file:` URL is the name of a document in the index. */
const protocols: ReadonlySet<string | undefined> = new Set(["http:", "https:", "file:"])
const MAX_URL_CHARACTERS = 4096
const MAX_AGE_SECONDS = 315_360_000
