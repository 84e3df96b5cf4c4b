/**
 * Marks elements that are not content because of their kind or role or because they are hidden, and detects roles
 * from names.
 *
 * @since 0.1.0
 */
import { alertClass, calloutClass } from "../markdown/callouts.ts"
import { isFormulaPicture, isOnlyFormula } from "../markdown/math.ts"
import type { Roles } from "../names/naming.ts"
import * as Names from "../names/verdicts.ts"
import type { Survey } from "../survey/survey.ts"
import { embedded } from "../survey/visible.ts"
import { Drop, type Surveyed, type Work } from "../survey/work.ts"
import * as Attributes from "../tape/attributes.ts"
import { uint16Column, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { attr, attrValue, hasAttr, type Tape, textOf } from "../tape/tape.ts"
import { concealed, isOpenedDialog } from "../visibility/concealed.ts"
import { Asides } from "./asides.ts"
import { isClosingText, isTitledBox } from "./ownContent.ts"

/** Number of the weakest set of rules, which is used if no other set finds content. */
const WEAKEST = 3
const MIN_SKIP_LINK_CHARACTERS = 5
/**
 * Maximum share of a page's text that names may hide. Beyond it, the page is in its state before scripts run, and the
 * names do not count.
 */
const CONCEALED_OF_PAGE = 0.2
/**
 * Maximum share of a page's text that `aria-hidden` may hide. Beyond it, the page is in its state before scripts run,
 * and the attribute does not count.
 */
const SILENT_OF_PAGE = 0.3
const MAX_CHARACTERS_OF_FIELD_LABEL = 80
const NODES_OF_LABEL = 60
const UNSCRIPTED_IN_CHARACTERS = 300
const UNSCRIPTED_OF_PAGE = 0.1
/** Minimum share of the page's text in a `noscript` that holds all content. */
const UNSCRIPTED_ALONE = 0.8
/** Number of characters of a `noscript` that are searched for a request to enable scripts, which is at the start. */
const READ_OF_NOSCRIPT = 400
const READ_OF_LINK = 40
const MAX_CHARACTERS_OF_PREPARED_CLASS = 400
/**
 * Bits of the roles that mark a part as boilerplate. They do not count against tab panels, which hold content under
 * any name.
 */
const AGAINST = Names.STRONG | Names.WEAK | Names.COMMENTS

const landmarkRoles = new Set(
  "navigation banner contentinfo search dialog alertdialog menu menubar complementary tooltip".split(" ")
)
const MIN_LONG_LINK_CHARACTERS = 60

export const prepare = (page: Surveyed, mode: number): Work => {
  const reader = new Reader(page, mode)
  for (let i = 0; i < page.tape.n; i++) reader.read(i)
  const { bodies, drop, forum, inLink, noscript, remarks, roles, total } = reader
  return { ...page, drop, roles, bodies, remarks, inLink, total, noscript, forum }
}

class Reader {
  readonly drop: Uint8Array
  readonly roles: Uint16Array
  readonly inLink: Uint8Array
  readonly bodies: Array<number> = []
  readonly remarks: Array<number> = []
  readonly total: number
  readonly noscript: boolean
  forum: boolean
  private fieldless = 0
  private readonly tape: Tape
  private readonly raw: Int32Array
  private readonly named: Roles
  private readonly mode: number
  private readonly unseen: Uint8Array
  private readonly asides: Asides

  constructor({ excluded, kind, survey, tape, texts: { raw } }: Surveyed, mode: number) {
    this.tape = tape
    this.raw = raw
    this.named = survey.naming.roles
    this.mode = mode
    this.unseen = concealed(tape).nodes
    this.asides = new Asides(tape, raw)
    this.drop = uint8Column(tape.n)
    for (const i of excluded) this.drop[i] = Drop.Hard
    this.roles = uint16Column(tape.n)
    this.inLink = uint8Column(tape.n)
    this.forum = kind.discussion
    this.total = Math.max(1, topLevelRaw(tape, raw))
    this.noscript = isForReaders(tape, survey, raw, this.total, mode)
  }

  /** Reads a node. Its parent must be read first. */
  read(i: number): void {
    const { drop, inLink, tape: { attrsAt, parent, tag } } = this
    const p = parent[i]!
    const id = tag[i]!
    if (p >= 0) {
      if (drop[p] !== 0) {
        drop[i] = Drop.Hard
        return
      }
      inLink[i] = inLink[p]!
    }
    if (drop[i] !== 0) return
    if (this.unseen[i] === 1) {
      drop[i] = Drop.Hidden
      return
    }
    if (id === Tags.TEXT) return
    if (Tags.is(id, Tags.HEADING)) inLink[i] = 0
    if (id === Tags.NOSCRIPT && this.noscript) return
    drop[i] = this.reasonOfElement(i, id, p)
    if (drop[i] === 0 && attrsAt[i] !== attrsAt[i + 1]) this.readAttributes(i)
  }

  private reasonOfElement(i: number, id: number, p: number): number {
    const { inLink, mode, raw, tape } = this
    if (
      id === Tags.A && inLink[i] === 0 && raw[i]! < MIN_LONG_LINK_CHARACTERS &&
      !(p >= 0 && Tags.is(tape.tag[p]!, Tags.HEADING))
    ) {
      if (hasAttr(tape, i, Attributes.HREF)) inLink[i] = 1
      if (raw[i]! > MIN_SKIP_LINK_CHARACTERS && isSkipLink(tape, i)) return Drop.Control
    }
    if (Tags.is(id, Tags.INVISIBLE | Tags.EMBEDDED)) {
      if (!isWritten(tape, i)) return Drop.Hard
      return id === Tags.DIALOG && mode < WEAKEST && this.asks(i) ? Drop.Control : Drop.None
    }
    if ((id === Tags.ASIDE || id === Tags.NAV) && this.asides.areOfText(i)) return Drop.None
    return telling[id] === 1 ? reasonOfName(tape, raw, i, mode) : Drop.None
  }

  /** Returns whether a dialog has form fields. Such a dialog asks the reader for something, and is not content. */
  private asks(i: number): boolean {
    if (i < this.fieldless) return false
    this.fieldless = this.tape.end[i]!
    return holdsField(this.tape, i, Infinity)
  }

  private readAttributes(i: number): void {
    const { drop, mode, tape: { attrs, attrsAt } } = this
    const stop = attrsAt[i + 1]!
    let role: string | undefined
    let ariaHidden = false
    for (let k = attrsAt[i]!; k < stop; k++) {
      switch (attrs[Attributes.WIDTH * k]) {
        case Attributes.ROLE:
          role = attrValue(this.tape, k)
          break
        case Attributes.ARIA_HIDDEN:
          ariaHidden = attrValue(this.tape, k) === "true"
          break
        case Attributes.ARIA_MODAL:
          if (attrValue(this.tape, k) === "true" && mode < WEAKEST) drop[i] = Drop.Hard
          break
        case Attributes.ITEMTYPE:
          // `FAQPage` is not tested, because a shop's FAQ is not a discussion.
          if (!this.forum && /QAPage|DiscussionForumPosting/.test(attrValue(this.tape, k))) this.forum = true
          break
        default:
          break
      }
    }
    if (drop[i] === 0) this.readNames(i, role, ariaHidden)
  }

  private readNames(i: number, role: string | undefined, ariaHidden: boolean): void {
    const { drop, mode, raw, tape, total } = this
    const bits = this.named.of(i)
    if ((role === "tabpanel" || (bits & Names.PANEL) !== 0) && (bits & Names.CHROME) === 0) {
      this.take(i, mode >= 2 ? 0 : bits & ~AGAINST)
    } else if (
      (bits & Names.CONCEALED) !== 0 && !Tags.is(tape.tag[i]!, Tags.HEADING) && raw[i]! < CONCEALED_OF_PAGE * total &&
      mode < 2
    ) drop[i] = Drop.Hidden
    else if (ariaHidden && raw[i]! < SILENT_OF_PAGE * total && isDecoration(tape, i)) drop[i] = Drop.Hard
    else if (role !== undefined && landmarkRoles.has(role) && !(mode === WEAKEST && role === "dialog")) {
      drop[i] = Drop.Landmark
    } else this.take(i, mode >= 2 ? 0 : mode >= 1 ? bits & ~Names.WEAK : bits)
  }

  private take(i: number, bits: number): void {
    this.roles[i] = bits
    if ((bits & Names.ARTICLE_BODY) !== 0) this.bodies.push(i)
    if ((bits & Names.COMMENTS) !== 0) this.remarks.push(i)
  }
}

const isWritten = (tape: Tape, i: number): boolean =>
  !Tags.is(tape.tag[i]!, Tags.INVISIBLE) && (embedded(tape, i) || isOpenedDialog(tape, i))

const telling = new Uint8Array(Tags.UNKNOWN + 1)
for (const id of [Tags.NAV, Tags.MENU, Tags.ASIDE, Tags.FOOTER, Tags.LABEL]) telling[id] = 1

const reasonOfName = (tape: Tape, raw: Int32Array, i: number, mode: number): number => {
  const { parent, tag } = tape
  const around = parent[i]! < 0 ? Tags.TEXT : tag[parent[i]!]!
  switch (tag[i]) {
    case Tags.ASIDE:
      return mode < WEAKEST && !isNote(tape, i) ? Drop.Landmark : Drop.None
    case Tags.FOOTER:
      return mode < WEAKEST && around !== Tags.BLOCKQUOTE && around !== Tags.FIGURE && !isClosingText(tape, raw, i)
        ? Drop.Landmark
        : Drop.None
    case Tags.LABEL:
      return raw[i]! < MAX_CHARACTERS_OF_FIELD_LABEL && holdsField(tape, i, NODES_OF_LABEL) ? Drop.Control : Drop.None
    default:
      return Drop.Landmark
  }
}

const isDecoration = (tape: Tape, i: number): boolean => {
  const id = tape.tag[i]!
  return id !== Tags.P && id !== Tags.A && id !== Tags.BODY && id !== Tags.MAIN &&
    !(id === Tags.IMG && isFormulaPicture(tape, i)) && !isOnlyFormula(tape, i)
}

const asksForScripts = /java\s?script|enable|browser/i

/**
 * Returns whether a `noscript` is content: it holds much of the page without a request to enable scripts, or nearly
 * all of the page.
 */
const isForReaders = (
  tape: Tape,
  { noscripts }: Survey,
  raw: Int32Array,
  total: number,
  mode: number
): boolean => {
  let size = 0
  let asks = false
  for (const i of noscripts) {
    if (holdsSource(tape, i)) continue
    size += raw[i]!
    asks ||= mode === WEAKEST && asksForScripts.test(textOf(tape, i, READ_OF_NOSCRIPT))
  }
  return size > UNSCRIPTED_IN_CHARACTERS && size > UNSCRIPTED_OF_PAGE * total ||
    mode === WEAKEST && !asks && size > UNSCRIPTED_ALONE * total
}

const skip =
  /^(?:skip (?:to|navigation)|jump to (?:main |page )?(?:content|navigation|search)|(?:direkt )?zum (?:haupt)?inhalt|aller au contenu|(?:saltar|ir) al contenido|(?:vai|salta) al contenuto|(?:pular|saltar|ir) para o conte\u00fado|naar (?:de )?(?:hoofd)?inhoud|przejd\u017a do tre\u015bci|\u043f\u0435\u0440\u0435\u0439\u0442\u0438 \u043a \u0441\u043e\u0434\u0435\u0440\u0436|\u8df3\u5230|\u8df3\u8f6c\u5230)/iu

const isSkipLink = (tape: Tape, i: number): boolean =>
  (attr(tape, i, "href") ?? "").includes("#") && skip.test(textOf(tape, i, READ_OF_LINK).trim())

const notFilledIn = /^(?:checkbox|radio|hidden|button|submit|reset|image)$/i

const holdsField = (tape: Tape, i: number, most: number): boolean => {
  const stop = Math.min(tape.end[i]!, i + most)
  for (let k = i + 1; k < stop; k++) {
    const id = tape.tag[k]!
    if (id === Tags.SELECT || id === Tags.TEXTAREA) return true
    if (id === Tags.INPUT && !notFilledIn.test(attr(tape, k, "type") ?? "")) return true
  }
  return false
}

const isNote = (tape: Tape, i: number): boolean => {
  const name = attr(tape, i, "class")
  return name !== undefined && name.length < MAX_CHARACTERS_OF_PREPARED_CLASS &&
    (calloutClass.test(name) || alertClass.test(name) || isTitledBox(tape, i))
}

export const topLevelRaw = (tape: Tape, raw: Int32Array): number => {
  let sum = 0
  for (let i = 0; i < tape.n; i = tape.end[i]!) sum += raw[i]!
  return sum
}

/** Returns whether the content of a `noscript` is escaped HTML, as some programs write it. */
const holdsSource = ({ n, tag, text }: Tape, i: number): boolean =>
  i + 1 < n && tag[i + 1] === Tags.TEXT && /^\s*<[a-z!]/i.test(text[i + 1]!)
