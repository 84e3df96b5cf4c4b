/**
 * Finds passwords, keys and tokens.
 *
 * @since 0.1.0
 */
import type { Span } from "../Span.ts"
import { SECRET } from "./cues.ts"
import { indexAt, type Scan } from "./scan.ts"
import { commands } from "./secretCommands.ts"
import { inContext } from "./secretContext.ts"
import { secretUrls, shapesByPrefix } from "./secretShapes.ts"
import { type Add, dummy, entropy, placeholder, readsAsWords, secrecy } from "./secretWorth.ts"
import { eachCell, type Tables } from "./tables.ts"

/** Whether an address begins like one of `secretUrls` may: with `https://` and a host the list has. */
const mayBeSecret = (text: string, start: number): boolean =>
  text.startsWith("https://", start) && /hooks?\.|webhook|discord|api\.tel/.test(text.slice(start + 8, start + 100))

/** Tokens whose shape names the provider. */
const shaped = (scan: Scan, add: Add): void => {
  const { text, tokens } = scan
  const tryAt = (start: number): number => {
    for (const key of [text.slice(start, start + 2), ""]) {
      for (const shape of shapesByPrefix.get(key) ?? []) {
        if (text[start - 1] === "+") continue
        shape.lastIndex = start
        const match = shape.exec(text)
        if (match === null) continue
        const value = match[0]
        const body = value.replace(/^[A-Za-z0-9]{2,8}[-_.]/, "")
        if (dummy.test(body) && !/^(?:sk|rk)_(?:live|test)/.test(value)) return -1
        if (/^pk_(?:live|test|prod)/.test(value) || value.startsWith("sb_publishable") || value.startsWith("phc_")) {
          return -1
        }
        if (/^(?:s\.|sk-|do)/.test(value) && !/\d/.test(value)) return -1
        if (key === "" && entropy(value) < 3) continue
        if (!/\d/.test(value) && /^[a-z]+_[A-Za-z]+$/.test(value) && /(?:[a-z]{3,}[A-Z]){3}/.test(value)) continue
        if (
          /^(?:ico-|API-|SK|AC|IG|EAA|key-|api_|ak_|prod_|tok_|sess_)/.test(value) && indexAt(scan.urls, start) >= 0
        ) continue
        add(start, start + value.length, 0.98, "shape")
        return start + value.length
      }
    }
    return -1
  }
  let reached = 0
  for (let i = 0; i < tokens.length; i += 2) {
    const start = tokens[i]!
    if (start < reached) continue
    let end = tryAt(start)
    if (end < 0 && /[.:/$~]/.test(text[start - 1] ?? "") && indexAt(scan.urls, start) < 0) {
      // the token may be the second part: SG.<token>, 12345:<token>, a.b.<token>
      const lead = /(?:[A-Za-z0-9$!_-]{1,40}[.:/$~]{1,2}){1,2}$/.exec(text.slice(Math.max(0, start - 48), start))
      if (lead !== null && !/[\w]/.test(text[start - lead[0].length - 1] ?? "")) end = tryAt(start - lead[0].length)
    }
    if (end > reached) reached = end
  }
  for (let i = 0; i < scan.urls.length; i += 2) {
    const start = scan.urls[i]!
    if (!mayBeSecret(text, start)) continue
    secretUrls.lastIndex = start
    const match = secretUrls.exec(text)
    if (match !== null) add(start, start + match[0].length, 0.98, "url")
  }
}

const base64Line = /[A-Za-z0-9+/=]{16,}/g

/** PEM blocks. One written line by line in code loses its lines, and the code around them stays. */
const keys = (scan: Scan, add: Add): void => {
  const { text } = scan
  let at = text.indexOf("-----BEGIN ")
  while (at >= 0) {
    const head = /^-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|NKEY SEED)(?: BLOCK)?-----/.exec(text.slice(at, at + 80))
    if (head === null) {
      at = text.indexOf("-----BEGIN ", at + 11)
      continue
    }
    const from = at + head[0].length
    const close = text.slice(from, from + 20000).indexOf("-----END ")
    let end: number
    if (close < 0) {
      end = from + /^(?:[\sA-Za-z0-9+/=:,-]|\\[nr]){0,8000}/.exec(text.slice(from, from + 8000))![0].trimEnd().length
    } else {
      const tail = text.slice(from + close + 9, from + close + 80).indexOf("-----")
      end = tail < 0 ? from + close + 9 : from + close + 14 + tail
    }
    const body = text.slice(from, end)
    if (/["'`]\s*[+,\\.;)]{0,2}\s*\n|\n[ \t]*(?:["'`]|[+.]\s*["']|\/\/|# |\* )/.test(body)) {
      add(at, from, 1, "private-key")
      for (const line of body.matchAll(base64Line)) {
        add(from + line.index, from + line.index + line[0].length, 1, "private-key")
      }
      const foot = body.lastIndexOf("-----END ")
      if (foot >= 0) add(from + foot, end, 1, "private-key")
    } else if (body.replace(/-----END[\s\S]*$/, "").replace(/\s|\\[nr]/g, "").length > 8) add(at, end, 1, "private-key")
    at = text.indexOf("-----BEGIN ", end)
  }
}

