/**
 * Writes HTML that is safe to store: the chosen part of a page, without scripts, handlers, styles and unknown
 * attributes.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, attrName, attrValue, nameOf, type Tape } from "../tape/tape.ts"
import { imageAddress, isInlined, type Resolve } from "../tape/urls.ts"

const escapeText = (s: string): string =>
  s.replace(/[&<>\u00a0]/g, (c) => c === "&" ? "&amp;" : c === "<" ? "&lt;" : c === ">" ? "&gt;" : "&nbsp;")
const escapeValue = (s: string): string =>
  s.replace(
    /[&"<>\u00a0]/g,
    (c) => c === "&" ? "&amp;" : c === "\"" ? "&quot;" : c === "<" ? "&lt;" : c === ">" ? "&gt;" : "&nbsp;"
  )

const plain = new Set(
  ("alt title width height colspan rowspan scope headers start value reversed type lang dir datetime cite abbr align valign "
    + "id class role checked disabled open span summary itemprop itemtype itemscope sizes loading").split(" ")
)
const addresses = new Set(["href", "src", "cite", "poster"])
const safeScheme = /^(?:https?|mailto|tel|ftp|sms|geo|xmpp|magnet):/i
const safeImage = /^data:image\/(?:png|gif|jpe?g|webp|avif|bmp|x-icon);base64,/i
/** Elements that are written. Of other elements, only the content is written. */
const written = new Set(
  ("body p div section article main aside nav header footer address hgroup center blockquote pre figure figcaption ul ol li menu "
    + "dl dt dd table caption colgroup col thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 hr br wbr details summary a span b strong "
    + "i em u s strike del ins code kbd samp tt var q cite abbr dfn small big sub sup mark font time data bdi bdo ruby rt rp "
    + "img picture video audio source input label fieldset legend form").split(" ")
)
/** Elements that are written only in formulas. Formulas contain only these, so that HTML parsers keep their order. */
const mathematical = new Set(
  ("math mi mo mn ms mtext mrow msup msub msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mspace mstyle "
    + "mfenced mpadded semantics annotation").split(" ")
)
/** Elements that are written, without their behaviour, only if content selection kept them. */
const neutral = new Set(["body", "form", "center", "font", "big"])

/** Attributes that are written only in an exact copy of the page. */
const lazy = new Set(["srcset", "data-src", "data-srcset"])

const attributes = (tape: Tape, i: number, name: string, resolve: Resolve, exact: boolean): string => {
  let out = ""
  for (let k = tape.attrsAt[i]!; k < tape.attrsAt[i + 1]!; k++) {
    const key = attrName(tape, k)
    const value = attrValue(tape, k)
    if (key === "src" && name === "img") continue
    if (exact && lazy.has(key)) {
      out += ` ${key}="${escapeValue(value)}"`
      continue
    }
    if (addresses.has(key)) {
      const address = resolve(value)
      if (address !== undefined && (safeScheme.test(address) || !/^[a-z][a-z0-9+.-]*:/i.test(address))) {
        out += ` ${key}="${escapeValue(address)}"`
      }
    } else if (exact && name === "img" && (key === "class" || key === "id")) continue
    else if (plain.has(key) || key.startsWith("aria-") && /^[a-z-]{6,40}$/.test(key)) {
      out += ` ${key}="${escapeValue(value)}"`
    }
  }
  if (name === "img") {
    const address = exact ? attr(tape, i, "src") : imageAddress(tape, i)
    if (address !== undefined) {
      if (isInlined(address)) {
        if (safeImage.test(address)) out = ` src="${escapeValue(address)}"${out}`
      } else {
        const absolute = resolve(address)
        if (absolute !== undefined && (safeScheme.test(absolute) || !/^[a-z][a-z0-9+.-]*:/i.test(absolute))) {
          out = ` src="${escapeValue(absolute)}"${out}`
        }
      }
    }
  } else if (name === "input") {
    return attr(tape, i, "checked") === undefined
      ? " type=\"checkbox\" disabled"
      : " type=\"checkbox\" checked disabled"
  }
  return out
}

