/**
 * Finds passwords, keys and tokens.
 *
 * @since 0.1.0
 */
import { isDigit, isLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import type { Span } from "../Span.ts"
import { textAfter, unitAt } from "./around.ts"
import { COMMAND, SECRET } from "./cues.ts"
import { hasMark } from "./marks.ts"
import { indexAt, within } from "./offsets.ts"
import type { Scan } from "./scan.ts"
import { announced } from "./secretAnnounced.ts"
import { commands, secureStrings } from "./secretCommands.ts"
import { inContext } from "./secretContext.ts"
import { brokenHead, MAX_BROKEN_HEAD_CHARACTERS, secretUrls, shapesAt } from "./secretShapes.ts"
import { BELIEVED, SURE, SURELY_RANDOM } from "./secretSure.ts"
import { type Add, entropy, isDummy, readsAsWords, secrecy } from "./secretWorth.ts"
import { eachCell, type Tables } from "./tables.ts"

/** Number of characters after a URL's scheme in which its host is searched. */
const HOST_REACH = 92
const scheme = "https://"

const mayBeSecret = (text: string, start: number): boolean =>
  text.startsWith(scheme, start) &&
  /hooks?\.|webhook|discord|api\.tel/.test(textAfter(text, start + scheme.length, HOST_REACH))

const MAX_CHARACTERS_BEFORE_TOKEN = 64
const MAX_PARTS_BEFORE_TOKEN = 3
const MAX_CHARACTERS_OF_PART_BEFORE_TOKEN = 40
const MAX_SIGNS_AFTER_PART = 2

const OF_PART = 1
const ENDS_PART = 2
const parts = new Uint8Array(Unit.BEYOND_ASCII)
for (let unit = 0; unit < Unit.BEYOND_ASCII; unit++) if (isDigit(unit) || isLetter(unit)) parts[unit]! |= OF_PART
for (const sign of "$!_-") parts[sign.charCodeAt(0)]! |= OF_PART
for (const sign of ".:/$~") parts[sign.charCodeAt(0)]! |= ENDS_PART

const isInPart = (unit: number, kind: number): boolean => unit < Unit.BEYOND_ASCII && (parts[unit]! & kind) !== 0

const leadOf = (text: string, start: number): number => {
  const floor = Math.max(0, start - MAX_CHARACTERS_BEFORE_TOKEN)
  let at = start
  for (let part = 0; part < MAX_PARTS_BEFORE_TOKEN; part++) {
    const end = at
    while (at > floor && end - at < MAX_SIGNS_AFTER_PART && isInPart(text.charCodeAt(at - 1), ENDS_PART)) at--
    if (at === end) break
    const last = at
    while (
      at > floor && last - at < MAX_CHARACTERS_OF_PART_BEFORE_TOKEN && isInPart(text.charCodeAt(at - 1), OF_PART)
    ) at--
  }
  return at
}

const MIN_ENTROPY_BITS = 3

const madeUp = /[-_](?:your|my|random|dummy|sample|placeholder|redacted|insert)[-_]|(?:HERE|RANDOMSTRING|CHANGEME)$/i

const mayBeMadeUp = (value: string): boolean => {
  const last = value.charCodeAt(value.length - 1) | Unit.CASE_BIT
  if (last === Unit.LOWER_E || last === Unit.LOWER_G) return true
  let marks = 0
  for (let i = 0; i < value.length && marks < 2; i++) {
    const unit = value.charCodeAt(i)
    if (unit === Unit.HYPHEN || unit === Unit.UNDERSCORE) marks++
  }
  return marks > 1
}

const MIN_PREFIX_CHARACTERS = 2
const MAX_PREFIX_CHARACTERS = 8

const bodyOf = (value: string): string => {
  let start = 0
  while (start <= MAX_PREFIX_CHARACTERS && isAlphanumeric(unitAt(value, start))) start++
  const mark = unitAt(value, start)
  const isPrefix = start >= MIN_PREFIX_CHARACTERS && start <= MAX_PREFIX_CHARACTERS &&
    (mark === Unit.HYPHEN || mark === Unit.UNDERSCORE || mark === Unit.POINT)
  start = isPrefix ? start + 1 : 0
  let end = value.length
  while (end > start && value.charCodeAt(end - 1) === Unit.EQUALS) end--
  return value.slice(start, end)
}

const isAlphanumeric = (unit: number): boolean => isDigit(unit) || isLetter(unit)

const isOfWord = (unit: number): boolean => isAlphanumeric(unit) || unit === Unit.UNDERSCORE

const hasDigit = (value: string): boolean => {
  for (let i = 0; i < value.length; i++) if (isDigit(value.charCodeAt(i))) return true
  return false
}

const shaped = (scan: Scan, add: Add): void => {
  const { text, tokens } = scan
  const tryAt = (start: number, length = Infinity): number => {
    if (unitAt(text, start - 1) === Unit.PLUS) return -1
    const candidates = shapesAt(unitAt(text, start), unitAt(text, start + 1))
    for (const { fixed, fixedAt, least, prefixed, shape } of candidates) {
      if (length < least || fixedAt >= 0 && unitAt(text, start + fixedAt) !== fixed) continue
      shape.lastIndex = start
      const match = shape.exec(text)
      if (match === null) continue
      const value = match[0]
      if (mayBeMadeUp(value) && madeUp.test(value)) continue
      if (isDummy(bodyOf(value)) && !/^(?:sk|rk)_(?:live|test)/.test(value)) return -1
      if (
        value.startsWith("pk_") && /^pk_(?:live|test|prod)/.test(value) || value.startsWith("sb_publishable") ||
        value.startsWith("phc_")
      ) {
        return -1
      }
      const lettersAlone = !hasDigit(value)
      if (lettersAlone && /^(?:s\.|sk-|do|xox)/.test(value)) return -1
      if (!prefixed && entropy(value) < MIN_ENTROPY_BITS) continue
      if (lettersAlone && /^[a-z]+_[A-Za-z]+$/.test(value) && /(?:[a-z]{3,}[A-Z]){3}/.test(value)) continue
      if (
        within(scan.urls, start) && /^(?:ico-|API-|SK|AC|IG|EAA|key-|api_|ak_|prod_|tok_|sess_)/.test(value)
      ) continue
      add(start, start + value.length, SURE.shape, "shape")
      return start + value.length
    }
    return -1
  }
  let reached = 0
  for (let i = 0; i < tokens.length; i += 2) {
    let start = tokens.at[i]!
    if (start < reached) continue
    // The token is between underscores: _token_
    if (text.charCodeAt(tokens.at[i + 1]! - 1) === Unit.UNDERSCORE) {
      while (unitAt(text, start) === Unit.UNDERSCORE) start++
    }
    let end = tryAt(start, tokens.at[i + 1]! - start)
    if (end < 0 && start > 0 && isInPart(text.charCodeAt(start - 1), ENDS_PART) && indexAt(scan.urls, start) < 0) {
      // The token may be a later part: SG.<token>, 12345:<token>, a.b.<token>
      const lead = text.slice(leadOf(text, start), start)
      for (let from = 0; from < lead.length && end < 0; from++) {
        if (from > 0 && !isInPart(lead.charCodeAt(from - 1), ENDS_PART)) continue
        const first = start - lead.length + from
        if (!isOfWord(unitAt(text, first - 1))) end = tryAt(first)
      }
    }
    if (end > reached) reached = end
  }
  for (let i = 0; i < scan.stretches.length; i += 2) {
    const from = Math.max(0, scan.stretches.at[i]! - MAX_BROKEN_HEAD_CHARACTERS)
    const stretch = text.slice(from, scan.stretches.at[i + 1])
    brokenHead.lastIndex = 0
    for (let head = brokenHead.exec(stretch); head !== null; head = brokenHead.exec(stretch)) {
      const at = from + head.index
      if (!isOfWord(unitAt(text, at - 1))) tryAt(at)
    }
  }
  for (let i = 0; i < scan.urls.length; i += 2) {
    const start = scan.urls.at[i]!
    if (!mayBeSecret(text, start)) continue
    secretUrls.lastIndex = start
    const match = secretUrls.exec(text)
    if (match !== null) add(start, start + match[0].length, SURE.shape, "url")
  }
}

const BEGIN = "-----BEGIN "
const END = "-----END "
const DASHES = "-----"
const MAX_LINE_CHARACTERS = 80
const MAX_BLOCK_CHARACTERS = 20_000
const MAX_UNCLOSED_BLOCK_CHARACTERS = 8_000
const MIN_CHARACTERS_OF_KEY_IN_BLOCK = 9

const base64Line = /[A-Za-z0-9+/=]{16,}/g

/** Adds private keys. If code writes a key line by line, only its lines are redacted, not the code around them. */
const keys = (scan: Scan, add: Add): void => {
  const { text } = scan
  let at = text.indexOf(BEGIN)
  while (at >= 0) {
    const head = /^-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|NKEY SEED)(?: BLOCK)?-----/.exec(
      textAfter(text, at, MAX_LINE_CHARACTERS)
    )
    if (head === null) {
      at = text.indexOf(BEGIN, at + BEGIN.length)
      continue
    }
    const from = at + head[0].length
    const close = textAfter(text, from, MAX_BLOCK_CHARACTERS).indexOf(END)
    let end: number
    if (close < 0) {
      end = from +
        /^(?:[\sA-Za-z0-9+/=:,-]|\\[nr]){0,8000}/.exec(textAfter(text, from, MAX_UNCLOSED_BLOCK_CHARACTERS))![0]
          .trimEnd().length
    } else {
      end = from + close + END.length
      const tail = text.slice(end, from + close + MAX_LINE_CHARACTERS).indexOf(DASHES)
      if (tail >= 0) end += tail + DASHES.length
    }
    const body = text.slice(from, end)
    if (/["'`]\s*(?:[+,\\.;)]{1,2}\s*)?\n|\n[ \t]*(?:["'`]|[+.]\s*["']|\/\/|# |\* )/.test(body)) {
      add(at, from, SURE.key, "private-key")
      for (const line of body.matchAll(base64Line)) {
        add(from + line.index, from + line.index + line[0].length, SURE.key, "private-key")
      }
      const foot = body.lastIndexOf(END)
      if (foot >= 0) add(from + foot, end, SURE.key, "private-key")
    } else if (
      body.replace(/-----END[\s\S]*$/, "").replace(/\s|\\[nr]/g, "").length >= MIN_CHARACTERS_OF_KEY_IN_BLOCK
    ) {
      add(at, end, SURE.key, "private-key")
    }
    at = text.indexOf(BEGIN, end)
  }
}

