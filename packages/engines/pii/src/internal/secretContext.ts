/**
 * Finds long tokens whose line shows that they are secrets.
 *
 * @since 0.1.0
 */
import { isDigit, isLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, TOKEN } from "@dunlin/text/UnitClass"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { indexAt } from "./offsets.ts"
import type { Scan } from "./scan.ts"
import { isCutShort } from "./secretShapes.ts"
import { SURE } from "./secretSure.ts"
import { type Add, entropy, isDummy, isKey, isMasked, isRelease, isRow, readsAsWords } from "./secretWorth.ts"

const contextCue =
  /(?:pass(?:word|wd)?|pwd|secret|token|api[_ .-]?key|apikey|access|bearer|auth|credential|private|(?<![a-z])key|(?<=[a-z_])key|(?<=[a-z])Key)(?![a-z])[^\n]{0,32}$/i
const assigned = /(?<![\w/.])([A-Za-z][\w .-]{1,40}?)["'`]?\s{0,2}(?:=>|:=|[:=])\s{0,2}["'`]?$/
const notSecretCue =
  /^h\d$|sha\d*|md5|commit|digest|checksum|integrity|hash|keyword|finger ?print|uuid|guid|request|\bid\b|[_-]id\b|Id$|etag|revision|\brev\b|version|build|public|cursor|trace|nonce|image|img|src|href|file|path|url|uri|video|photo|class|style|doi|isbn|serial|model|sku|address|wallet|tx|transaction|block|name|title|slug|tag|branch|cid|session|data|content|signature|charset|alphabet|encoding|base64|example|boundary/i

const uuidOrToken = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_-]{20,200})$/i

