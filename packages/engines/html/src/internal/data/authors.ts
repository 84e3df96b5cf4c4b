/**
 * Finds the author of a page: collects all evidence and compares its weight.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import {
  announcedIn,
  announces,
  beginsSite,
  citedName,
  declaresAuthor,
  isHandle,
  isOfSite,
  isOrganisation,
  isPerson,
  nameOf,
  squeezed
} from "./authorNames.ts"
import type { Credit, Evidence } from "./credits.ts"

/**
 * Weights of the sources of names. A visible "By …" line at the headline outweighs what systems declare, which is
 * often the publishing account. Names far from the headline weigh least.
 */
const Weight = {
  firstPost: 95,
  byline: 82,
  jsonLd: 80,
  label: 72,
  meta: 70,
  microdata: 65,
  rel: 60,
  named: 55,
  linked: 52,
  line: 50,
  relFar: 45,
  declaring: 38,
  namedFar: 18
} as const
const MAX_WEIGHT_OF_HANDLE = 47
/** Maximum weight of a name that equals the site's name. It may still be a person's name. */
const MAX_WEIGHT_OF_SITE = 39
const MAX_WEIGHT_OF_ORGANISATION = 20
/** Maximum weight of a line whose classes mark other people's text. Declared authors outweigh it. */
const MAX_WEIGHT_OF_OTHERS = 50

const ABOVE_HEADLINE = 40
const BELOW_HEADLINE = 120
const READ_OF_ELEMENT = 300
const MAX_CHARACTERS_OF_AUTHOR_LINE = 150
const MAX_AUTHOR_EVIDENCE_CHARACTERS = 60
/** Maximum characters of a short line. In a longer line, only a person's name counts as the author. */
const MAX_SHORT_LINE_CHARACTERS = 50
const MAX_WORDS_OF_NAME = 3
const MAX_LONE_NAME_CHARACTERS = 80
const NODES_OF_BYLINE = 60
const NODES_BETWEEN_NAMES = 12
const MAX_AUTHORS_OF_PAGE = 20
const MAX_CHARACTERS_OF_AUTHORS = 200
const MAX_SITES = 40
const MAX_META_CHARACTERS = 1000
/**
 * Limit for stored elements about other people. Those that matter are near the headline, so the first ones are
 * stored.
 */
const MAX_PARTS_ABOUT_OTHERS = 1000
/** Limit for names that may be the author, because a list of posts contains many. */
const MAX_CANDIDATES = 200

const nearByline = /by|aut|writer|contrib|verfasser|forfatter|skribent|автор|reporter|journalist/i
const bylineClass =
  /(?:^|[\s_-]|article|post|entry|story|blog|news|tech|content|and|page|hero|meta|header)(?:byline|by-line|by-div|authors?|author(?:name|info|s?-?name)|autoren?zeile|writer|written-?by|posted-?by|contributors?|auteurs?|autore?s?|autorin|verfasser|forfatter|skribent|автор|reporter-name|journalist)(?:$|[\s_-]|names?|link|info|container|details)/i
const notByline =
  /avatar|image|img|photo|social|follow|share|related|quote|testimonial|teaser|sidebar|pricing|hentry|licen[sc]e|archive|book-?mark|search|publish|review|(?:^|[\s_-]|author)(?:job|role|position|dates?|counts?|icon|list-|tags?|filter|sort|rev_|pic|picture|grid|hide|empty|type-|comments?|title|bio|biography|desc|description|blurb|about|card|statistics|buttons)(?:$|[\s_-])/i
const notPoster = /(?:related|comment|quote|testimonial|rev(?:iew|__)|teaser|pricing|hentry|type-|license|licence)/i
const ofOthers =
  /(?:^|[\s_-])(?:comments?|commentlist|comment-(?:list|body|content|area|section)|replies|answers?|respond|related|recommended|recommendations|teasers?|more-(?:posts|articles|stories|news)|popular|trending|latest|recent|sidebar|side-bar|widgets?|testimonials?|reviews?|similar|also-like|read-next|next-post|prev-post|post-navigation|bookmark|kg-bookmark-card|carousel|slider|newsletter|promo|upsell)(?:$|[\s_-])/i