const SCHEME_END = "://"
const MAX_AUTHORITY_CHARACTERS = 300

const hasUser = (text: string, from: number): boolean => {
  const last = Math.min(text.length, from + MAX_AUTHORITY_CHARACTERS)
  for (let i = from; i < last; i++) {
    const code = text.charCodeAt(i)
    if (code === Unit.AT_SIGN) return true
    if (code <= Unit.SPACE) return false
  }
  return false
}

const userInfo = (scan: Scan, add: Add): void => {
  const { text } = scan
  for (let at = text.indexOf(SCHEME_END); at >= 0; at = text.indexOf(SCHEME_END, at + 1)) {
    const from = at + SCHEME_END.length
    if (!hasUser(text, from)) continue
    const window = textAfter(text, from, MAX_AUTHORITY_CHARACTERS)
    const stop = window.search(/[\s"'`<>]/)
    const authority = stop < 0 ? window : window.slice(0, stop)
    const colon = authority.indexOf(":")
    const user = /^([\w.~-]{20,200})@[\w[]/.exec(authority)?.[1]
    if (user !== undefined && secrecy(user, true) >= SURELY_RANDOM && !readsAsWords(user)) {
      add(from, from + user.length, SURE.element, "url-user")
      continue
    }
    if (colon < 0 || /[/?#]/.test(authority.slice(0, colon))) continue
    const match = /^([^\s/?#]{1,150}|[^\s/?#]{0,80}[/?#][^\s]{0,40})@[\w.[\]-]/.exec(authority.slice(colon + 1))
    if (match === null || /^\d{1,5}\//.test(match[1]!)) continue
    let password = match[1]!
    // The user part contains the token: https://<token>:x-oauth-basic@github.com
    const name = authority.slice(0, colon)
    if (/^x-(?:oauth-basic|access-token)?$|^x$/.test(password) && secrecy(name, true) >= SURELY_RANDOM) {
      add(from, from + name.length, SURE.element, "url-user")
      continue
    }
    const last = password.lastIndexOf("@")
    if (last >= 0 && /^[\w-]+(?:\.[\w-]+)+(?:[:/,]|$)/.test(password.slice(last + 1))) {
      password = password.slice(0, last)
    }
    if (
      /^(?:[x*.]{2,}|\$\{.*|\$[A-Z_]+|\{.*\}|\[.*\]|.*\]$|%[\w]*%|pass(?:word|wd)?|PASS(?:WORD)?|pwd|secret|x-oauth-basic|\$\(.*)$/
        .test(password)
    ) continue
    const start = from + colon + 1
    add(start, start + password.length, SURE.place, "url-password")
  }
}

/**
 * Adds the values of elements for secrets, for example `<secret>{provider salt token}</secret>`, unless a value is a
 * word.
 */
const elements = (scan: Scan, add: Add): void => {
  const { text } = scan
  if (!text.includes("</")) return
  const element =
    /<(?:[\w.-]{0,24}(?:[Ss]ecret|[Tt]oken|[Pp]assword|[Pp]asswd|[Aa]pi-?_?[Kk]ey|[Pp]rivate-?_?[Kk]ey|[Aa]ccess-?_?[Kk]ey)|key)(?:\s[^<>]{0,120})?>([^<>]{4,2000})<\//g
  for (const match of text.matchAll(element)) {
    const base = match.index + match[0].length - 2 - match[1]!.length
    for (const word of match[1]!.matchAll(/[^\s{}"',;]{4,}/g)) {
      const value = word[0]
      if (secrecy(value, true) < BELIEVED || readsAsWords(value) || /^https?:/.test(value)) continue
      add(base + word.index, base + word.index + value.length, SURE.element, "element")
    }
  }
}

const SIGNED_QUERY = 400
const SIGNATURE = "&sig="
const MIN_SIGNATURE_CHARACTERS = 20
const MAX_CHARACTERS_OF_VARIABLE = 48
const MIN_CHARACTERS_OF_VARIABLE = 5

/**
 * Adds signed queries outside of a URL, such as in a variable. A signed query has permissions, an expiry and a
 * signature.
 */
const signedQueries = (scan: Scan, add: Add): void => {
  const { text } = scan
  let from = 0
  for (let at = text.indexOf(SIGNATURE); at >= 0; at = text.indexOf(SIGNATURE, at + SIGNATURE.length)) {
    if (at < from) continue
    let start = at
    while (start > from && at - start < SIGNED_QUERY && /[\w%&=.:+/-]/.test(text[start - 1]!)) start--
    let end = at + SIGNATURE.length
    while (end < text.length && end - at < SIGNED_QUERY && /[\w%+/=-]/.test(text[end]!)) end++
    from = end
    // The name of the variable in `NAME=sv=…` is not part of the query.
    const name = /^[\w.-]{1,40}=(?=s[a-z]{1,2}=)/.exec(textAfter(text, start, MAX_CHARACTERS_OF_VARIABLE))
    if (name !== null && name[0].length >= MIN_CHARACTERS_OF_VARIABLE) start += name[0].length
    if (
      end - at < MIN_SIGNATURE_CHARACTERS || !/^(?:s[a-z]{1,2}|spr|sip)=/.test(textAfter(text, start, SIGNATURE.length))
    ) {
      continue
    }
    if (indexAt(scan.urls, at) < 0) add(start, end, SURE.place, "signed-query")
  }
}

const privateMember = /"(?:d|k|p|q|dp|dq|qi)"\s{0,4}:\s{0,4}"([\w-]{20,2000})"/y

/** Adds JSON web keys (RFC 7517), which have no cue word. */
const webKeys = (scan: Scan, add: Add): void => {
  const { text } = scan
  if (!text.includes("\"kty\"")) return
  for (let at = text.indexOf("\""); at >= 0; at = text.indexOf("\"", at + 1)) {
    privateMember.lastIndex = at
    const value = privateMember.exec(text)?.[1]
    if (value === undefined) continue
    const end = privateMember.lastIndex - 1
    add(end - value.length, end, SURE.place, "private-key")
    at = end
  }
}

/** Matches a name for a secret, possibly with a prefix: `db_password`, `apiKey`. */
const secretHead =
  /^(?:[\w.-]{0,24}[_. -]|[a-z]{1,12}(?=[A-Z]))?(?:[Pp]assword|PASSWORD|[Pp]asswort|[Pp]asswd|[Pp]wd|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Aa][Pp][Ii].?[Kk][Ee][Yy]|[Aa]ccess.?[Kk]ey|[Pp]rivate.?[Kk]ey|[Cc]lient.?[Ss]ecret|[Cc]ontrase[nñ]a|[Kk]ennwort|[Ss]enha|[Ww]achtwoord|[Hh]as[lł]o|[Mm]ot.de.passe|PIN|[Pp]in|[Kk]ey|пароль|密码|パスワード|비밀번호)$/

const MAX_CHARACTERS_OF_SECRET_CELL = 200
const MIN_RANDOMNESS_UNDER_KEY = 0.9

const isDigest = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}))$/i

export const secrets = (scan: Scan, tables: Tables, isStrict: boolean, out: Array<Span>): void => {
  const add: Add = (start, end, score, reason) => {
    out.push({ start, end, entity: "SECRET", score, reason })
  }
  const hasSlash = hasMark(scan, "/")
  shaped(scan, add)
  if (hasMark(scan, "-")) keys(scan, add)
  if (hasSlash && hasMark(scan, "@")) userInfo(scan, add)
  if ((scan.kinds & SECRET) !== 0 || scan.cjk || scan.caseless) announced(scan, isStrict, add)
  if (hasSlash && hasMark(scan, "<")) elements(scan, add)
  if (hasMark(scan, "\"")) webKeys(scan, add)
  if ((scan.kinds & COMMAND) !== 0) commands(scan, add)
  if (hasMark(scan, "-")) secureStrings(scan, add)
  if (hasMark(scan, "&")) signedQueries(scan, add)
  if (scan.tokens.length > 0) inContext(scan, add)
  if (tables.length > 0) {
    eachCell(scan.text, tables, (head, start, end) => {
      if (!secretHead.test(head) || end - start > MAX_CHARACTERS_OF_SECRET_CELL) return
      const cell = scan.text.slice(start, end)
      if (/\s/.test(cell)) return
      const isAnyKey = /^key$/i.test(head)
      if (secrecy(cell, true) < (isAnyKey ? MIN_RANDOMNESS_UNDER_KEY : BELIEVED)) return
      if (!isAnyKey || !readsAsWords(cell) && !isDigest.test(cell)) add(start, end, SURE.context, "column")
    })
  }
}
