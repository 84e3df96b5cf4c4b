/**
 * Finds parts that have a boilerplate name but stand in the middle of a text: between two paragraphs, or among the
 * items of a list or the rows of a table. Sites put boilerplate there too, but it has links, fields or phrases about
 * the site. A part without them is content, and its name describes its subject or its look.
 *
 * @since 0.3.0
 */
import * as Names from "../names/verdicts.ts"
import type { Measures } from "../survey/measure.ts"
import type { Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { type Tape, textOf } from "../tape/tape.ts"
import { isDiscussed } from "./discussions.ts"
import { isMostlyText, MIN_CHARACTERS_OF_SENTENCE, structureAround } from "./ownContent.ts"
import { furniture, subject } from "./sideHeadings.ts"

/** Number of a part's characters that are searched for phrases about the site. */
const CHARACTERS_OF_PHRASES = 400

/** Bits of the roles that mark a part as boilerplate. */
const AGAINST = Names.STRONG | Names.WEAK | Names.COMMENTS

const setOf = (names: string): ReadonlySet<number> => new Set(names.split(" ").map(Tags.tagId))

const members = setOf("li dt dd tr")
const cells = setOf("li dt dd td th")
const structures = setOf("ul ol dl table")
const controls = setOf("button form input select textarea iframe ins video audio")

const aboutSite = new RegExp(
  "\\b(?:advertise?ments?|advertising|sponsored (?:by|content|posts?)|subscribe (?:to|now|today|here|for)|our newsletters?|" +
    "(?:to (?:our |the |this )?|free |weekly |daily )newsletters?|your (?:inbox|e-?mail)|sign(?:ed)? (?:up|in)|log(?:ged)? in|" +
    "(?:we|site|page) uses? cookies|(?:accept|all) cookies|cookie (?:policy|settings|preferences|consent)|your consent|" +
    "privacy (?:policy|notice)|follow us|share (?:this|on)|tweet|facebook|twitter|instagram|linkedin|" +
    "copyright (?:\\(c\\)|\\d|by)|rights reserved|terms of (?:use|service)|(?:article|story) continues|" +
    "(?:continue|keep) reading|read (?:more|next|also)|related (?:articles?|posts?|stories|news)|" +
    "\\d+ (?:comments?|repl(?:y|ies)|shares?|likes?)|comments are|(?:leave|post|add|write) a (?:comment|reply)|" +
    "(?:posted|published|updated|written|reviewed)(?: by| on| in| at|:)|filed under|tags?:|by:|photo(?:graph)?(?: by|:)|" +
    "print this|e-?mail this|click here|like this:|loading\\.\\.|donate|anzeige|werbung|abonnieren|anmelden|" +
    "publicit[\\u00e9y]|suscr\\w+|publicidad)(?!\\w)|[\\u00a9\\u00ae]",
  "i"
)

export const isOfSite = (tape: Tape, i: number): boolean => {
  let link = 0
  for (let k = i + 1; k < tape.end[i]!; k++) {
    const id = tape.tag[k]!
    if (id === Tags.A) link = tape.end[k]!
    if (controls.has(id) || id === Tags.IMG && k < link) return true
  }
  return aboutSite.test(spacedTextOf(tape, i)) || beginsLikeFurniture(tape, i)
}

/** Returns the beginning of a part's text, with a space between two texts, as in "Cookies We use cookies". */
const spacedTextOf = ({ end, tag, text }: Tape, i: number): string => {
  let words = ""
  for (let k = i; k < end[i]! && words.length < CHARACTERS_OF_PHRASES; k++) {
    if (tag[k] === Tags.TEXT) words += ` ${text[k]!.slice(0, CHARACTERS_OF_PHRASES).trim()}`
  }
  return words
}

/** Matches newsletters. They are also a subject of texts, but a site names its own newsletter with the same word. */
const newsletters = /^newsletters?\b/i
/** Matches a heading that names only a relation to the page, such as "Related". A subject has more words. */
const relation = /^(?:related|similar|recommended|trending|featured|recent|latest)\W*$/i
/** Matches a call at the start of a text: `subscribe(topic)`. */
const call = /^[\w.]+\(/

/**
 * Returns whether the first block of a part begins like the heading of boilerplate. Cells, terms and code are no
 * headings.
 */
const beginsLikeFurniture = (tape: Tape, i: number): boolean => {
  const { end, parent, tag, text } = tape
  let first = i + 1
  while (first < end[i]! && !(tag[first] === Tags.TEXT && /\S/.test(text[first]!))) first++
  if (first >= end[i]!) return false
  let block = parent[first]!
  while (block > i && !Tags.is(tag[block]!, Tags.BLOCK | Tags.HEADING)) block = parent[block]!
  if (block !== i && structureAround(tape, block) > i) return false
  const words = textOf(tape, Math.max(block, i), CHARACTERS_OF_PHRASES).trim()
  if (!furniture.test(words) || call.test(words)) return false
  const isSubject = subject.test(words) && !relation.test(words) || newsletters.test(words)
  return !isSubject || !Tags.is(tag[block]!, Tags.HEADING)
}

const speaksForItself = (work: Work, m: Measures, i: number): boolean =>
  isMostlyText(m, i) && (work.roles[i]! & Names.CONCEALED) === 0 && !isOfSite(work.tape, i)

/** Results are cached per parent, because all children of a parent may have boilerplate names. */
export const amongProse = (work: Work, m: Measures): (i: number) => boolean => {
  const { roles, tape } = work
  const { parent, tag } = tape
  const known = new Map<number, Places>()
  return (i) => {
    const isMember = members.has(tag[i]!)
    const around = parent[i]!
    if (around < 0 || !isMember && !Tags.is(tag[i]!, Tags.BLOCK)) return false
    let places = known.get(around)
    if (places === undefined) known.set(around, places = placesIn(work, m, around))
    const isPlaced = isMember
      ? places.hasMember && isMostlyText(m, around) && (roles[around]! & AGAINST) === 0 &&
        (tag[i] !== Tags.LI || m.length[i]! >= MIN_CHARACTERS_OF_SENTENCE)
      : places.first < i && places.last > i && saysSomething(tape, m, i)
    return isPlaced && speaksForItself(work, m, i) &&
      ((roles[i]! & Names.COMMENTS) === 0 || !isDiscussed(tape, i))
  }
}

export const isPartOfProse = speaksForItself

interface Places {
  /** Indexes of the first and last paragraph with running text. Without one, `first` is greater than all indexes. */
  readonly first: number
  readonly last: number
  readonly hasMember: boolean
}

const placesIn = ({ drop, roles, tape: { end, n, tag } }: Work, m: Measures, around: number): Places => {
  let first = n
  let last = -1
  let hasMember = false
  for (let c = around + 1; c < end[around]!; c = end[c]!) {
    if (drop[c] !== 0 || (roles[c]! & AGAINST) !== 0) continue
    if (tag[c] === Tags.P && m.paragraphs[c]! > 0 && isMostlyText(m, c)) {
      if (last < 0) first = c
      last = c
    } else if (members.has(tag[c]!) && m.length[c]! > 0) hasMember = true
  }
  return { first, last, hasMember }
}

const saysSomething = (tape: Tape, m: Measures, i: number): boolean => {
  let count = 0
  let structure = structures.has(tape.tag[i]!)
  for (let k = i; k < tape.end[i]!; k++) {
    const id = tape.tag[k]!
    if (id === Tags.PRE && m.length[k]! > 0) return true
    structure ||= structures.has(id)
    if (structure && cells.has(id) && m.length[k]! > 0 && ++count > 1) return true
  }
  return /[.!?\u3002\uff01\uff1f\u0964][\p{Pe}\p{Pf}"'\s]*(?:$|\s\p{Lu})/u.test(textOf(tape, i).trim())
}