const posterClass =
  /(?:^|[\s_-])(?:(?:big|user)?username|poster|postuser-name|post-?author|postleft|post-?user|topic-?author|thread-?(?:starter|author)|author|creator|nickname|user-?name|user-info__name|message-name|profile-?name|authorname|asker)(?:$|[\s_-])/i
const startedBy =
  /^\s*(?:thread starter|topic starter|started by|topic author|asked by|original poster|начал(?:а)? тему|erstellt von|themenstarter|gestartet von|auteur du sujet)\s*:?\s*/iu

const authorLink =
  /\/(?:authors?|autor(?:en|es|as|a)?|auteurs?|autori?|contributors?|writers?|columnists?|redacteur|redakteure?|journalist(?:en|s)?|bloggers?)(?:\/|$)[^/]*|[?&](?:author|_author|autor|author_name)=/i

const authorNames: ReadonlySet<string> = new Set(
  ("author article:author parsely-author sailthru.author dc.creator dcterms.creator citation_author citation_authors byl creator "
    + "og:author og:article:author authors article.author dable:author mediator_author cxenseparse:author cse.author twitter:creator:name "
    + "dc.creator.personalname eprints.creators_name bepress_citation_author author_name article_author vr:author shareaholic:article_author_name")
    .split(" ")
)
const cited = /^(?:citation_|dc\.|dcterms\.|eprints\.|bepress_)/
const siteNames: ReadonlySet<string> = new Set(
  "og:site_name application-name apple-mobile-web-app-title publisher dc.publisher citation_publisher".split(" ")
)

const separator = /^(?:,|;|&|,?\s*(?:and|und|et|y|e|en|och|og|i)|\/|\||·|•|、)$/i

interface Candidate extends Credit {
  /** Node of the name; -1 for names from the head of the page. */
  readonly at: number
  readonly end: number
  readonly weight: number
  readonly far?: number
}

export interface Places {
  readonly headline: number
  readonly top: number
  readonly isDiscussion: boolean
}

const joined = (names: ReadonlyArray<string>): string => {
  let out = ""
  for (const name of new Set(names)) {
    const next = out === "" ? name : `${out}, ${name}`
    if (next.length > MAX_CHARACTERS_OF_AUTHORS) break
    out = next
  }
  return out
}

export interface ClassKind {
  readonly isByline: boolean
  readonly isOfOthers: boolean
}

export const classKindOf = (names: string): ClassKind => ({
  isByline: nearByline.test(names) && bylineClass.test(names) && !notByline.test(names),
  isOfOthers: ofOthers.test(names)
})

export class Authors {
  private readonly tape: Tape
  private readonly candidates: Array<Candidate> = []
  private readonly declared: Array<string> = []
  private readonly sites = new Set<string>()
  private label: string | undefined
  private others = 0
  private readonly apart = new Map<number, number>()

  constructor(tape: Tape) {
    this.tape = tape
  }

  addSite(name: string): void {
    if (name.length > MAX_CHARACTERS_OF_AUTHOR_LINE || this.sites.size >= MAX_SITES) return
    const own = squeezed(name)
    if (own.length > 2) this.sites.add(own)
  }

  addDeclared(names: ReadonlyArray<string>, where: string, isPost: boolean, organisation: boolean): void {
    const value = joined(names.slice(0, MAX_AUTHORS_OF_PAGE))
    if (value === "") return
    const weight = organisation ? MAX_WEIGHT_OF_ORGANISATION : isPost ? Weight.firstPost : Weight.jsonLd
    this.add({ value, evidence: "json-ld", where, at: -1, end: -1, weight })
  }

  readMeta(name: string, content: string): void {
    if (authorNames.has(name)) {
      if (this.declared.length >= MAX_AUTHORS_OF_PAGE || content.length > MAX_META_CHARACTERS) return
      const parts = cited.test(name) ? [citedName(content)] : content.split(/\s+[-–—|/]\s+|\s*[|]\s*/)
      const names = parts.flatMap((part) => nameOf(part) ?? [])
      const own = names.find((part) => !this.isOrganised(part)) ?? names[0]
      if (own !== undefined) this.declared.push(own)
    } else if (siteNames.has(name)) this.addSite(content)
    else if (name === "twitter:label1" || name === "twitter:label2") {
      this.label = announces(content) ? name.replace("label", "data") : this.label
    } else if (name === this.label) {
      const value = nameOf(content)
      if (value !== undefined) this.add({ value, evidence: "meta", where: name, at: -1, end: -1, weight: Weight.label })
    }
  }

