/**
 * The main content of a page, without a model and without a per-site rule: drop what can be no content, then choose the
 * smallest part that holds most of the running text, then prune what is left of link lists.
 *
 * Every step is one forward or backward loop over the tape; nothing here recurses or looks at pairs of nodes.
 *
 * @since 0.1.0
 */
import { findCards } from "./cards.ts"
import { dropDuplicates } from "./duplicates.ts"
import { dropHeadedSections } from "./headings.ts"
import { headline, leads } from "./leads.ts"
import { isFormulaPicture } from "./math.ts"
import { measure, type Measures, type Texts, texts as measureTexts } from "./measure.ts"
import * as Names from "./names.ts"
import { prune, topLevel } from "./prune.ts"
import { chooseRoot } from "./root.ts"
import * as Tags from "./tags.ts"
import { attr, attrName, attrValue, type Tape } from "./tape.ts"
import { embedded, isHidden, isShadowRoot } from "./visible.ts"

import { Drop, type Selection, type Work } from "./work.ts"

const landmarkRoles = new Set(
  "navigation banner contentinfo search dialog alertdialog menu menubar complementary tooltip".split(" ")
)
const forumAddress =
  /(?:^|[/.])(?:forums?|community|discuss(?:ions?)?|answers|boards?|talk)[/.]|\/(?:t|thread|threads|topic|topics|questions?|viewtopic|showthread|comments)[/.?-]/i
const forumData = /"(?:DiscussionForumPosting|QAPage)"/
const longLink = 60

export interface SelectOptions {
  /** Whether the headline belongs to the content. */
  readonly headline: boolean
  /** Elements that are left out whatever they hold. */
  readonly excluded: ReadonlyArray<number>
}

export const select = (tape: Tape, url: string | undefined, options: SelectOptions): Selection => {
  const texts = measureTexts(tape)
  let best: (Selection & { readonly size: number }) | undefined
  // Weaker rules are tried when hardly anything is left.
  for (let mode = 0; mode < 4; mode++) {
    const found = attempt(tape, texts, url, mode, options)
    if (best === undefined || found.size > 2 * best.size + 100) best = found
    if (found.size >= 250 || tape.n === 0) break
  }
  return best!
}

const attempt = (
  tape: Tape,
  texts: Texts,
  url: string | undefined,
  mode: number,
  options: SelectOptions
): Selection & { readonly size: number } => {
  const { end, n, parent, tag } = tape
  const work = prepare(tape, texts, url, mode, options.excluded)
  const { drop, inLink } = work
  let m = measure(tape, texts, drop, inLink)
  const body = bodyOf(tape)
  let total = body < 0 ? topLevel(tape, m.mass) : m.mass[body]!
  const remarks = commentsShare(work, m, total)
  const forum = work.forum || remarks > 0.6
  const named = { ...work, forum }
  const cards = forum ? undefined : findCards(work, m, total)
  if (cards !== undefined) {
    m = measure(tape, texts, drop, inLink, cards)
    total = body < 0 ? topLevel(tape, m.mass) : m.mass[body]!
  }
  dropNamed(named, m, total, forum && remarks >= 0.45)
  dropHeaders(work, m, total)
  // Captions of cards are what a listing says about its items.
  if (cards === undefined) dropCaptions(work)
  if (mode < 2) dropHeadedSections(work, m, total)
  inherit(tape, drop)
  dropDuplicates(work, m)
  m = measure(tape, texts, drop, inLink, cards)
  const root = chooseRoot(named, m, body)
  prune(work, m, root, cards)
  const roots: Array<number> = []
  const keep = new Uint8Array(n)
  const from = root < 0 ? 0 : root
  const to = root < 0 ? n : end[root]!
  let size = 0
  for (let i = from; i < to; i++) {
    const p = parent[i]!
    if (i > from && p >= 0 && drop[p] !== 0) drop[i] = Drop.Hard
    if (drop[i] !== 0) continue
    keep[i] = 1
    if (tag[i] === Tags.TEXT) size += m.length[i]!
  }
  if (root >= 0) {
    const title = headline(work, keep, root)
    const inside = title >= root
    if (title >= 0 && !options.headline) {
      if (inside) { for (let k = title; k < end[title]!; k++) keep[k] = 0 }
    } else if (title >= 0 && !inside) {
      keep[title] = 1
      for (let k = title + 1; k < end[title]!; k++) {
        keep[k] = keep[parent[k]!] === 1 && !Tags.is(tag[k]!, Tags.INVISIBLE | Tags.EMBEDDED) ? 1 : 0
      }
      roots.push(title)
    }
    for (const lead of leads(work, m, root, inside ? -1 : title)) {
      for (let k = lead; k < end[lead]!; k++) keep[k] = drop[k] === 0 && (k === lead || keep[parent[k]!] === 1) ? 1 : 0
      roots.push(lead)
    }
    roots.push(root)
  } else for (let i = 0; i < n; i = end[i]!) if (keep[i] === 1) roots.push(i)
  return { keep, roots, size }
}