const seen = new Set(["img", "hr", "input", "video", "audio"])
/** Elements that are written even if they are empty. */
const placed = new Set(["tr", "td", "th", "colgroup", "dt", "dd"])

const isLeftOut = (id: number): boolean =>
  Tags.is(id, Tags.INVISIBLE) && id !== Tags.NOSCRIPT && id !== Tags.TEMPLATE || id === Tags.SVG || id === Tags.IFRAME

const filledOf = (tape: Tape, keep: Uint8Array): Uint8Array => {
  const filled = new Uint8Array(tape.n)
  for (let i = tape.n - 1; i >= 0; i--) {
    const id = tape.tag[i]!
    if (keep[i] === 0 || isLeftOut(id)) filled[i] = 0
    else if (id === Tags.TEXT ? /\S/.test(tape.text[i]!) : seen.has(nameOf(tape, i))) filled[i] = 1
    const parent = tape.parent[i]!
    if (filled[i] === 1 && parent >= 0) filled[parent] = 1
  }
  return filled
}

const isTarget = (tape: Tape, i: number): boolean =>
  tape.tag[i] === Tags.A && attr(tape, i, "href") === undefined && attr(tape, i, "id") !== undefined

export const toHtml = (
  tape: Tape,
  options: {
    readonly keep: Uint8Array | undefined
    readonly roots: ReadonlyArray<number>
    readonly resolve: Resolve
    readonly budget: number
    /** Keeps image URLs unchanged, and removes blank lines, because a blank line ends HTML in Markdown. */
    readonly exact?: boolean | undefined
  }
): { readonly html: string; readonly truncated: boolean } => {
  const { end, tag, text } = tape
  const exact = options.exact === true
  const filled = exact || options.keep === undefined ? undefined : filledOf(tape, options.keep)
  const out: Array<string> = []
  let size = 0
  let truncated = false
  let formula = 0
  const push = (s: string) => {
    out.push(s)
    size += s.length
  }
  const open: Array<{ readonly end: number; readonly name: string }> = []
  const close = (at: number) => {
    while (open.length > 0 && open[open.length - 1]!.end <= at) {
      const { name } = open.pop()!
      if (name !== "") push(`</${name}>`)
    }
  }
  for (const root of options.roots) {
    for (let i = root; i < end[root]!; i++) {
      close(i)
      if (size > options.budget) {
        truncated = true
        break
      }
      if (options.keep !== undefined && options.keep[i] === 0) {
        i = end[i]! - 1
        continue
      }
      const id = tag[i]!
      if (id === Tags.TEXT) {
        const s = escapeText(text[i]!)
        push(exact ? s.replace(/\n(?=[ \t]*\n)/g, "&#10;") : s)
        continue
      }
      if (isLeftOut(id)) {
        i = end[i]! - 1
        continue
      }
      const name = nameOf(tape, i)
      if (id === Tags.MATH) formula = Math.max(formula, end[i]!)
      if (!(i < formula ? mathematical : written).has(name)) {
        if (end[i]! > i + 1) open.push({ end: end[i]!, name: "" })
        continue
      }
      if (Tags.is(id, Tags.VOID)) {
        const given = attributes(tape, i, name, options.resolve, exact)
        // The image of a `source` element without attributes has the URL.
        if (id !== Tags.SOURCE || given !== "") push(`<${name}${given}>`)
        continue
      }
      if (filled?.[i] === 0 && i >= formula && !placed.has(name) && !isTarget(tape, i)) {
        open.push({ end: end[i]!, name: "" })
        continue
      }
      const shown = neutral.has(name) ? name === "font" || name === "big" ? "span" : "div" : name
      push(`<${shown}${attributes(tape, i, name, options.resolve, exact)}>`)
      open.push({ end: end[i]!, name: shown })
    }
    close(tape.n)
    if (truncated) break
  }
  return { html: out.join("").trim(), truncated }
}