  readElement(i: number, headline: number, names: string | undefined, kind: ClassKind, prop: string | undefined): void {
    const { isByline, isOfOthers } = kind
    const { tape } = this
    if (i < this.others) return
    const id = tape.tag[i]!
    const isOther = id === Tags.FIGURE || id === Tags.BLOCKQUOTE || id === Tags.NAV ||
      (prop !== undefined && /^(?:comment|suggestedanswer|acceptedanswer|reviews?)$/.test(prop)) ||
      (headline >= 0 && isOfOthers)
    if (isOther) {
      this.others = tape.end[i]!
      if (this.apart.size < MAX_PARTS_ABOUT_OTHERS) this.apart.set(i, this.others)
      return
    }
    if (this.candidates.length >= MAX_CANDIDATES) return
    if (prop === "author" || prop === "creator") this.readProperty(i, prop)
    if (id === Tags.A && /(?:^|\s)author(?:\s|$)/i.test(attr(tape, i, "rel") ?? "")) {
      this.addNames(i, this.namesIn(i), "element", "rel=author", Weight.rel, Weight.relFar)
    }
    if (names === undefined) return
    const size = tape.end[i]! - i
    if (size < NODES_OF_BYLINE && isByline) {
      const where = names.trim().slice(0, MAX_AUTHOR_EVIDENCE_CHARACTERS)
      this.addNames(i, this.namesIn(i), "byline", where, Weight.named, Weight.namedFar)
    }
  }

  private readProperty(i: number, prop: string): void {
    const { tape } = this
    let value = attr(tape, i, "content") ?? undefined
    for (let k = i + 1; k < tape.end[i]! && k < i + NODES_OF_BYLINE && value === undefined; k++) {
      if (tape.tag[k] !== Tags.TEXT && attr(tape, k, "itemprop")?.toLowerCase() === "name") {
        value = attr(tape, k, "content") ?? textOf(tape, k, READ_OF_ELEMENT)
      }
    }
    const name = value === undefined ? this.namesIn(i) : nameOf(value)
    const isOrganisation = /organi[sz]ation/i.test(attr(tape, i, "itemtype") ?? "")
    const weight = isOrganisation ? MAX_WEIGHT_OF_ORGANISATION : Weight.microdata
    this.addNames(i, name, "microdata", prop, weight, weight)
  }

  private addNames(
    i: number,
    value: string | undefined,
    evidence: Evidence,
    where: string,
    weight: number,
    far: number
  ): void {
    if (value === undefined) return
    const end = this.tape.end[i]!
    const last = this.candidates[this.candidates.length - 1]
    // Names in consecutive, similar elements are joined, because a page may have several authors.
    if (
      last !== undefined && last.where === where && i - last.end < NODES_BETWEEN_NAMES && i >= last.end &&
      !last.value.includes(value) && last.value.length + value.length < MAX_CHARACTERS_OF_AUTHORS
    ) {
      this.candidates[this.candidates.length - 1] = { ...last, value: `${last.value}, ${value}`, end }
    } else this.add({ value, evidence, where, at: i, end, weight, far })
  }

  private namesIn(i: number): string | undefined {
    const { tape } = this
    const whole = textOf(tape, i, READ_OF_ELEMENT)
    const name = whole.length < MAX_CHARACTERS_OF_AUTHOR_LINE ? nameOf(whole) : undefined
    if (name !== undefined && (isPerson(name) || tape.end[i]! - i <= 2)) return name
    const found: Array<string> = []
    let spare = name
    const stop = Math.min(tape.end[i]!, i + NODES_OF_BYLINE)
    for (let k = i + 1; k < stop; k++) {
      if (tape.tag[k] === Tags.SCRIPT || tape.tag[k] === Tags.STYLE) k = tape.end[k]! - 1
      if (tape.tag[k] !== Tags.TEXT || !/\S/.test(tape.text[k]!)) continue
      const text = tape.text[k]!.trim()
      if (separator.test(text)) continue
      const part = announces(text) && nameOf(text) === undefined ? undefined : nameOf(text)
      if (part !== undefined && isPerson(part)) found.push(part)
      else if (found.length > 0) break
      else spare = name === undefined ? spare ?? part : spare
    }
    return found.length > 0 ? joined(found) : spare
  }