const secretParameter =
  /[?&#][\w.-]*(?:key|token|secret|auth|password|jwt|credential|x-amz-signature|x-goog-signature)=$/i

/** Matches a signature that gives access to a storage. Signatures of pictures only open one picture. */
const sharedAccess = /[?&](?:sv|se|sp|sr)=[^\n]{1,200}[?&]sig=$/
const hookAddress = /\/\/(?:[\w-]+\.){0,3}(?:web)?hooks?\.|\/(?:incoming[-_]?)?(?:web)?hooks?\//i
/** Matches the call of a client before its argument: `new Client("…")`, `Provider.init("…")`. */
const argument =
  /(?:\bnew [A-Z]\w{1,40}|\b[A-Za-z]\w{0,40}\.(?:init|configure|connect|authenticate|setup)|\b(?:\w{0,24}[Cc]lient|[Aa]uth\w{0,16}|connect))\((?:\{\s?)?["'`]$/
const notClient =
  /new (?:Date|Map|Set|URL|Error|RegExp|Buffer|Array|Uint8|Blob|File|Image|Worker|Request|ObjectI[dD]|Uuid|UUID|Hash|BigInt|BN)/

/** Matches a name before a quoted token: `quill 'token'`. */
const namedQuoted = /(?:^|[\s({[,;>])([A-Za-z][\w.-]{1,40}):?\s["'`]$/
/** Matches a name and a token that fill their line: `quill token`. */
const namedAlone = /^\s*(?:[#>*-]\s)?([A-Za-z][\w.-]{1,40})(?:\s[a-z]{1,12})?\s$/
const ofCommit =
  /(?:^|[\s`$>*-])(?:git|hg|jj|svn|commits?|trees?|parents?|merged?|objects?|checkout|reverts?|reverted|reset|rebase|bisect|good|bad|show|log|diff|pick|fixup|squash|reword|edit|drop|base|head|from|onto|into|branch|switch|worktree|describe|blame|fetch|pull|push|update|revision|submodule|backport(?:ed)?|cherry)(?:\s[a-z-]{1,12})?\s$/i
const hash = /^[0-9a-f]{7,64}$/
/** Matches words and a version: `claude-haiku-4-5`. */
const versioned = /^[a-z]+(?:-[a-z]+)*(?:-v?\d{1,3}(?:[.-]\d{1,3})*)(?:-[a-z]+)*$/
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const UUID_LENGTH = 36
const isUuid = (value: string): boolean => value.length === UUID_LENGTH && uuid.test(value)
const MIN_UNNAMED_CHARACTERS = 20
const NAMED_LEAST = 16
const NAMED_MOST = 200
const NAMED_BITS = 3

const UNNAMED_BITS = 3.3
const MIN_ARGUMENT_CHARACTERS = 24
const BASE64_LEAD = 60
const CHARACTERS_OF_LINE_BEFORE_TOKEN = 64
/** Maximum characters between the first part of a token and the token. */
const CHARACTERS_OF_FIRST_PART_BEFORE_TOKEN = 72
const CHARACTERS_OF_URL_BEFORE_TOKEN = 300
const CHARACTERS_BEFORE_TOKEN_FOR_KEY_CUE = 48
const CHARACTERS_BEFORE_TOKEN_FOR_OTHER_CUE = 40
const MIN_SLASHED_CHARACTERS = 60

/** Matches a name that is joined to its token: `quill-secret-token`. */
const gluedName =
  /^[A-Za-z][\w-]{0,40}?(?:secret|SECRET|[tT]oken|TOKEN|password|PASSWORD|private|PRIVATE|access|ACCESS|[aA]pi[-_]?[kK]ey|API[-_]?KEY|(?:secret|access|private|auth)[-_]?key)(?:[-_]?(?:key|token|KEY|TOKEN))?-([A-Za-z0-9](?:[A-Za-z0-9-]{18,}|[A-Za-z0-9]{14,})[A-Za-z0-9])$/
const opaque = (value: string): boolean =>
  /\d.*\d.*\d/.test(value) && /[A-Za-z]/.test(value) && entropy(value) > NAMED_BITS && !wordy(value)

/** Returns whether a line or the quotes contain only a name and the token. A neutral name is then enough evidence. */
const beside = (text: string, line: string, end: number, value: string): boolean => {
  const last = unitAt(line, line.length - 1)
  if (!isQuote(last) && !mayBeSpace(last)) return false
  if (value.length < NAMED_LEAST || value.length > NAMED_MOST || isUuid(value)) return false
  if (!/\d.*\d/.test(value) || entropy(value) < NAMED_BITS) return false
  const quoted = namedQuoted.exec(line)
  const name = quoted ?? namedAlone.exec(line)
  if (name === null || notSecretCue.test(line) || notClient.test(line)) return false
  if (hash.test(value) && ofCommit.test(line) || versioned.test(value) || isRelease(value)) return false
  if (quoted !== null) return text[end] === line[line.length - 1]
  return end >= text.length || /[\r\n]/.test(text[end]!)
}

const MAX_CHARACTERS_OF_TOKEN = 600

const isQuote = (unit: number): boolean => unit === Unit.QUOTE || unit === Unit.APOSTROPHE || unit === Unit.BACKTICK

/** Returns whether a character may be a space. For those beyond ASCII, a regular expression decides. */
const mayBeSpace = (unit: number): boolean => unit <= Unit.SPACE || unit > Unit.LAST_ASCII

const MAX_BLANKS = 2

const mayAssign = (line: string): boolean => {
  let at = line.length - 1
  if (isQuote(unitAt(line, at))) at--
  for (let blanks = 0; blanks < MAX_BLANKS && mayBeSpace(unitAt(line, at)); blanks++) at--
  const sign = unitAt(line, at)
  return sign === Unit.COLON || sign === Unit.EQUALS || sign === Unit.GREATER
}

const isSign = (unit: number): boolean => unit === Unit.PLUS || unit === Unit.SLASH

const isOfBase64 = (unit: number): boolean => isSign(unit) || isDigit(unit) || isLetter(unit)

const endsInDigit = (value: string): boolean => isDigit(value.charCodeAt(value.length - 1))

const isMixed = (value: string): boolean => {
  let hasDigit = false
  let hasLetter = false
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i)
    if (isDigit(unit)) hasDigit = true
    else if (isLetter(unit)) hasLetter = true
    if (hasDigit && hasLetter) return true
  }
  return false
}

const isBase64 = (unit: number): boolean => (classes()[unit]! & TOKEN) !== 0 || isSign(unit)

const BEHIND = 80
/** Matches a description after the token: `… it's the client secret of quill`. */
const saidBehind =
  /^["'`*]{0,2}[,;.]?\s(?:[-–—]\s)?(?:it['’]?s|its|is|that['’]?s|this is|as|are|was)\s(?:the|my|our|your|an?|their)\s(?:[\w.-]{1,24}\s){0,4}?(?:api\s?keys?|access\skeys?|(?:secret|private|signing|auth)\skeys?|keys?|tokens?|apitokens?|secrets?|pass(?:words?|phrase)|credentials?)\b/i
const closing = new Uint8Array(Unit.BEYOND_ASCII)
for (const sign of "\"'`*,;.") closing[sign.charCodeAt(0)] = 1
const notSaid = /public|commit|hash|checksum|digest|fingerprint|primary|foreign|session|request/i

const MAX_CLOSING = 3

/** Returns whether a description may follow the token, its quotes and white space. It starts with a letter or dash. */
const maySay = (text: string, end: number): boolean => {
  let at = end
  while (at < end + MAX_CLOSING && closing[unitAt(text, at)] === 1) at++
  if (!mayBeSpace(unitAt(text, at))) return false
  const next = unitAt(text, at + 1)
  return isLetter(next) || next === Unit.HYPHEN || next > Unit.LAST_ASCII
}

const isNamedBehind = (text: string, end: number, value: string): boolean => {
  if (value.length < NAMED_LEAST || !maySay(text, end) || isUuid(value)) return false
  const behind = textAfter(text, end, BEHIND)
  const following = saidBehind.exec(behind)?.[0]
  return following !== undefined && !notSaid.test(following) && opaque(value)
}

const looksLikeDigest = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const connects = /(?:[Cc]lient|[Aa]uth\w{0,16}|connect|\.(?:init|configure|authenticate|setup))\((?:\{\s?)?["'`]$/

const isArgument = (line: string, value: string): boolean => {
  if (!isQuote(unitAt(line, line.length - 1))) return false
  if (value.length < MIN_UNNAMED_CHARACTERS || !argument.test(line) || notClient.test(line) || isUuid(value)) {
    return false
  }
  if (connects.test(line)) return entropy(value) > NAMED_BITS
  return value.length >= MIN_ARGUMENT_CHARACTERS && entropy(value) > UNNAMED_BITS && !looksLikeDigest.test(value)
}

/** Returns a name without case and special characters, because programs write names in many ways. */
const plainOf = (name: string): string => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase()

/** Adds tokens on a line about keys, or directly after a name and `=` or `:`. */
export const inContext = (scan: Scan, add: Add): void => {
  const { text, tokens } = scan
  let reached = 0
  for (let i = 0; i < tokens.length; i += 2) {
    let start = tokens.at[i]!
    let end = tokens.at[i + 1]!
    if (start < reached) continue
    while (
      start > reached && isSign(unitAt(text, start - 1)) && isOfBase64(unitAt(text, start - 2)) &&
      tokens.at[i]! - start < BASE64_LEAD
    ) start--
    // A padding character ends the token. An assignment sign starts another one.
    while (end < text.length && end - start < MAX_CHARACTERS_OF_TOKEN && isBase64(text.charCodeAt(end))) end++
    for (let pad = 0; pad < 2 && text[end] === "=" && !/[\w"'`$]/.test(text[end + 1] ?? ""); pad++) end++
    const floor = reached
    reached = end
    const url = indexAt(scan.urls, tokens.at[i]!)
    // `first.second` is one token if a quote or sign precedes it.
    if (url < 0 && unitAt(text, start - 1) === Unit.POINT) {
      const lead = /(?<=["'`=:]\s{0,2})(?=[\w-]*\d)[\w-]{6,64}\.$/.exec(
        textBefore(text, start, CHARACTERS_OF_FIRST_PART_BEFORE_TOKEN)
      )
      if (lead !== null && start - lead[0].length >= floor) start -= lead[0].length
    }
    if (url >= 0) start = tokens.at[i]!
    // The token may follow a percent-encoded sign: `%3Dvalue`.
    if (text[start - 1] === "%" && /^[0-9A-F]{2}/i.test(text.slice(start, start + 2))) start += 2
    if (url >= 0 && unitAt(text, start - 1) !== Unit.EQUALS && unitAt(text, start - 1) !== Unit.SLASH) continue
    const value = text.slice(start, end)
    if (!isMixed(value)) continue
    const before = textBefore(text, start, CHARACTERS_OF_LINE_BEFORE_TOKEN)
    const line = before.slice(before.lastIndexOf("\n") + 1)
    if (url >= 0) {
      if (value.length < MIN_UNNAMED_CHARACTERS || isDummy(value) || entropy(value) < NAMED_BITS) continue
      const head = text.slice(Math.max(scan.urls.at[url]!, start - CHARACTERS_OF_URL_BEFORE_TOKEN), start)
      if (secretParameter.test(line) || sharedAccess.test(head)) add(start, end, SURE.context, "url-parameter")
      else if (
        unitAt(text, start - 1) === Unit.SLASH && hookAddress.test(head) &&
        !wordy(value) && entropy(value) > UNNAMED_BITS
      ) add(start, end, SURE.context, "url-hook")
      continue
    }
    const hasHyphen = value.includes("-")
    const isJoined = hasHyphen || value.includes("_")
    const glued = hasHyphen && value.length >= NAMED_LEAST * 2 ? gluedName.exec(value) : null
    if (glued !== null && opaque(glued[1]!)) {
      add(end - glued[1]!.length, end, SURE.context, "glued")
      continue
    }
    if (isDummy(value) || entropy(value) < NAMED_BITS) continue
    if (
      isJoined && (endsInDigit(value) && /^[A-Za-z]+(?:[-_][A-Za-z]+)+\d$/.test(value) || wordy(value)) ||
      value.length < MIN_SLASHED_CHARACTERS && value.includes("/") && /\/.*\/.*\//.test(value)
    ) continue
    const sign = unitAt(text, start - 1)
    if (sign === Unit.SLASH || sign === Unit.BACKSLASH || sign === Unit.AT_SIGN || sign === Unit.HASH) continue
    if (line.includes("://") && /https?:\/\/\S*$/.test(line)) continue
    if (isNamedBehind(text, end, value)) {
      add(start, end, SURE.named, "named")
      continue
    }
    if (value.length < MIN_UNNAMED_CHARACTERS) {
      if (beside(text, line, end, value)) add(start, end, SURE.named, "named")
      continue
    }
    if (isMasked(text, end) || isCutShort(text, start, end) || isKey(text, start, end)) continue
    const near = line.slice(-CHARACTERS_BEFORE_TOKEN_FOR_KEY_CUE)
    if (contextCue.test(near)) {
      if (!notContext.test(near) && !readsAsWords(value)) add(start, end, SURE.context, "context")
      continue
    }
    if (isArgument(line, value)) {
      add(start, end, SURE.named, "argument")
      continue
    }
    if (beside(text, line, end, value)) {
      add(start, end, SURE.named, "named")
      continue
    }
    if (!mayAssign(line) || isRow(value)) continue
    const name = assigned.exec(line)
    // In a log, a UUID in brackets is the id of an instance: "[instance: …]".
    if (isUuid(value) && unitAt(text, end) === Unit.CLOSE_BRACKET && isOfThing.test(line)) continue
    if (isUuid(value) && thing.test(line)) continue
    if (
      name === null || notSecretCue.test(name[1]!) ||
      notSecretCue.test(line.slice(-CHARACTERS_BEFORE_TOKEN_FOR_OTHER_CUE))
    ) continue
    if (!uuidOrToken.test(value.slice(value.indexOf(".") + 1)) && !/^[A-Za-z0-9+/]{32,}={0,2}$/.test(value)) continue
    if (
      /^[0-9a-f-]{36}$/i.test(value)
        ? !/^[\w.-]+$/.test(name[1]!)
        : value.length < MIN_ARGUMENT_CHARACTERS && !(/\d.*\d/.test(value) && entropy(value) > UNNAMED_BITS)
    ) continue
    if (/^(?:[0-9a-f]{40}|[0-9a-f]{64}|\d+)$/.test(value) && name[1]!.includes(" ")) continue
    if (plainOf(name[1]!).endsWith(plainOf(value))) continue
    add(start, end, SURE.assigned, "assigned")
  }
}

const isOfThing = /\[[A-Za-z][\w .-]{0,24}[:=]\s?$/
const thing =
  /\b(?:instance|pod|node|volume|device|job|task|run|host|vm|server|container|cluster|network|subnet|port|router|disk|order|invoice|message|event|process|thread|worker|snapshot|backup|flavor|project)\s?[:=]\s?["'`]?$/i

const notContext =
  /\barn:|tenant|sha\d*|md5|commit|digest|checksum|integrity|hash|keyword|fingerprint|uuid|request[_-]?id|accession|public|accessed|accessib|author[^i]|authors/i

const MAX_LETTER_PARTS_OF_TOKEN = 2
const MIN_CONTEXT_WORD_LETTERS = 3

/** Returns whether a value consists of words that `-` or `_` joins. */
const wordy = (value: string): boolean => {
  let words = 0
  let letters = 0
  let isWord = true
  for (let i = 0; i <= value.length; i++) {
    const unit = unitAt(value, i)
    if (i === value.length || unit === Unit.HYPHEN || unit === Unit.UNDERSCORE) {
      if (isWord && letters >= MIN_CONTEXT_WORD_LETTERS && ++words > MAX_LETTER_PARTS_OF_TOKEN) return true
      letters = 0
      isWord = true
    } else if (isLetter(unit)) letters++
    else isWord = false
  }
  return false
}
