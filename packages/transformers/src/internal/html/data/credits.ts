/**
 * Who wrote a page, and when: from its JSON-LD, its meta elements, its microdata, its bylines and its times.
 *
 * @since 0.1.0
 */
import { addressedDay, stamp, writtenDay } from "../survey/days.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { jsonLd } from "./items.ts"

/** Characters of an element that are read, of a byline and of a date at most, and of a line below the headline. */
const READ_OF_ELEMENT = 300
const LONGEST_BYLINE = 150
const LONGEST_DATE = 120
const LONGEST_DATED_LINE = 80
/** Characters of a class that is read, and of what is said of it as evidence. */
const LONGEST_CLASS = 300
const LONGEST_EVIDENCE = 60
/** Nodes of a byline, of a date, and of an author among which the name is looked for. */
const NODES_OF_BYLINE = 60
const NODES_OF_DATE = 20
/** Characters of a time that are read. */
const READ_OF_TIME = 200
/** Authors that are read of one list. */
const MOST_AUTHORS = 20
/** Words of a name. */
const MOST_WORDS = 8

/** Where a fact about a page stands, the most certain first. */
export type Evidence = "json-ld" | "meta" | "microdata" | "element" | "byline" | "text" | "address"

/** A fact about a page and what says it. */
export interface Credit {
  readonly value: string
  readonly evidence: Evidence
  /** What exactly: the name of a property, a class or an element. */
  readonly where: string
}

export interface Credits {
  readonly author?: Credit
  readonly published?: Credit
  readonly modified?: Credit
}

const TIME = Tags.tagId("time")

/** Longest name of one author, and of several together, in characters. */
const LONGEST_NAME = 80
const LONGEST_NAMES = 200

/** Elements and texts behind the headline among which a byline stands. */
const NEAR_HEADLINE = 120

/** Things of JSON-LD that are looked at, and how deep. */
const MOST_THINGS = 2000
const DEEPEST_THING = 12

const articles =
  /(?:article|posting|blogpost|report|recipe|howto|webpage|creativework|review|videoobject|podcastepisode|learningresource|course|book|question|itempage|profilepage|aboutpage|faqpage|newsletter|scholarly)/i

const authorNames: ReadonlySet<string> = new Set(
  "author article:author parsely-author sailthru.author dc.creator dcterms.creator citation_author byl creator og:author authors article.author dable:author mediator_author cxenseparse:author cse.author"
    .split(" ")
)
const publishedNames: ReadonlySet<string> = new Set(
  ("article:published_time article:published og:article:published_time datepublished date dc.date dc.date.issued dcterms.created "
    + "dcterms.date dc.date.created dcterms.issued pubdate publishdate publish-date publish_date published_time publication_date parsely-pub-date sailthru.date "
    + "citation_publication_date citation_date citation_online_date date.release timestamp cxenseparse:recs:publishtime article.published originalpublicationdate "
    + "dcterms.available bt:pubdate ptime datecreated created").split(" ")
)
const modifiedNames: ReadonlySet<string> = new Set(
  "article:modified_time og:updated_time datemodified lastmod last-modified dcterms.modified dc.date.modified article:modified revised updated_time article.updated"
    .split(" ")
)

/** Words before a name in a byline, in the languages that have one. */
const by =
  /^(?:(?:written|posted|published|reported|reviewed|story|words|text|article|created|authored|review|by|author|authors|editor)\s+(?:and\s+\p{L}+\s+)?by|by|von|par|por|di|da|door|av|af|przez|автор|autor(?:in)?|auteur|autore|author|authors|written by|geschrieben von|escrito por|écrit par|text|文|作者|記者|글|저자)(?:\s*[:：|]\s*|\s+)/iu

const bylineClass =
  /(?:^|[\s_-])(?:byline|by-line|author|authors|authorname|author-name|post-author|entry-author|article-author|writer|contributor|auteur|autor|autore)(?:$|[\s_-]|name|__name|__link|link)/i
const notByline =
  /(?:box|bio|avatar|image|img|photo|desc|social|follow|related|comment|more|title|job|role|date|count|icon|list-|archive)/i
const dateClass =
  /(?:^|[\s_-])(?:date|published|pubdate|publish|posted|timestamp|entry-date|post-date|datetime|time|created|dateline)(?:$|[\s_-])/i
