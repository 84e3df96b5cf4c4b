/**
 * Finds the author and dates of a page in JSON-LD, meta elements, microdata, bylines and times.
 *
 * @since 0.1.0
 */
import { addressedDay } from "../survey/days.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { Authors, type ClassKind, classKindOf } from "./authors.ts"
import { declaredOf } from "./declaredThings.ts"
import { isDateClass, PageDays } from "./pageDays.ts"

const MAX_CHARACTERS_OF_CREDIT_CLASS = 300
const MAX_CACHED_CLASSES = 2000
const READ_OF_TITLE = 300
const MIN_REPEATED_HEADLINE_CHARACTERS = 8

export type Evidence = "json-ld" | "meta" | "microdata" | "element" | "byline" | "text" | "address"

export interface Credit {
  readonly value: string
  readonly evidence: Evidence
  readonly where: string
}

export interface Credits {
  readonly author?: Credit
  readonly published?: Credit
  readonly modified?: Credit
}

const TIME = Tags.tagId("time")
const H2 = Tags.tagId("h2")
const H3 = Tags.tagId("h3")

const discussionAddress =
  /^[a-z]+:\/\/(?:[^/]*forums?|(?:[^/]*\.)?(?:community|discuss(?:ions?)?|answers|boards?|bbs|talk))\.|\/(?:forums?|discuss(?:ions?)?|boards?|threads?|questions?|viewtopic|showthread)[/.?]|\/thread-\d|\/t\/(?:[^/]+\/)?\d|[/?&]topics?[/=]\d/i
const discussionProgram =
  /\b(?:phpbb|vbulletin|xenforo|discourse|flarum|mybb|smf|invision|vanilla|nodebb|fluxbb|punbb|lemmy)/i
const discussionType = /(?:discussionforumposting|qapage)$/i

export const creditsOf = (tape: Tape, url: string | undefined): Credits => {
  const reader = new Reader(tape, url)
  const { author, modified, published } = reader.read()
  const day = published === undefined ? addressedDay(url) : undefined
  return {
    ...(author === undefined ? {} : { author }),
    ...(published === undefined
      ? day === undefined ? {} : { published: { value: day, evidence: "address", where: "url" } }
      : { published }),
    ...(modified === undefined ? {} : { modified })
  }
}

const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase()

interface Kind extends ClassKind {
  readonly isDate: boolean
}

const unclassed: Kind = { isByline: false, isOfOthers: false, isDate: false }

class Reader {
  private readonly tape: Tape
  private readonly url: string | undefined
  private readonly authors: Authors
  private readonly days: PageDays
  private readonly kinds = new Map<string, Kind>()
  private title = ""
  private first = -1
  private titled = -1
  private repeated = MIN_REPEATED_HEADLINE_CHARACTERS - 1
  private isDiscussion: boolean

  constructor(tape: Tape, url: string | undefined) {
    this.tape = tape
    this.url = url
    this.authors = new Authors(tape)
    this.days = new PageDays(tape)
    this.isDiscussion = url !== undefined && discussionAddress.test(url)
  }

  read() {
    this.readDeclared()
    this.readElements()
    const headline = this.headline()
    if (headline >= 0) this.days.readBelow(headline)
    const { isDiscussion } = this
    const top = Math.max(0, this.first < 0 ? headline : this.first)
    return {
      author: this.authors.best({ headline, isDiscussion, top }),
      published: this.days.published(),
      modified: this.days.modified()
    }
  }

  private headline(): number {
    return this.titled >= 0 ? this.titled : this.first
  }

  private readDeclared(): void {
    const host = /^[a-z]+:\/\/(?:www\.)?([^/:]+)/i.exec(this.url ?? "")?.[1]?.split(".") ?? []
    const label = host[Math.max(0, host.length - 2)]
    if (label !== undefined) this.authors.addSite(label)
    const { sites, things } = declaredOf(this.tape)
    for (const site of sites) this.authors.addSite(site)
    for (const { authors, byOrganisation, isPost, thing, type } of things) {
      this.isDiscussion ||= isPost
      this.authors.addDeclared(authors, `${type}.author`, isPost, byOrganisation)
      this.days.addDeclared(type, thing)
    }
  }

  private readElements(): void {
    const { tape } = this
    const { end, n, tag } = tape
    const hasProperties = tape.names.includes("itemprop")
    for (let i = 0; i < n; i++) {
      const id = tag[i]!
      if (id === Tags.TEXT) continue
      if (id === Tags.SCRIPT || id === Tags.STYLE || id === Tags.SVG || id === Tags.TEMPLATE) {
        i = end[i]! - 1
        continue
      }
      if (id === Tags.META) {
        this.readMeta(i)
        continue
      }
      if (id === Tags.TITLE) this.title ||= squeeze(textOf(tape, i, READ_OF_TITLE))
      if (id === Tags.H1 || id === H2 || id === H3) this.readHeading(i, id)
      const property = hasProperties ? attr(tape, i, "itemprop")?.toLowerCase() : undefined
      const names = attr(tape, i, "class")
      const read = names === undefined || names.length > MAX_CHARACTERS_OF_CREDIT_CLASS ? undefined : names
      const kind = read === undefined ? unclassed : this.kindOf(read)
      this.authors.readElement(i, this.headline(), read, kind, property)
      if (property !== undefined) {
        this.days.readProperty(i, property)
        this.isDiscussion ||= discussionType.test(attr(tape, i, "itemtype") ?? "")
      }
      if (id === TIME) this.days.readTime(i, names ?? "", this.headline())
      if (read !== undefined && kind.isDate) this.days.readClass(i, read)
    }
  }

  private kindOf(names: string): Kind {
    const known = this.kinds.get(names)
    if (known !== undefined) return known
    const kind = { ...classKindOf(names), isDate: isDateClass(names) }
    if (this.kinds.size < MAX_CACHED_CLASSES) this.kinds.set(names, kind)
    return kind
  }

  private readMeta(i: number): void {
    const { tape } = this
    const content = attr(tape, i, "content")
    if (content === undefined) return
    for (const key of [attr(tape, i, "property"), attr(tape, i, "name"), attr(tape, i, "itemprop")]) {
      const name = key?.trim().toLowerCase()
      if (name === undefined) continue
      this.authors.readMeta(name, content)
      this.days.readMeta(name, content)
      if (name === "generator") this.isDiscussion ||= discussionProgram.test(content)
    }
  }

  private readHeading(i: number, id: number): void {
    if (id === Tags.H1 && this.first < 0) this.first = i
    if (this.repeated >= this.title.length) return
    const text = squeeze(textOf(this.tape, i, READ_OF_TITLE))
    if (text.length <= this.repeated || !this.title.includes(text)) return
    this.titled = i
    this.repeated = text.length
  }
}
