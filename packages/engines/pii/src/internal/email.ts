/**
 * Finds email addresses: plain, percent-encoded, and spelled out.
 *
 * @since 0.1.0
 */
import { isHighSurrogate } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, DIGIT, LETTER } from "@dunlin/text/UnitClass"
import type { Span } from "../Span.ts"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { AT, DOT } from "./cues.ts"
import { type Encoded, encodedEmails, hiddenEmails } from "./encoded.ts"
import { hasMark } from "./marks.ts"
import { indexAt } from "./offsets.ts"
import { tlds } from "./places.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"

const isTld = (label: string): boolean => {
  return tlds().has(label.toLowerCase())
}

const localMarks = new Set([..."._%+'’-!#$&*=^~{}?"].map((mark) => mark.charCodeAt(0)))
const leadMarks = /^[.'’%+\-!#$&*=^~{}?]+/
const fileEnding = /^(?:png|jpe?g|gif|svg|webp|css|js|mjs|cjs|ts|tsx|jsx|map|py|rs|html?|json|ya?ml|pdf|mp[34])$/i
const weakFileEnding = /^(?:md|sh|zip|app|so|pl|cc)$/i

const MAX_CHARACTERS_OF_MAILBOX = 64
const MAX_CHARACTERS_OF_HOST = 253
const MAX_CHARACTERS_OF_HOST_LABEL = 63
const SURE = { shape: 0.99, encoded: 0.9, spelled: 0.8 }
const LABEL_LEAD = 9
const SCHEME_LEAD = 10
/** Number of characters before an address that may be a URL's user name and password. */
const USER_LEAD = 100
const SPELLED_REACH = 160
const SSH = "ssh://"
const SCHEME_END = "://"

const localStart = (text: string, at: number): number => {
  const table = classes()
  let start = at
  while (start > 0 && at - start < MAX_CHARACTERS_OF_MAILBOX) {
    const code = text.charCodeAt(start - 1)
    if ((table[code]! & (LETTER | DIGIT)) === 0 && !localMarks.has(code) && !isHighSurrogate(code)) break
    start--
  }
  return start
}

const domainEnd = (text: string, from: number): number => {
  const table = classes()
  let end = from
  while (end < text.length && end - from < MAX_CHARACTERS_OF_HOST) {
    const code = text.charCodeAt(end)
    if ((table[code]! & (LETTER | DIGIT)) === 0 && code !== Unit.POINT && code !== Unit.HYPHEN) break
    end++
  }
  return end
}

/** Maximum emphasis marks: both kinds, or code. */
const MAX_EMPHASIS = 3

const isEmphasis = (unit: number): boolean => unit === Unit.ASTERISK || unit === Unit.BACKTICK || unit === Unit.TILDE

const emphasisStart = (text: string, end: number): number => {
  let start = end
  while (start > 0 && end - start < MAX_EMPHASIS && isEmphasis(text.charCodeAt(start - 1))) start--
  return start
}

const emphasisEnd = (text: string, start: number): number => {
  let end = start
  while (end - start < MAX_EMPHASIS && isEmphasis(unitAt(text, end))) end++
  return end
}

/**
 * Returns the length of text before the mailbox that is not part of it: escapes of `mailto:` URLs, parts of queries,
 * and labels in CJK.
 */
const trimLocal = (local: string, wrappedBy: string): number => {
  let cut = 0
  const escaped = /^.*%(?:3[ad]|20|22|2c|3c|27|3d|26|0a)/i.exec(local)
  if (escaped !== null) cut = escaped[0].length
  const query = local.slice(cut).search(/[=&?{}#!*^~$][^=&?{}#!*^~$]*$/)
  if (query >= 0) cut += query + 1
  const lead = leadMarks.exec(local.slice(cut))
  if (lead !== null) cut += lead[0].length
  if (wrappedBy === "_") { while (local[cut] === "_") cut++ }
  const glued = /^.*[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af](?=[A-Za-z0-9])/.exec(local.slice(cut))
  return glued === null ? cut : cut + glued[0].length
}

/** Returns the length of the longest prefix that ends in a top-level domain. */
const domainLength = (domain: string): number => {
  const labels = domain.replace(/[.-]+$/, "").split(".")
  while (labels.length >= 2 && !isTld(labels[labels.length - 1]!)) {
    const last = labels[labels.length - 1]!
    // The text after the domain may be in another script without a space: `a@b.comまで`.
    const glued = /^[a-z]{2,24}(?=[^\0-\x7f])/i.exec(last)
    if (glued !== null && isTld(glued[0])) {
      labels[labels.length - 1] = glued[0]
      break
    }
    // A sentence may continue without a space, as in `a@b.com.Please`.
    labels.pop()
  }
  if (labels.length < 2) return 0
  for (const label of labels) {
    if (label === "" || label.length > MAX_CHARACTERS_OF_HOST_LABEL || label.startsWith("-")) return 0
  }
  if (labels.length === 2 && /^\d{1,2}x?$/.test(labels[0]!)) return 0
  return labels.join(".").length
}

/** Matches schemes of repositories, in whose URLs user names are not persons. */
const repository = /^(?:git|hg|svn)$/

const skip = (scan: Scan, start: number, at: number, end: number, local: string, domain: string): boolean => {
  const { text } = scan
  const ending = domain.slice(domain.lastIndexOf(".") + 1)
  const announced = /(?:mailto|to|from|cc|sip|xmpp|email|e-mail|mail)[:=]\s?$/i.test(
    textBefore(text, start, LABEL_LEAD)
  )
  if (text[start - 1] === "@") return true
  if (!announced && (fileEnding.test(ending) || weakFileEnding.test(ending) && /^v?\d/.test(domain))) return true
  if (repository.test(local)) {
    const behind = text[emphasisEnd(text, end)]
    if (behind === ":" || behind === "/" || textBefore(text, start, SSH.length) === SSH) return true
  }
  if (text[start - 1] === ":" && /:\/\/[^\s/@]{0,80}:$/.test(textBefore(text, start, USER_LEAD))) return true
  if (
    textBefore(text, start, SCHEME_END.length) === SCHEME_END &&
    !/(?:mailto|sip|xmpp):\/\/$/i.test(textBefore(text, start, SCHEME_LEAD))
  ) return true
  const url = indexAt(scan.urls, at)
  if (url >= 0) {
    const head = text.slice(scan.urls.at[url]!, at)
    const scheme = head.indexOf(SCHEME_END)
    // The text before `@` is the user of a URL, so this is no email address.
    if (scheme >= 0 && !/[/?#]/.test(head.slice(scheme + SCHEME_END.length)) && !/^(?:mailto|sip)/.test(head)) {
      return true
    }
    // In the path of a URL, the text is a version or a file.
    if (!announced && !/[=?&]/.test(head) && text[start - 1] === "/" && text[end] === "/") return true
  }
  return false
}

const plainEmails = (scan: Scan, sign: string, out: Array<Span>): void => {
  const { text } = scan
  let next = text.indexOf(sign)
  while (next >= 0) {
    const sought = next
    next = text.indexOf(sign, sought + 1)
    // Emphasis may start or end inside an address: `**ann**@*example.com*`.
    const at = emphasisStart(text, sought)
    let start = localStart(text, at)
    const from = emphasisEnd(text, sought + sign.length)
    if (start === at || from >= text.length) continue
    const end = domainEnd(text, from)
    const local = text.slice(start, at)
    start += trimLocal(local, text[end] ?? "")
    if (start >= at || text[at - 1] === ".") continue
    const length = domainLength(text.slice(from, end))
    if (length === 0) continue
    const localPart = text.slice(start, at)
    if (/^v?\d+(?:\.\d+)*$/.test(text.slice(from, from + length))) continue
    if (skip(scan, start, at, from + length, localPart, text.slice(from, from + length))) continue
    const add = (first: number, end: number) =>
      out.push({ start: first, end, entity: "EMAIL", score: SURE.shape, reason: "shape" })
    if (from - at === sign.length) add(start, from + length)
    else if (!repository.test(localPart)) {
      // The emphasis marks around each half are not redacted.
      add(start, at)
      add(from, from + length)
    }
  }
}

const spelledDomain =
  /^\s?([\w-]{1,40}(?:(?:\s?[[({<]\s?(?:dot|punkt|punto|point|\.)\s?[\])}>]\s?|\s(?:dot|punkt|punto)\s|\.)[\w-]{1,40}){1,4})/i

const spelledLocal =
  /[\w+-]{1,40}\s?(?:[[({<]\s?(?:dot|punkt|punto|point|\.)\s?[\])}>]|\s(?:dot|punkt|punto)(?=\s))\s?$/i

/** Matches a word for the dot, because the scan splits `DoT` into two words. */
const spelledPoint = /\s(?:dot|punkt|punto)\s/i

const MAX_SPELLED = 4

const spelledEmails = (scan: Scan, out: Array<Span>): void => {
  const { cues, text } = scan
  // The word "at" is frequent, so a spelled-out address must also contain brackets or a word for the dot.
  const mayBeSpelled = (scan.kinds & DOT) !== 0 || hasMark(scan, "[") || hasMark(scan, "(") || hasMark(scan, "{") ||
    hasMark(scan, "<") || spelledPoint.test(text)
  if (!mayBeSpelled) return
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    if ((cues.at[i]! & AT) === 0) continue
    let left = cues.at[i + 1]!
    let right = cues.at[i + 2]!
    let before = text[left - 1] ?? ""
    if (before === " " && /[[({<]/.test(text[left - 2] ?? "")) before = text[--left - 1]!
    const bracket = /[[({<]/.test(before)
    if (bracket) {
      left--
      const close = /^\s?[\])}>]/.exec(text.slice(right, right + 2))
      if (close === null) continue
      right += close[0].length
    } else if (before !== " " || text[right] !== " ") continue
    while (text[left - 1] === " ") left--
    let start = left
    while (start > 0 && left - start < MAX_CHARACTERS_OF_MAILBOX && /[\w.+-]/.test(text[start - 1]!)) start--
    if (left - start < 1) continue
    const rest = textAfter(text, right, SPELLED_REACH)
    const domain = spelledDomain.exec(rest)
    if (domain === null) continue
    const spelled = /[[({<]|\s(?:dot|punkt|punto)\s/i.test(domain[1]!)
    if (!bracket && !spelled) continue
    let labels = domain[1]!.split(/[^\w-]+(?:(?:dot|punkt|punto|point)[^\w-]+)?/i).filter((label) => label !== "")
    let length = domain[0].length
    if (!isTld(labels[labels.length - 1]!)) {
      labels = labels.slice(0, -1)
      if (labels.length < 2 || !isTld(labels[labels.length - 1]!)) continue
      length = domain[0].lastIndexOf(labels[labels.length - 1]!) + labels[labels.length - 1]!.length
    }
    for (let words = 0; words < MAX_SPELLED; words++) {
      const more = spelledLocal.exec(textBefore(text, start, MAX_CHARACTERS_OF_MAILBOX))
      if (more === null) break
      start -= more[0].length
    }
    out.push({ start, end: right + length, entity: "EMAIL", score: SURE.spelled, reason: "spelled" })
  }
}

export const emails = (scan: Scan, encoded: Encoded, out: Array<Span>): void => {
  if (hasMark(scan, "@")) plainEmails(scan, "@", out)
  if (hasMark(scan, "%") && scan.text.includes("%40")) plainEmails(scan, "%40", out)
  if ((scan.kinds & AT) !== 0) spelledEmails(scan, out)
  const addEncoded = (reason: string) => (start: number, end: number) => {
    out.push({ start, end, entity: "EMAIL", score: SURE.encoded, reason })
  }
  encodedEmails(encoded, addEncoded("base64"))
  if (hasMark(scan, "#")) hiddenEmails(scan.text, addEncoded("hidden"))
}