const bodyOf = (tape: Tape): number => {
  let html = -1
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] === Tags.BODY) return i
    if (tape.tag[i] === Tags.HTML && html < 0) html = i
  }
  return html
}

/** What is no content by its element, its role or because it is hidden; and the roles that names suggest. */
const prepare = (
  tape: Tape,
  texts: Texts,
  url: string | undefined,
  mode: number,
  excluded: ReadonlyArray<number>
): Work => {
  const { attrsAt, n, parent, tag, text } = tape
  const { raw } = texts
  const drop = new Uint8Array(n)
  for (const i of excluded) drop[i] = Drop.Hard
  const roles = new Uint16Array(n)
  const inLink = new Uint8Array(n)
  let forum = url !== undefined && forumAddress.test(url)
  const total = Math.max(1, topLevelRaw(tape, raw))
  let noscript = 0
  for (let i = 0; i < n; i++) if (tag[i] === Tags.NOSCRIPT) noscript += raw[i]!
  const useNoscript = noscript > 300 && noscript > 0.1 * total
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const id = tag[i]!
    if (id === Tags.SCRIPT && !forum && i + 1 < n && attr(tape, i, "type") === "application/ld+json") {
      forum = forumData.test(text[i + 1]!)
    }
    if (p >= 0) {
      if (drop[p] !== 0) {
        drop[i] = Drop.Hard
        continue
      }
      inLink[i] = inLink[p]!
    }
    if (id === Tags.TEXT || drop[i] !== 0) continue
    if (id === Tags.A && inLink[i] === 0 && raw[i]! < longLink && !(p >= 0 && Tags.is(tag[p]!, Tags.HEADING))) {
      if (attr(tape, i, "href") !== undefined) inLink[i] = 1
    }
    if (Tags.is(id, Tags.HEADING)) inLink[i] = 0
    if (id === Tags.NOSCRIPT && useNoscript) continue
    if (Tags.is(id, Tags.INVISIBLE)) {
      if (!isShadowRoot(tape, i)) drop[i] = Drop.Hard
      continue
    }
    if (Tags.is(id, Tags.EMBEDDED)) {
      if (!embedded(tape, i)) drop[i] = Drop.Hard
      continue
    }
    if (id === Tags.NAV || id === Tags.MENU || ((id === Tags.ASIDE || id === Tags.FOOTER) && mode < 3)) {
      drop[i] = Drop.Landmark
      continue
    }
    const stop = attrsAt[i + 1]!
    if (attrsAt[i] === stop) continue
    let className: string | undefined
    let name: string | undefined
    let role: string | undefined
    let check = false
    let ariaHidden = false
    for (let k = attrsAt[i]!; k < stop; k++) {
      switch (attrName(tape, k)) {
        case "class":
          className = attrValue(tape, k)
          break
        case "id":
          name = attrValue(tape, k)
          break
        case "role":
          role = attrValue(tape, k)
          break
        case "hidden":
        case "style":
          check = true
          break
        case "aria-hidden":
          ariaHidden = attrValue(tape, k) === "true"
          break
        case "aria-modal":
          if (attrValue(tape, k) === "true") drop[i] = Drop.Hard
          break
        case "itemtype":
          if (!forum && /Question|Answer|DiscussionForumPosting/.test(attrValue(tape, k))) forum = true
          break
        default:
          break
      }
    }
    if (drop[i] !== 0) continue
    const bits = className === undefined && name === undefined ? 0 : Names.rolesOf(className, name)
    if (role === "tabpanel" || (bits & Names.PANEL) !== 0) {
      if ((bits & Names.CHROME) === 0) {
        roles[i] = mode >= 2 ? 0 : bits & ~7
        continue
      }
    }
    if (check && isHidden(tape, i) && raw[i]! < 0.4 * total) {
      drop[i] = Drop.Hidden
      continue
    }
    if ((bits & Names.CONCEALED) !== 0 && raw[i]! < 0.2 * total && mode < 2) {
      drop[i] = Drop.Hidden
      continue
    }
    if (ariaHidden && id === Tags.IMG && isFormulaPicture(tape, i)) ariaHidden = false
    if (ariaHidden && raw[i]! < 0.3 * total && id !== Tags.P && id !== Tags.A && id !== Tags.BODY && id !== Tags.MAIN) {
      drop[i] = Drop.Hard
      continue
    }
    if (role !== undefined && landmarkRoles.has(role)) {
      drop[i] = Drop.Landmark
      continue
    }
    roles[i] = mode >= 2 ? 0 : mode >= 1 ? bits & ~Names.WEAK : bits
  }
  return { tape, texts, drop, roles, inLink, total, forum }
}

const topLevelRaw = (tape: Tape, raw: Int32Array): number => {
  let sum = 0
  for (let i = 0; i < tape.n; i = tape.end[i]!) sum += raw[i]!
  return sum
}