/** Whether an `@` stands where the user of an address would end. */
const hasUser = (text: string, from: number): boolean => {
  const last = Math.min(text.length, from + 300)
  for (let i = from; i < last; i++) {
    const code = text.charCodeAt(i)
    if (code === 64) return true
    if (code <= 32) return false
  }
  return false
}

/** The password of `scheme://user:password@host`, never the address itself. */
const userInfo = (scan: Scan, add: Add): void => {
  const { text } = scan
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    if (!hasUser(text, at + 3)) continue
    const window = text.slice(at + 3, at + 303)
    const stop = window.search(/[\s"'`<>]/)
    const authority = stop < 0 ? window : window.slice(0, stop)
    const colon = authority.indexOf(":")
    const user = /^([\w.~-]{20,200})@[\w[]/.exec(authority)?.[1]
    if (user !== undefined && secrecy(user, true) >= 0.85 && !readsAsWords(user)) {
      add(at + 3, at + 3 + user.length, 0.8, "url-user")
      continue
    }
    if (colon < 0 || /[/?#]/.test(authority.slice(0, colon))) continue
    const match = /^([^\s/?#]{1,150}|[^\s/?#]{0,80}[/?#][^\s]{0,40})@[\w.[\]-]/.exec(authority.slice(colon + 1))
    if (match === null || /^\d{1,5}\//.test(match[1]!)) continue
    let password = match[1]!
    const last = password.lastIndexOf("@")
    if (last >= 0 && /^[\w-]+(?:\.[\w-]+)+(?:[:/,]|$)/.test(password.slice(last + 1))) {
      password = password.slice(0, last)
    }
    if (
      /^(?:[x*.]{2,}|\$\{.*|\$[A-Z_]+|\{.*\}|\[.*\]|%[\w]*%|pass(?:word|wd)?|PASS(?:WORD)?|pwd|x-oauth-basic|\$\(.*)$/
        .test(password)
    ) continue
    const start = at + 3 + colon + 1
    add(start, start + password.length, 0.95, "url-password")
  }
}

const afterCue =
  /^([\w.-]{0,30}?)["'`\]*_)&;]{0,4}(?:\(["'`])?[ \t]{0,4}(?:(?:=>|:=|!?={2,3}|[:=]{1,2}|%3d|\bis\b:?|\bwas\b|\bist\b|\bes\b|>|->|→|\|{1,2}|,|\?\?| - |\bor\b|\bby\b)[ \t]{0,4}|[ \t])(?:\n[ \t]{0,4})?((?:Bearer\s|Basic\s|token\s|string\(?\s?=?\s?|new\s|[\w.]{1,24}\s?=\s?|[\w.]{1,30}\((?:["'`][\w. -]{1,30}["'`],\s?)?|(?:export\s)?)?)(["'`([{*&;quot]{0,6}?)([^\s"'`<>|,;()[\]{}][^\s"'`<>|,;()[\]{}]{3,2047})/i
const notValueKey =
  /(?:[_.-]?(?:id|ids|name|names|length|size|file|filename|path|type|types|url|uri|count|index|class|hash|alias|label|field|param|params|version|expires|expiry|ttl|regex|pattern|prefix|header|vault|store|ring|chain|code|event|word|words|map|usage|format|policy|limit|limits|endpoint|generator|manager|provider|algorithm|spec|ref|frame|board|mesh|meshing|chars))s?$/i
const publicKey =
  /(?:public|publishable|foreign|primary|sort|partition|cache|object|i18n|react|row|hot|short|keyboard|shift|arrow|host|map|site)[_ .-]?$/i

/** The value of a pair that names its parts: `name: API_KEY` above `value: …`, `<key>ApiKey</key><string>…`. */
const neighbour =
  /^([\w.-]{0,24})(?:["'`]?\s{0,3}[,;]?\s{0,24}["'`]?\b[Vv]alue["'`]?\s{0,2}[:=]\s{0,2}["'`]?([^\s"'`,;<>{}[\]]{4,400})|["'`]?\s{0,2}<\/[\w.-]{1,24}>\s{0,24}<[\w.-]{1,24}(?:\s[^<>]{0,80})?>([^<>\s]{4,400})(?=<\/))/

/** `password = value`, `"apiKey": "value"`, `-p value`, `IDENTIFIED BY 'value'`. */
const announced = (scan: Scan, add: Add): void => {
  const { cues, text } = scan
  let reached = 0
  for (let i = 0; i < cues.length; i += 3) {
    if ((cues[i]! & SECRET) === 0 || cues[i + 1]! < reached) continue
    const end = cues[i + 2]!
    const word = text.slice(cues[i + 1]!, end).toLowerCase()
    const weak =
      /^(?:pin|license|nonce|salt|signature|webhook|pat|key|keys|otp|seed|sas|cookie|jwt|mnemonic|oauth|authentication|dsn)$/
        .test(word)
    const window = text.slice(end, end + 260)
    if (word === "identified" && !/^\s+by\b/i.test(window)) continue
    const beside = neighbour.exec(window)
    if (beside !== null && !notValueKey.test(beside[1]!)) {
      const value = beside[2] ?? beside[3]!
      const from = end + beside[0].length - value.length
      const score = readsAsWords(value) ? 0 : secrecy(value, true)
      if (score >= 0.6) {
        add(from, from + value.length, score, "cue")
        reached = from + value.length
      }
      continue
    }
    const match = afterCue.exec(window)
    if (match === null) continue
    const tail = match[1]!
    if (notValueKey.test(tail)) continue
    const lead = text.slice(Math.max(0, cues[i + 1]! - 14), cues[i + 1]!)
    if (weak && publicKey.test(lead) || /public|publishable/i.test(lead.slice(-12)) && word !== "password") continue
    const from = match[0].length - match[4]!.length
    const between = window.slice(tail.length, from)
    const quote = /["'`]/.exec(window[from - 1] ?? "")?.[0]
    const flag = /(?:^|\s)--?[\w-]*$/.test(lead)
    const spaceOnly = !flag && !/[:=>|,?]|\bis\b|\bwas\b|\bist\b|\bes\b|\bby\b| - |["'`]$/i.test(between)
    let value = match[4]!
    if (quote !== undefined) {
      const close = window.indexOf(quote, from)
      if (close > from && close - from <= 200 && !/\s/.test(window.slice(from, close))) {
        value = window.slice(from, close)
      }
    }
    value = value.replace(/(?:\\[nrt"]|[.,:!?*_]+|&(?:lt|gt|quot|amp)[;\w]*)$/, "").replace(/&[\w-]+=.*$/, "").replace(
      /\\[nr].*$/,
      ""
    )
    const start = end + from
    if (/[^\x21-\x7e]/.test(value) && !/^[\x21-\x7e\u00a1-\u017f\u2000-\u22ff]+$/.test(value)) continue
    if (
      /^(?:Bearer|Basic)$/i.test(value) || value.startsWith("@") || /%20/.test(value) ||
      /^[\w.-]+\/[\w.-]+@/.test(value)
    ) continue
    const strong = !spaceOnly &&
      (!weak || /private|secret|access|api|license|signing|encryption|auth|account/i.test(lead))
    let score = secrecy(value, strong)
    if (score === 0 && word === "identified" && value.length >= 6 && !placeholder.test(value)) score = 0.7
    if (
      score === 0 && !weak && quote !== undefined && /^pass|^pw|^pswd|^kenn|^contra|^senha|identified/.test(word) &&
      /^[A-Za-z$!#@%^&*+~_-]{6,40}$/.test(value) && !placeholder.test(value) &&
      (/[$!#@%^&*+~]/.test(value) ||
        /[A-Z].*[A-Z]/.test(value) && /[a-z]/.test(value) && !/^(?:[A-Z][a-z]+)+$/.test(value))
    ) score = 0.65
    if (spaceOnly && !(sqlRole.test(lead) && /\d/.test(value)) && (weak || !(value.length >= 16 && /\d/.test(value)))) {
      continue
    }
    if (/^[a-z_]+(?:\.[A-Za-z_]+)+$/.test(value) || /^(?:https?|file):/.test(value)) continue
    if (/^(?:\/|\.\/|~\/|[A-Za-z]:\\|www\.)/.test(value) && !/^\/?[A-Za-z0-9+/]{30,}={0,2}$/.test(value)) continue
    if (
      value.length < 12 && /[?&][\w.-]*$/.test(text.slice(Math.max(0, cues[i + 1]! - 30), cues[i + 1]!)) &&
      window[0] === "="
    ) continue
    if (/^[\w.+-]+@[\w-]+\.\w+/.test(value)) continue
    if (/^v?\d+(?:[.\-/:]\d+)+\w*$/.test(value) && value.length < 24) continue
    if (weak && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value) && !strong) continue
    if (
      /\.(?:pem|key|crt|json|ya?ml|js|ts|html?|png|jpe?g|svg|md|txt|php|py|go|com|org|net|io|length|size)$/i.test(value)
    ) continue
    if (readsAsWords(value) || /^[a-z_]{2,}=/.test(value)) continue
    if (score >= 0.6) {
      add(start, start + value.length, score, "cue")
      reached = start + value.length
    }
  }
}

/** `<secret>{provider salt token}</secret>`: every word of the element that is no word. */
const elements = (scan: Scan, add: Add): void => {
  const { text } = scan
  if (!text.includes("</")) return
  const element =
    /<(?:[\w.-]{0,24}(?:[Ss]ecret|[Tt]oken|[Pp]assword|[Pp]asswd|[Aa]pi-?_?[Kk]ey|[Pp]rivate-?_?[Kk]ey|[Aa]ccess-?_?[Kk]ey)|key)(?:\s[^<>]{0,120})?>([^<>]{4,2000})<\//g
  for (const match of text.matchAll(element)) {
    const base = match.index + match[0].length - 2 - match[1]!.length
    for (const word of match[1]!.matchAll(/[^\s{}"',;]{4,}/g)) {
      const value = word[0]
      if (secrecy(value, true) < 0.6 || readsAsWords(value) || /^https?:/.test(value)) continue
      add(base + word.index, base + word.index + value.length, 0.8, "element")
    }
  }
}

const privateMember = /"(?:d|k|p|q|dp|dq|qi)"\s{0,4}:\s{0,4}"([\w-]{20,2000})"/y

/** The private members of JSON Web Keys (RFC 7517), which no word announces. */
const webKeys = (scan: Scan, add: Add): void => {
  const { text } = scan
  if (!text.includes("\"kty\"")) return
  for (let at = text.indexOf("\""); at >= 0; at = text.indexOf("\"", at + 1)) {
    privateMember.lastIndex = at
    const value = privateMember.exec(text)?.[1]
    if (value === undefined) continue
    const end = privateMember.lastIndex - 1
    add(end - value.length, end, 0.95, "private-key")
    at = end
  }
}

const sqlRole = /\b(?:LOGIN|USER|ROLE|ENCRYPTED|WITH|SET)\s$/

const secretHead =
  /^(?:password|passwort|passwd|pwd|secret|token|api.?key|access.?key|private.?key|client.?secret|contraseña|kennwort|pin|key)$/i

const isDigest = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}))$/i

/** Adds every secret of a text. */
export const secrets = (scan: Scan, tables: Tables, out: Array<Span>): void => {
  const add: Add = (start, end, score, reason) => {
    out.push({ start, end, entity: "SECRET", score, reason })
  }
  shaped(scan, add)
  keys(scan, add)
  userInfo(scan, add)
  announced(scan, add)
  elements(scan, add)
  webKeys(scan, add)
  commands(scan, add)
  inContext(scan, add)
  eachCell(scan.text, tables, (head, start, end) => {
    if (!secretHead.test(head) || end - start > 200) return
    const cell = scan.text.slice(start, end)
    if (/\s/.test(cell)) return
    // a column that is only called key holds keys of any kind
    const least = /^key$/i.test(head) ? 0.9 : 0.6
    if (secrecy(cell, true) >= least && !(least === 0.9 && (readsAsWords(cell) || isDigest.test(cell)))) {
      add(start, end, 0.7, "column")
    }
  })
}