const isUpdated = /updat|modif|actualis|aktualis|actualiz|aggiorn|bijgewerkt|edited|revised/i

/** A name as a reader says it; `undefined` for what is no name. */
export const nameOf = (text: string): string | undefined => {
  let name = text.replace(/\s+/g, " ").trim().replace(by, "").trim()
  // What follows a name in the same line: a date, a role, the site.
  name = name.replace(
    /\s*(?:[|•·–—]|\s-\s|,\s(?=\p{Lu}?\p{Ll}+ (?:writer|editor|reporter|correspondent|staff))|\bon\s(?=\p{Lu}\p{Ll}+ \d)|(?:published|updated|posted)\b).*$/iu,
    ""
  ).trim()
  name = name.replace(/[,;:|/]+$/, "").trim()
  if (name.length < 2 || name.length > LONGEST_NAME || !/\p{L}{2}/u.test(name)) return undefined
  if (/^(?:https?:|www\.|@)|\.(?:com|org|net)\/|\d{4}|[<>{}[\]]|^[^\p{L}]/iu.test(name)) return undefined
  if (
    /^(?:admin|administrator|author|by|editor|staff|user|guest|anonymous|unknown|default|webmaster|root|read more|share|posted|null|undefined|none|follow)$/i
      .test(name)
  ) return undefined
  return name.split(" ").length > MOST_WORDS ? undefined : name
}

const joined = (names: ReadonlyArray<string>): string | undefined => {
  const unique = [...new Set(names)]
  let out = ""
  for (const name of unique) {
    const next = out === "" ? name : `${out}, ${name}`
    if (next.length > LONGEST_NAMES) break
    out = next
  }
  return out === "" ? undefined : out
}

interface Found {
  author: Credit | undefined
  published: Credit | undefined
  modified: Credit | undefined
}