/** How much of the running text stands in comments. */
const commentsShare = (work: Work, m: Measures, total: number): number => {
  const { drop, roles, tape } = work
  let mass = 0
  for (let i = 0; i < tape.n; i++) {
    if (drop[i] !== 0 || (roles[i]! & Names.COMMENTS) === 0 || tape.tag[i] === Tags.BODY) continue
    mass += m.mass[i]!
    i = tape.end[i]! - 1
  }
  return total > 0 ? mass / total : 0
}

/** Drops parts by their names, unless they hold too much of the page to be what the name says. */
const dropNamed = (work: Work, m: Measures, total: number, remarks: boolean): void => {
  const { drop, roles, tape } = work
  const { parent, tag } = tape
  for (let i = 0; i < tape.n; i++) {
    const p = parent[i]!
    if (p >= 0 && drop[p] !== 0) {
      if (drop[i] === 0) drop[i] = Drop.Hard
      continue
    }
    const role = roles[i]!
    const id = tag[i]!
    if (
      drop[i] !== 0 || role === 0 || id === Tags.BODY || id === Tags.HTML || id === Tags.MAIN || id === Tags.ARTICLE ||
      id === Tags.H1
    ) {
      continue
    }
    // Words of a heading are the heading, whatever their link is called.
    if (
      Tags.is(id, Tags.HEADING) ||
      (p >= 0 && Tags.is(tag[p]!, Tags.HEADING) && work.texts.raw[i]! * 2 > work.texts.raw[p]!)
    ) {
      continue
    }
    const share = total > 0 ? m.mass[i]! / total : 0
    const length = m.length[i]!
    const density = length > 0 ? m.link[i]! / length : 1
    if ((role & Names.COMMENTS) !== 0) {
      if (!remarks && share < 0.5) drop[i] = Drop.Named
      continue
    }
    const paragraphs = m.paragraphs[i]!
    if (
      (role & Names.STRONG) !== 0 && share < 0.35
      && !(paragraphs >= 4 && density < 0.15 && length > 800 && share > 0.1)
    ) drop[i] = Drop.Named
    else if (
      (role & Names.WEAK) !== 0 && Tags.is(id, Tags.BLOCK) && (role & Names.POSITIVE) === 0 && share < 0.25
      && (density > 0.5 || (paragraphs <= 1 && length < 60)) && !holdsCode(tape, i)
    ) drop[i] = Drop.Weak
  }
}

/** Whether a part holds preformatted text: tabs of commands are short, and what the reader came for. */
const holdsCode = (tape: Tape, i: number): boolean => {
  for (let k = i + 1; k < tape.end[i]!; k++) if (tape.tag[k] === Tags.PRE) return true
  return false
}

/** A page header without the headline is furniture. */
const dropHeaders = (work: Work, m: Measures, total: number): void => {
  const { drop, tape } = work
  const { end, n, parent, tag } = tape
  const h1 = new Int32Array(n + 1)
  for (let i = 0; i < n; i++) h1[i + 1] = h1[i]! + (tag[i] === Tags.H1 ? 1 : 0)
  const inner = new Uint8Array(n)
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    const id = tag[i]!
    inner[i] = p >= 0 && inner[p] === 1 || id === Tags.SECTION || id === Tags.ARTICLE || id === Tags.LI ? 1 : 0
    if (id !== Tags.HEADER || drop[i] !== 0 || m.mass[i]! >= 0.2 * total || (p >= 0 && inner[p] === 1)) continue
    if (h1[end[i]!] === h1[i]) drop[i] = Drop.Header
  }
}

/**
 * Drops the words below pictures; the emitter writes a figure's caption as the title of its image. Figures of code,
 * tables or quotes keep theirs.
 */
const dropCaptions = (work: Work): void => {
  const { drop, roles, tape, texts } = work
  const { end, n, parent, tag } = tape
  const pictures = new Int32Array(n + 1)
  for (let i = 0; i < n; i++) {
    const id = tag[i]!
    pictures[i + 1] = pictures[i]! +
      (id === Tags.IMG || id === Tags.VIDEO || id === Tags.PICTURE || id === Tags.IFRAME ? 1 : 0)
  }
  for (let i = 0; i < n; i++) {
    if (drop[i] !== 0) continue
    const id = tag[i]!
    const named = (roles[i]! & Names.CAPTION) !== 0 && id !== Tags.FIGURE && id !== Tags.TABLE && id !== Tags.CAPTION
    if (id !== Tags.FIGCAPTION && !named) continue
    if (texts.raw[i]! > 600) continue
    let p = parent[i]!
    for (let up = 0; up < 3 && p >= 0 && tag[p] !== Tags.BODY; up++, p = parent[p]!) {
      if (pictures[end[p]!]! > pictures[p]! && texts.raw[p]! <= texts.raw[i]! * 2 + 80) {
        drop[i] = Drop.Caption
        break
      }
    }
  }
}

/** Drops everything below a dropped node. */
export const inherit = (tape: Tape, drop: Uint8Array): void => {
  for (let i = 0; i < tape.n; i++) {
    const p = tape.parent[i]!
    if (p >= 0 && drop[p] !== 0 && drop[i] === 0) drop[i] = Drop.Hard
  }
}