  private firstNameIn(i: number): string | undefined {
    const { tape } = this
    for (let k = i + 1; k < tape.end[i]!; k++) {
      if (tape.tag[k] === Tags.SCRIPT || tape.tag[k] === Tags.STYLE) k = tape.end[k]! - 1
      const name = tape.tag[k] === Tags.TEXT ? nameOf(tape.text[k]!) : undefined
      if (name !== undefined) return name
    }
    return undefined
  }

  private add(candidate: Candidate): void {
    if (this.candidates.length < MAX_CANDIDATES) this.candidates.push(candidate)
  }

  private readLines({ headline, isDiscussion }: Places): void {
    const { tape } = this
    const from = headline < 0 ? 0 : Math.max(0, headline - ABOVE_HEADLINE)
    const near = headline < 0 ? 0 : tape.end[headline]! + BELOW_HEADLINE
    let apart = 0
    for (let i = from; i < tape.n; i++) {
      const tag = tape.tag[i]!
      if (tag !== Tags.TEXT) {
        apart = Math.max(apart, this.apart.get(i) ?? 0)
        const isPassed = tag === Tags.SCRIPT || tag === Tags.STYLE || tag === Tags.NAV || tag === Tags.FIGURE
        if (isPassed || i === headline) i = tape.end[i]! - 1
        else if (tag === Tags.A && i < near) this.readLink(i)
        continue
      }
      const text = tape.text[i]!
      if (text.length > READ_OF_ELEMENT) continue
      if (i < near || (!isDiscussion && declaresAuthor(text))) this.readLine(i, text, near, i < apart)
    }
  }

  private readLine(i: number, text: string, near: number, isApart: boolean): void {
    const { tape } = this
    const isNear = i < near
    const line = text.replace(/\s+/g, " ").trim()
    if (line.length < 2 || line.length > MAX_CHARACTERS_OF_AUTHOR_LINE) return
    const rest = announcedIn(line)
    if (rest === undefined) return
    const around = isNear ? this.lineAround(i) : line
    if (around === undefined) return
    const alone = rest === "" || announces(rest)
    const name = alone ? this.nameBehind(i, near) : nameOf(rest)
    if (name === undefined) return
    const isLinked = alone && i + 2 < tape.n && tape.tag[i + 1] === Tags.A
    if (!isPerson(name) && !isLinked) {
      if (around.length > MAX_SHORT_LINE_CHARACTERS || name.split(" ").length > MAX_WORDS_OF_NAME) return
    }
    const own = !isNear ? Weight.declaring : isPerson(name) ? Weight.byline : isLinked ? Weight.label : Weight.line
    this.add({
      value: name,
      evidence: "text",
      where: isNear ? "at the headline" : "in the text",
      at: i,
      end: i + 1,
      weight: isApart ? Math.min(own, MAX_WEIGHT_OF_OTHERS) : own
    })
  }

  private lineAround(i: number): string | undefined {
    const { tape } = this
    let block = tape.parent[i]!
    while (block >= 0 && !Tags.is(tape.tag[block]!, Tags.BLOCK)) block = tape.parent[block]!
    if (block < 0) return tape.text[i]!
    const line = textOf(tape, block, READ_OF_ELEMENT).replace(/\s+/g, " ").trim()
    if (line.length > MAX_CHARACTERS_OF_AUTHOR_LINE) return undefined
    const before = line.slice(0, Math.max(0, line.indexOf(tape.text[i]!.replace(/\s+/g, " ").trim())))
    return before.length < 2 || /\d/.test(before) ? line : undefined
  }