/** The page at `url`. */
export const creditsOf = (tape: Tape, url: string | undefined): Credits => {
  const found: Found = { author: undefined, published: undefined, modified: undefined }
  fromJsonLd(tape, found)
  fromElements(tape, found)
  if (found.published === undefined) {
    const day = addressedDay(url)
    if (day !== undefined) found.published = { value: day, evidence: "address", where: "url" }
  }
  return {
    ...(found.author === undefined ? {} : { author: found.author }),
    ...(found.published === undefined ? {} : { published: found.published }),
    ...(found.modified === undefined ? {} : { modified: found.modified })
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Every thing of the JSON-LD with a type, those with the most certain facts first; what refers by `@id` is looked up. */
const fromJsonLd = (tape: Tape, found: Found): void => {
  const things: Array<Readonly<Record<string, unknown>>> = []
  const byId = new Map<string, Readonly<Record<string, unknown>>>()
  let level: Array<unknown> = [...jsonLd(tape)]
  for (let depth = 0; depth < DEEPEST_THING && level.length > 0; depth++) {
    const next: Array<unknown> = []
    for (const value of level) {
      if (things.length >= MOST_THINGS) break
      if (Array.isArray(value)) next.push(...value.slice(0, MOST_THINGS))
      else if (isObject(value)) {
        if (value["@type"] !== undefined) things.push(value)
        if (typeof value["@id"] === "string" && Object.keys(value).length > 1) byId.set(value["@id"], value)
        for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) next.push(inner)
      }
    }
    level = next.slice(0, MOST_THINGS)
  }
  const typesOf = (thing: Readonly<Record<string, unknown>>) => [thing["@type"]].flat().join(" ")
  const named = (value: unknown): ReadonlyArray<string> => {
    if (Array.isArray(value)) return value.slice(0, MOST_AUTHORS).flatMap(named)
    if (typeof value === "string") return nameOf(value) === undefined ? [] : [nameOf(value)!]
    if (!isObject(value)) return []
    const own = typeof value["name"] === "string" || Array.isArray(value["name"])
      ? value
      : typeof value["@id"] === "string"
      ? byId.get(value["@id"])
      : undefined
    return own === undefined ? [] : named([own["name"]].flat()[0])
  }
  // What is no page about something comes last: a site, a list, a picture.
  const ordered = [
    ...things.filter((thing) => /article|posting|recipe|report|howto/i.test(typesOf(thing))),
    ...things.filter((thing) =>
      !/article|posting|recipe|report|howto/i.test(typesOf(thing)) && articles.test(typesOf(thing))
    )
  ]
  for (const thing of ordered) {
    const type = typesOf(thing)
    const credit = (value: string | undefined, property: string): Credit | undefined =>
      value === undefined ? undefined : { value, evidence: "json-ld", where: `${type}.${property}` }
    found.author ??= credit(joined(named(thing["author"] ?? thing["creator"])), "author")
    const day = (name: string) => {
      const value = [thing[name]].flat()[0]
      return typeof value === "string" ? stamp(value) ?? writtenDay(value) : undefined
    }
    found.published ??= credit(day("datePublished") ?? day("uploadDate") ?? day("dateCreated"), "datePublished")
    found.modified ??= credit(day("dateModified"), "dateModified")
  }
}

/** Meta elements, microdata, bylines and times: one pass, the first of each kind. */
const fromElements = (tape: Tape, found: Found): void => {
  const { end, n, tag } = tape
  const authors: Array<Credit> = []
  const days: Array<Credit> = []
  const updates: Array<Credit> = []
  const metaNames: Array<string> = []
  const hasProperties = tape.names.includes("itemprop")
  let headline = -1
  for (let i = 0; i < n; i++) {
    const id = tag[i]!
    if (id === Tags.TEXT) continue
    if (id === Tags.SCRIPT || id === Tags.STYLE || id === Tags.SVG || id === Tags.TEMPLATE) {
      i = end[i]! - 1
      continue
    }
    if (id === Tags.META) {
      readMeta(tape, i, metaNames, days, updates)
      continue
    }
    if (id === Tags.H1 && headline < 0) headline = i
    const prop = hasProperties ? attr(tape, i, "itemprop")?.toLowerCase() : undefined
    if (prop !== undefined) readProperty(tape, i, prop, authors, days, updates)
    const names = attr(tape, i, "class")
    if (id === TIME) readTime(tape, i, names ?? "", headline, days, updates)
    if (id === Tags.A && /(?:^|\s)author(?:\s|$)/i.test(attr(tape, i, "rel") ?? "")) {
      const name = nameOf(textOf(tape, i, READ_OF_ELEMENT))
      if (name !== undefined) authors.push({ value: name, evidence: "element", where: "rel=author" })
    }
    if (names === undefined || names.length > LONGEST_CLASS) continue
    if (end[i]! - i < NODES_OF_BYLINE && bylineClass.test(names) && !notByline.test(names)) {
      const text = textOf(tape, i, READ_OF_ELEMENT)
      const name = text.length < LONGEST_BYLINE ? nameOf(text) : undefined
      if (name !== undefined) {
        authors.push({ value: name, evidence: "byline", where: names.trim().slice(0, LONGEST_EVIDENCE) })
      }
    }
    if (end[i]! - i < NODES_OF_DATE && dateClass.test(names)) {
      const text = textOf(tape, i, READ_OF_ELEMENT)
      const day = text.length < LONGEST_DATE ? writtenDay(text) : undefined
      if (day !== undefined) {
        const into = isUpdated.test(names) || isUpdated.test(text) ? updates : days
        into.push({ value: day, evidence: "byline", where: names.trim().slice(0, LONGEST_EVIDENCE) })
      }
    }
  }
  if (headline >= 0) readBelowHeadline(tape, headline, authors, days, updates)
  const meta = joined(metaNames)
  if (meta !== undefined) authors.push({ value: meta, evidence: "meta", where: "author" })
  found.author ??= best(authors)
  found.published ??= best(days) ?? best(updates.filter(({ evidence }) => evidence === "byline" || evidence === "text"))
  found.modified ??= best(updates)
}

const ranks: ReadonlyArray<Evidence> = ["json-ld", "meta", "microdata", "element", "byline", "text", "address"]

/** The most certain of some facts; of several alike the first in the page. */
const best = (credits: ReadonlyArray<Credit>): Credit | undefined => {
  let found: Credit | undefined
  for (const credit of credits) {
    if (found === undefined || ranks.indexOf(credit.evidence) < ranks.indexOf(found.evidence)) found = credit
  }
  return found
}

const readMeta = (
  tape: Tape,
  i: number,
  names: Array<string>,
  days: Array<Credit>,
  updates: Array<Credit>
): void => {
  const content = attr(tape, i, "content")
  if (content === undefined) return
  for (const key of [attr(tape, i, "property"), attr(tape, i, "name"), attr(tape, i, "itemprop")]) {
    const name = key?.trim().toLowerCase()
    if (name === undefined) continue
    if (authorNames.has(name)) {
      const value = nameOf(content)
      if (value !== undefined) names.push(value)
    } else if (publishedNames.has(name) || modifiedNames.has(name)) {
      const value = stamp(content) ?? writtenDay(content)
      if (value === undefined) continue
      ;(publishedNames.has(name) ? days : updates).push({ value, evidence: "meta", where: name })
    }
  }
}

const readProperty = (
  tape: Tape,
  i: number,
  prop: string,
  authors: Array<Credit>,
  days: Array<Credit>,
  updates: Array<Credit>
): void => {
  if (prop === "author" || prop === "creator") {
    let text = textOf(tape, i, READ_OF_ELEMENT)
    for (let k = i + 1; k < tape.end[i]! && k < i + NODES_OF_BYLINE; k++) {
      if (tape.tag[k] !== Tags.TEXT && attr(tape, k, "itemprop")?.toLowerCase() === "name") {
        text = attr(tape, k, "content") ?? textOf(tape, k, READ_OF_ELEMENT)
        break
      }
    }
    const name = nameOf(text)
    if (name !== undefined) authors.push({ value: name, evidence: "microdata", where: prop })
  } else if (prop === "datepublished" || prop === "datemodified" || prop === "datecreated") {
    const given = attr(tape, i, "datetime") ?? attr(tape, i, "content")
    const value = given === undefined ? writtenDay(textOf(tape, i, READ_OF_ELEMENT)) : stamp(given) ?? writtenDay(given)
    if (value === undefined) return
    ;(prop === "datemodified" ? updates : days).push({ value, evidence: "microdata", where: prop })
  }
}

/** A time above the headline, or far below it, belongs to something else. */
const readTime = (
  tape: Tape,
  i: number,
  names: string,
  headline: number,
  days: Array<Credit>,
  updates: Array<Credit>
): void => {
  const written = textOf(tape, i, READ_OF_TIME)
  const value = stamp(attr(tape, i, "datetime") ?? "") ?? writtenDay(written)
  if (value === undefined) return
  const evidence = headline >= 0 && i - headline < NEAR_HEADLINE ? "element" : "byline"
  const into = isUpdated.test(names) || isUpdated.test(written) ? updates : days
  into.push({ value, evidence, where: `time${names === "" ? "" : `.${names.trim().slice(0, LONGEST_EVIDENCE)}`}` })
}

/** Lines right below the headline that begin like a byline, or are a day. */
const readBelowHeadline = (
  tape: Tape,
  headline: number,
  authors: Array<Credit>,
  days: Array<Credit>,
  updates: Array<Credit>
): void => {
  const stop = Math.min(tape.n, tape.end[headline]! + NEAR_HEADLINE)
  for (let i = tape.end[headline]!; i < stop; i++) {
    if (tape.tag[i] !== Tags.TEXT) {
      if (tape.tag[i] === Tags.SCRIPT || tape.tag[i] === Tags.STYLE) i = tape.end[i]! - 1
      continue
    }
    const line = tape.text[i]!.replace(/\s+/g, " ").trim()
    if (line.length < 2 || line.length > LONGEST_BYLINE) continue
    if (by.test(`${line} `)) {
      // The name may stand in the link behind the word.
      const rest = line.replace(by, "").trim()
      const alone = rest === line || rest === "" || by.test(`${rest} `)
      const next = alone ? textAfter(tape, i, stop) : rest
      const name = next === undefined ? undefined : nameOf(next)
      if (name !== undefined && /^\p{Lu}|^[^\p{Ll}\p{Lu}]/u.test(name)) {
        authors.push({ value: name, evidence: "text", where: "below the headline" })
      }
    }
    const day = line.length < LONGEST_DATED_LINE ? writtenDay(line) : undefined
    if (day !== undefined) {
      ;(isUpdated.test(line) ? updates : days).push({ value: day, evidence: "text", where: "below the headline" })
    }
  }
}

const textAfter = (tape: Tape, i: number, stop: number): string | undefined => {
  for (let k = i + 1; k < stop; k++) {
    if (tape.tag[k] === Tags.TEXT && /\S/.test(tape.text[k]!)) return tape.text[k]!
  }
  return undefined
}
