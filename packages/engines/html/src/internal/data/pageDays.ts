/**
 * Finds the publication and modification dates of a page, from all sources, most reliable first.
 *
 * @since 0.1.0
 */
import { mayBeDated, stamp, writtenDay } from "../survey/days.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import type { Credit, Evidence } from "./credits.ts"

const READ_OF_ELEMENT = 300
const MAX_DATE_CHARACTERS = 120
const MAX_DATED_LINE_CHARACTERS = 80
const MAX_DATE_EVIDENCE_CHARACTERS = 60
const NODES_OF_DATE = 20
const READ_OF_TIME = 200
/**
 * Number of nodes after the headline in which a date is strong evidence. A date further below may belong to something
 * else.
 */
const NEAR_HEADLINE = 120

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

/** Matches every class that may mark a date, and many others. This fast check runs before the exact one. */
const nearDate = /date|time|publi|pubdate|posted|created/i
const dateClass =
  /(?:^|[\s_-])(?:date|published|pubdate|publish|posted|timestamp|entry-date|post-date|datetime|time|created|dateline)(?:$|[\s_-])/i
const isUpdated = /updat|modif|actualis|aktualis|actualiz|aggiorn|bijgewerkt|edited|revised/i

const ranks: ReadonlyArray<Evidence> = ["json-ld", "meta", "microdata", "element", "byline", "text", "address"]

const best = (credits: ReadonlyArray<Credit>): Credit | undefined => {
  let found: Credit | undefined
  for (const credit of credits) {
    if (found === undefined || ranks.indexOf(credit.evidence) < ranks.indexOf(found.evidence)) found = credit
  }
  return found
}

export const isDateClass = (names: string): boolean => nearDate.test(names) && dateClass.test(names)

export class PageDays {
  private readonly tape: Tape
  private readonly days: Array<Credit> = []
  private readonly updates: Array<Credit> = []

  constructor(tape: Tape) {
    this.tape = tape
  }

  addDeclared(type: string, thing: Readonly<Record<string, unknown>>): void {
    const day = (name: string) => {
      const value = [thing[name]].flat()[0]
      return typeof value === "string" ? stamp(value) ?? writtenDay(value) : undefined
    }
    const published = day("datePublished") ?? day("uploadDate") ?? day("dateCreated")
    if (published !== undefined) {
      this.days.push({ value: published, evidence: "json-ld", where: `${type}.datePublished` })
    }
    const modified = day("dateModified")
    if (modified !== undefined) {
      this.updates.push({ value: modified, evidence: "json-ld", where: `${type}.dateModified` })
    }
  }

  readMeta(name: string, content: string): void {
    if (!publishedNames.has(name) && !modifiedNames.has(name)) return
    const value = stamp(content) ?? writtenDay(content)
    if (value === undefined) return
    ;(publishedNames.has(name) ? this.days : this.updates).push({ value, evidence: "meta", where: name })
  }

  readProperty(i: number, property: string): void {
    if (property !== "datepublished" && property !== "datemodified" && property !== "datecreated") return
    const { tape } = this
    const given = attr(tape, i, "datetime") ?? attr(tape, i, "content")
    const value = given === undefined ? writtenDay(textOf(tape, i, READ_OF_ELEMENT)) : stamp(given) ?? writtenDay(given)
    if (value === undefined) return
    ;(property === "datemodified" ? this.updates : this.days).push({ value, evidence: "microdata", where: property })
  }

  /**
   * Reads a time as a date of the page. A time far below the headline is weaker evidence, because it may belong to
   * something else.
   */
  readTime(i: number, names: string, headline: number): void {
    const { tape } = this
    const written = textOf(tape, i, READ_OF_TIME)
    const value = stamp(attr(tape, i, "datetime") ?? "") ?? writtenDay(written)
    if (value === undefined) return
    const evidence = headline >= 0 && i - headline < NEAR_HEADLINE ? "element" : "byline"
    const into = isUpdated.test(names) || isUpdated.test(written) ? this.updates : this.days
    into.push({ value, evidence, where: `time${names === "" ? "" : `.${names.trim().slice(0, MAX_DATE_EVIDENCE_CHARACTERS)}`}` })
  }

  readClass(i: number, names: string): void {
    const { tape } = this
    if (tape.end[i]! - i >= NODES_OF_DATE) return
    const text = textOf(tape, i, READ_OF_ELEMENT)
    const day = text.length < MAX_DATE_CHARACTERS ? writtenDay(text) : undefined
    if (day === undefined) return
    const into = isUpdated.test(names) || isUpdated.test(text) ? this.updates : this.days
    into.push({ value: day, evidence: "byline", where: names.trim().slice(0, MAX_DATE_EVIDENCE_CHARACTERS) })
  }

  readBelow(headline: number): void {
    const { tape } = this
    const stop = Math.min(tape.n, tape.end[headline]! + NEAR_HEADLINE)
    for (let i = tape.end[headline]!; i < stop; i++) {
      if (tape.tag[i] !== Tags.TEXT) {
        if (tape.tag[i] === Tags.SCRIPT || tape.tag[i] === Tags.STYLE) i = tape.end[i]! - 1
        continue
      }
      if (!mayBeDated(tape.text[i]!)) continue
      const line = tape.text[i]!.replace(/\s+/g, " ").trim()
      const day = line.length < MAX_DATED_LINE_CHARACTERS ? writtenDay(line) : undefined
      if (day === undefined) continue
      ;(isUpdated.test(line) ? this.updates : this.days).push({
        value: day,
        evidence: "text",
        where: "below the headline"
      })
    }
  }

  published(): Credit | undefined {
    return best(this.days) ??
      best(this.updates.filter(({ evidence }) => evidence === "byline" || evidence === "text"))
  }

  modified(): Credit | undefined {
    return best(this.updates)
  }
}