  private nameBehind(i: number, near: number): string | undefined {
    const { tape } = this
    const found: Array<string> = []
    const stop = Math.min(tape.n, Math.max(near, i + NODES_BETWEEN_NAMES))
    for (let k = i + 1; k < stop && found.length < MAX_AUTHORS_OF_PAGE; k++) {
      if (tape.tag[k] !== Tags.TEXT || !/[^\s:：]/.test(tape.text[k]!)) continue
      const text = tape.text[k]!.trim()
      if (found.length > 0 && separator.test(text)) continue
      const name = text.length > MAX_LONE_NAME_CHARACTERS ? undefined : nameOf(text)
      if (found.length === 0) {
        if (name === undefined || !isPerson(name)) return name
      } else if (name !== text || !isPerson(name) || tape.tag[tape.parent[k]!] !== Tags.A) break
      found.push(name)
    }
    return found.length === 0 ? undefined : joined(found)
  }

  private readLink(i: number): void {
    const { tape } = this
    if (tape.end[i]! - i > NODES_OF_BYLINE) return
    const href = attr(tape, i, "href") ?? ""
    if (!authorLink.test(href)) return
    const name = this.namesIn(i)
    if (name === undefined || !isPerson(name)) return
    const address = squeezed(href.slice(0, READ_OF_ELEMENT))
    if (!name.split(" ").every((word) => address.includes(squeezed(word)))) return
    this.addNames(i, name, "element", "link to the author", Weight.linked, Weight.linked)
  }

  private readFirstPost({ isDiscussion, top }: Places): void {
    if (!isDiscussion) return
    const { tape } = this
    for (let i = top; i < tape.n; i++) {
      if (tape.tag[i] === Tags.TEXT) {
        const starts = tape.text[i]!.length < MAX_CHARACTERS_OF_AUTHOR_LINE && startedBy.test(tape.text[i]!)
        if (!starts) continue
        const rest = nameOf(tape.text[i]!.replace(startedBy, "").split(",")[0]!) ?? this.nameBehind(i, i)
        if (rest === undefined) continue
        this.add({ value: rest, evidence: "text", where: "first post", at: i, end: i + 1, weight: Weight.firstPost })
        return
      }
      const names = attr(tape, i, "class")
      if (names === undefined || tape.end[i]! - i > NODES_OF_BYLINE || !posterClass.test(names)) continue
      if (notPoster.test(names)) continue
      const name = this.firstNameIn(i)
      if (name === undefined) continue
      const where = names.trim().slice(0, MAX_AUTHOR_EVIDENCE_CHARACTERS)
      this.add({ value: name, evidence: "byline", where, at: i, end: tape.end[i]!, weight: Weight.firstPost })
      return
    }
  }

  private isOrganised(name: string): boolean {
    return !isPerson(name) && (isOrganisation(name) || isOfSite(name, this.sites))
  }

  private weightOf({ at, end, far, value, weight }: Candidate, { headline, isDiscussion }: Places): number {
    const behind = headline < 0 ? 0 : this.tape.end[headline]!
    const isFar = far !== undefined && headline >= 0 &&
      (end < headline - ABOVE_HEADLINE || at > behind + BELOW_HEADLINE)
    const own = isFar ? far : weight
    const [name = value] = value.split(", ")
    if (isDiscussion) return own
    if (isOrganisation(name)) return Math.min(own, MAX_WEIGHT_OF_ORGANISATION)
    if (isOfSite(name, this.sites)) return Math.min(own, isPerson(name) ? MAX_WEIGHT_OF_SITE : MAX_WEIGHT_OF_ORGANISATION)
    if (beginsSite(name, this.sites)) return Math.min(own, MAX_WEIGHT_OF_SITE)
    return isHandle(name) ? Math.min(own, MAX_WEIGHT_OF_HANDLE) : own
  }

  best(places: Places): Credit | undefined {
    const meta = joined(this.declared)
    if (meta !== "") this.add({ value: meta, evidence: "meta", where: "author", at: -1, end: -1, weight: Weight.meta })
    this.readLines(places)
    this.readFirstPost(places)
    let found: Candidate | undefined
    let most = 0
    for (const candidate of this.candidates) {
      const weight = this.weightOf(candidate, places)
      if (weight <= most) continue
      most = weight
      found = candidate
    }
    return found === undefined ? undefined : { value: found.value, evidence: found.evidence, where: found.where }
  }
}
