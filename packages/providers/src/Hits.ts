/**
 * Creates hits from engine responses: trimmed, without absent fields, and with normalized dates.
 *
 * @since 0.1.0
 */
import { Parser } from "htmlparser2"
import * as Dates from "./internal/dates.ts"
import type { Hit, ImageHit, NewsHit, WebHit } from "./SearchProvider.ts"

type Maybe<A> = A | null | undefined

/** Longer than forum posts. Limits the parser, which takes quadratic time for unclosed elements. */
const MAX_FRAGMENT_CHARACTERS = 60_000

/**
 * Returns the plain text of an HTML fragment, without tags and with decoded entities. Text beyond 60,000 characters is
 * omitted.
 *
 * @category conversions
 * @since 0.1.0
 */
export const plain = (fragment: string): string => {
  const html = fragment.slice(0, MAX_FRAGMENT_CHARACTERS)
  if (!/[<&]/.test(html)) return tidy(html)
  let out = ""
  const parser = new Parser({
    ontext: (text) => {
      out += text
    },
    onopentagname: (name) => {
      if (name === "br" || name === "p" || name === "li" || name === "div") out += " "
    }
  }, { decodeEntities: true })
  parser.write(html)
  parser.end()
  return tidy(out)
}

const tidy = (text: string): string => text.replace(/\s+/g, " ").trim()

/**
 * Converts an engine's date to ISO 8601. Supports `2026-03-01`, `2026-03-01T10:00:00Z`, `Mar 3, 2026`, seconds since
 * the epoch and `3 hours ago`; other values return `undefined`. `now` is in epoch milliseconds.
 *
 * @category conversions
 * @since 0.1.0
 */
export const date: (value: Maybe<string | number>, now: number) => string | undefined = Dates.parse

const MAX_SNIPPET_CHARACTERS = 10_000

const text = (value: Maybe<string>): string =>
  value === null || value === undefined ? "" : tidy(value.slice(0, MAX_SNIPPET_CHARACTERS))

const whole = (value: Maybe<number | string>): number | undefined => {
  const number = typeof value === "string" ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && number > 0 ? number : undefined
}

const optional = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V }

const filled = (value: Maybe<string>): string | undefined => {
  const trimmed = text(value)
  return trimmed === "" ? undefined : trimmed
}

/**
 * Returns a web hit; `undefined` without a URL. Positions are numbered later.
 *
 * @category constructors
 * @since 0.1.0
 */
export const web = (input: {
  readonly url: Maybe<string>
  readonly title?: Maybe<string>
  readonly description?: Maybe<string>
  readonly category?: string | undefined
  /** The ISO 8601 date of publication, see {@link date}. */
  readonly publishedAt?: string | undefined
  readonly extraSnippets?: Maybe<ReadonlyArray<string>>
  readonly text?: Maybe<string>
}): ReadonlyArray<WebHit> => {
  if (input.url === null || input.url === undefined) return []
  const snippets = (input.extraSnippets ?? []).map(tidy).filter((snippet) => snippet !== "")
  return [{
    source: "web",
    url: input.url,
    title: text(input.title),
    description: text(input.description),
    position: 0,
    ...optional("category", input.category),
    ...optional("publishedAt", input.publishedAt),
    ...optional("extraSnippets", snippets.length === 0 ? undefined : snippets),
    ...optional("text", input.text ?? undefined)
  }]
}

/**
 * Returns a news hit; undefined without a URL.
 *
 * @category constructors
 * @since 0.1.0
 */
export const news = (input: {
  readonly url: Maybe<string>
  readonly title?: Maybe<string>
  readonly snippet?: Maybe<string>
  readonly date?: Maybe<string>
  readonly imageUrl?: Maybe<string>
}): ReadonlyArray<NewsHit> =>
  input.url === null || input.url === undefined ? [] : [{
    source: "news",
    url: input.url,
    title: text(input.title),
    snippet: text(input.snippet),
    position: 0,
    ...optional("date", filled(input.date)),
    ...optional("imageUrl", filled(input.imageUrl))
  }]

/**
 * Returns an image hit; undefined if the image or its page has no URL.
 *
 * @category constructors
 * @since 0.1.0
 */
export const image = (input: {
  readonly url: Maybe<string>
  readonly title?: Maybe<string>
  readonly imageUrl?: Maybe<string>
  readonly imageWidth?: Maybe<number | string>
  readonly imageHeight?: Maybe<number | string>
}): ReadonlyArray<ImageHit> =>
  input.url === null || input.url === undefined || input.imageUrl === null || input.imageUrl === undefined ||
    input.imageUrl === ""
    ? []
    : [{
      source: "images",
      url: input.url,
      title: text(input.title),
      imageUrl: input.imageUrl,
      position: 0,
      ...optional("imageWidth", whole(input.imageWidth)),
      ...optional("imageHeight", whole(input.imageHeight))
    }]

/**
 * Returns the hits of a list, in order.
 *
 * @category constructors
 * @since 0.1.0
 */
export const all = <A>(
  items: Maybe<ReadonlyArray<A>>,
  make: (item: A) => ReadonlyArray<Hit>
): ReadonlyArray<Hit> => (items ?? []).flatMap(make)
