/**
 * Finds names of persons.
 *
 * @since 0.1.0
 */
import type { Span } from "../Span.ts"
import { classes, DIGIT, LETTER, UPPER } from "./classes.ts"
import { countries, family, given, givenAmbiguous, isWord, places } from "./names.ts"
import * as Words from "./nameWords.ts"
import { type Scan, within } from "./scan.ts"
import { eachCell, type Tables } from "./tables.ts"

type Add = (start: number, end: number, score: number, reason: string) => void

const particleGap =
  /^ (?:(?:de|da|do|dos|das|van|von|der|den|del|della|di|la|le|el|al|bin|bint|ibn|ben|ter|ten|y|e|zu|zum|af|av|du|des|dela|d['’]|st\.) ?){1,3}$/
const suffixName = /^(?:II|III|IV|JR|SR|Jr|Sr)$/
const {
  CAPS,
  FAMILY,
  FAMILY_AMBIGUOUS,
  GIVEN,
  GIVEN_AMBIGUOUS,
  ORGANISATION,
  PLACE,
  PRODUCT,
  STOP,
  TITLE,
  WORD,
  WORDLIKE
} = Words

/** The word before a position and what stands between, looked for in a small window. */
const wordBefore = (text: string, start: number): readonly [string, string] => {
  const table = classes()
  let end = start
  while (end > 0 && start - end < 9) {
    const code = text.charCodeAt(end - 1)
    if (
      code === 32 || code === 10 || code === 34 || code === 39 || code === 42 || code === 95 || code === 58 ||
      code === 44 || code === 46 || code === 124 || code === 61 || code === 45 || code === 96 || code === 9 ||
      code === 91
    ) end--
    else break
  }
  if (end === start) return ["", ""]
  let from = end
  while (from > 0 && end - from < 14) {
    const code = text.charCodeAt(from - 1)
    if ((table[code]! & LETTER) === 0 && code !== 39) break
    from--
  }
  return [text.slice(from, end).toLowerCase(), text.slice(end, start)]
}

const weakCue =
  /^(?:is|am|user|to|from|by|contact|president|director|officer|judge|host|model|partner|von|par|por|di|af|av|ft|vs|door|e|student)$/

const isCue = (text: string, start: number, word: string, gap: string): boolean => {
  if (!Words.cueWords.has(word)) return false
  if (/\n\s*\n|[.]\s/.test(gap) && !Words.titles.has(word)) return false
  if (!weakCue.test(word)) return true
  const lead = text.slice(Math.max(0, start - 18), start)
  if (word === "is") return /(?:name|this|here|he|she) is\W*$/i.test(lead)
  if (word === "am") return /\bi am\W*$/i.test(lead)
  return word === "user" || word === "host" ? /:/.test(gap) : word.length > 2 || word === "to" || word === "by"
}

type Token = {
  readonly start: number
  readonly end: number
  readonly word: string
  readonly dotted: boolean
  readonly facts: number
}

/** Tokens of the capitalised words, with a point behind them noted. */
const tokensOf = (scan: Scan): Array<Token> => {
  const { capitals, text } = scan
  const tokens: Array<Token> = []
  for (let i = 0; i < capitals.length; i += 2) {
    const start = capitals[i]!
    const end = capitals[i + 1]!
    if (end - start > 40) continue
    const word = text.slice(start, end)
    tokens.push({ start, end, word, dotted: text.charCodeAt(end) === 46, facts: Words.factsOf(word) })
  }
  return tokens
}

const isInitial = (token: Token): boolean => token.end - token.start === 1

/** Whether two tokens belong to one name by what stands between them. */
const joined = (text: string, left: Token, right: Token): boolean => {
  const from = left.dotted ? left.end + 1 : left.end
  const length = right.start - from
  if (length === 0) return left.dotted && isInitial(left)
  if (length === 1) return text.charCodeAt(from) === 32
  if (length > 16) return false
  const gap = text.slice(from, right.start)
  return gap === "** " || gap === "_ " || gap === "* " || gap === "__ " || gap === " **" ||
    !left.dotted && particleGap.test(gap)
}

type Context = {
  readonly sure: boolean
  readonly social: boolean
  readonly coordinated: boolean
  readonly cue: boolean
  readonly title: boolean
  readonly code: boolean
  readonly recall: boolean
}

/** Scores the tokens `k` to `q` as one name. */
const scoreOf = (text: string, tokens: ReadonlyArray<Token>, k: number, q: number, context: Context): number => {
  const first = tokens[k]!
  const last = tokens[q]!
  const length = q - k + 1
  const next = tokens[q + 1]
  const follows = next !== undefined && next.start - last.end <= 2 && joined(text, last, next)
  if (follows && (next.facts & ORGANISATION) !== 0 && !context.title && length <= 2) return 0
  const isGiven = (first.facts & GIVEN) !== 0
  const ambiguous = (first.facts & GIVEN_AMBIGUOUS) !== 0
  const lastWord = (last.facts & WORD) !== 0
  const listed = (last.facts & (FAMILY | GIVEN)) !== 0 || isGiven && (last.facts & FAMILY_AMBIGUOUS) !== 0
  const caps = (first.facts & CAPS) !== 0
  if (context.title && length === 1 && last.word.length < 2) return 0
  if (context.title && context.sure && (length > 1 || !lastWord || listed)) return 0.9
  if (context.title && !caps && ((first.facts & (WORD | STOP)) === 0 && !lastWord || isGiven)) return 0.8
  if (length === 1) {
    if (!caps && Words.famous.has(first.word.replace(/['’]s$/, "").toLowerCase())) return 0.64
    if (
      context.cue && !caps && (first.facts & (WORD | STOP | PLACE | ORGANISATION)) === 0 && first.word.length > 3 &&
      strongCue.test(text.slice(Math.max(0, first.start - 20), first.start))
    ) return 0.62
    if (
      (first.facts & FAMILY) !== 0 && (first.facts & (WORD | STOP | PLACE | ORGANISATION | CAPS)) === 0 &&
      (spoken(text, last.end) || saidBefore(text, first.start))
    ) return 0.62
    if (context.social && lively(text, first)) return 0.61
    if (context.cue && isGiven && (first.facts & STOP) === 0) return 0.66
    if (context.recall && isGiven && (first.facts & STOP) === 0 && first.word.length > 2) return 0.55
    return 0
  }
  if (length === 2 && !context.title && places().has(`${first.word} ${last.word}`)) return 0
  if (isGiven && !(length === 2 && lastWord && !listed && !context.cue)) {
    return listed ? 0.85 : (last.facts & PLACE) !== 0 && countries().has(last.word) ? 0.5 : 0.72
  }
  if (
    ambiguous &&
    ((last.facts & FAMILY) !== 0 || listed && !lastWord ||
      (last.facts & (FAMILY | GIVEN)) !== 0 && (first.facts & PLACE) === 0 && !lastWord)
  ) return context.cue ? 0.85 : 0.66
  if (
    ambiguous && !lastWord && (first.facts & (WORDLIKE | PLACE | STOP)) === 0 && (last.facts & (PLACE | STOP)) === 0 &&
    !caps && last.word.length > 3
  ) return context.cue ? 0.7 : 0.61
  if (
    isGiven && length === 2 && !follows && !caps && (last.facts & (STOP | ORGANISATION | PLACE | CAPS)) === 0 &&
    last.word.length > 3 && lowerWordBefore(text, first.start) && !/^[-/]\w/.test(text.slice(last.end, last.end + 2))
  ) return 0.61
  if (
    context.coordinated && length <= 3 && !caps && (first.facts & (WORD | STOP | PLACE | ORGANISATION)) === 0 &&
    (last.facts & (STOP | ORGANISATION | PLACE | CAPS)) === 0 && !lastWord
  ) return 0.62
  if (
    length === 2 && !follows && !caps && (first.facts & (WORD | STOP | PLACE | ORGANISATION | PRODUCT)) === 0 && !lastWord &&
    (last.facts & (STOP | PLACE | ORGANISATION | CAPS | PRODUCT)) === 0 && first.word.length > 3 && last.word.length > 3 && !first.dotted &&
    context.recall && lowerWordBefore(text, first.start)
  ) return 0.6
  if (isInitial(first) && first.dotted && last.start - tokens[q - 1]!.end < 2 && (last.facts & FAMILY) === 0) return 0
  if (isInitial(first) && first.dotted && !lastWord && last.word.length > 2 && (last.facts & CAPS) === 0) {
    if (/[USED]/.test(first.word) && length > 1 && isInitial(tokens[k + 1]!) && (last.facts & FAMILY) === 0) return 0
    return context.cue ? 0.8 : listed ? 0.7 : (last.facts & PLACE) === 0 ? 0.62 : 0
  }
  if (context.cue && (ambiguous || isGiven) && (last.facts & (FAMILY | FAMILY_AMBIGUOUS)) !== 0) return 0.7
  if (context.cue && !lastWord && (first.facts & (WORD | STOP)) === 0 && first.word.length > 1) return 0.7
  if (
    !caps && (last.facts & FAMILY) !== 0 && !lastWord && (first.facts & (WORD | STOP | ORGANISATION | PLACE)) === 0 &&
    first.word.length > 2 && length <= 3
  ) return 0.63
  if (
    !caps && !lastWord && (first.facts & (WORD | STOP | PLACE | ORGANISATION)) === 0 && length <= 3 &&
    spoken(text, last.end)
  ) return 0.64
  return 0
}

const conjunction = /^(?:,|,? and|,? &|\/) ?$/

/** Whether a verb of speech or an age follows. */
const spoken = (text: string, end: number): boolean => {
  const after = text.slice(end, end + 20)
  const verb = /^,? (\p{Ll}{4,9})\b/u.exec(after)
  return verb !== null && Words.speechWords.has(verb[1]!) || /^, (?:aged )?\d\d[,.]/.test(after)
}

const strongCue = /(?:name is|named|name's|(?:sur|last ?|first ?|maiden ?|full ?)name:?|called|call me)[\s"'“]{1,3}$/i

const saidBefore = (text: string, start: number): boolean => {
  const word = wordBefore(text, start)
  return word[1] === " " && Words.speechWords.has(word[0])
}

/** Whether the word in front begins with a small letter. */
const lowerWordBefore = (text: string, start: number): boolean =>
  /(?:^|[^\p{L}])\p{Ll}[\p{L}']{0,24}[,;]? $/u.test(text.slice(Math.max(0, start - 28), start))

/** In the short lines of a social page, a name-like capital in the run of a sentence. */
const lively = (text: string, token: Token): boolean => {
  if (
    (token.facts & (GIVEN | GIVEN_AMBIGUOUS | FAMILY)) === 0 ||
    (token.facts & (STOP | PLACE | PRODUCT | CAPS | ORGANISATION)) !== 0
  ) return false
  if ((token.facts & FAMILY) !== 0 && (token.facts & (GIVEN | GIVEN_AMBIGUOUS)) === 0 && (token.facts & WORD) !== 0) {
    return false
  }
  const certain = (token.facts & GIVEN) !== 0 && (token.facts & WORD) === 0
  return token.word.length > 2 && (certain || lowerWordBefore(text, token.start)) &&
    !/^(?: \p{Lu}|[-_/@]\w)/u.test(text.slice(token.end, token.end + 3))
}

/** Whether a text is made of mentions, tags and repeats. */
const isSocial = (text: string): boolean => {
  let marks = 0
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (/[\s.“"(]/.test(text[at - 1] ?? " ")) marks++
  }
  for (let at = text.indexOf("#"); at >= 0; at = text.indexOf("#", at + 1)) {
    if (/\s/.test(text[at - 1] ?? "x") && /[A-Za-z ]/.test(text[at + 1] ?? "")) marks++
  }
  return marks >= 3 && marks * 400 > text.length
}

const nameEnd = (text: string, token: Token): number => {
  let end = token.end
  if (token.dotted && suffixName.test(token.word)) end++
  if (/['’]s$/.test(text.slice(token.start, end))) end -= 2
  return end
}

const findings = (scan: Scan, tokens: ReadonlyArray<Token>, recall: boolean, add: Add): Set<string> => {
  const { text } = scan
  const social = isSocial(text)
  let foundEnd = -1
  const table = classes()
  const known = new Set<string>()
  let i = 0
  while (i < tokens.length) {
    const head = tokens[i]!
    const before = head.start === 0 ? 32 : text.charCodeAt(head.start - 1)
    const glued = (table[before]! & (LETTER | DIGIT)) !== 0 || before === 64 || before === 35 || before === 36 ||
      before === 47 || before === 92 ||
      before === 95 && (table[text.charCodeAt(head.start - 2)]! & (LETTER | DIGIT)) !== 0
    if (glued || within(scan.urls, head.start) && !/name=$/i.test(text.slice(head.start - 5, head.start))) {
      i++
      continue
    }
    let last = i
    while (last + 1 < tokens.length && last - i < 5 && joined(text, tokens[last]!, tokens[last + 1]!)) last++
    const [word, gap] = wordBefore(text, head.start)
    const title = Words.titles.has(word) && /^\.?[*_\s]{1,4}$/.test(gap)
    const cue = title || isCue(text, head.start, word, gap)
    if (last === i && !cue) {
      if (
        loneName(text, scan, head, recall, table) ||
        scoreOf(text, tokens, i, i, {
            sure: false,
            social,
            coordinated: false,
            cue: false,
            title: false,
            code: false,
            recall
          }) >= 0.6
      ) add(head.start, nameEnd(text, head), recall ? 0.55 : 0.62, "given-name")
      i++
      continue
    }
    const code = within(scan.code, head.start)
    let advanced = false
    for (let k = i; k <= last && !advanced; k++) {
      const first = tokens[k]!
      const titled = k === i ? title : (tokens[k - 1]!.facts & TITLE) !== 0 && tokens[k - 1]!.word.length < 10
      if ((first.facts & STOP) !== 0 && !titled) continue
      // "Agriturismo di Giulia Bianchi": the name begins behind the particle
      if (
        k < last && (first.facts & GIVEN) === 0 && (tokens[k + 1]!.facts & GIVEN) !== 0 &&
        tokens[k + 1]!.start - first.end > 2
      ) continue
      if ((first.facts & ORGANISATION) !== 0 && !titled) continue
      let q = k
      while (q < last && q - k < 3) {
        const next = tokens[q + 1]!
        if ((next.facts & (STOP | ORGANISATION)) !== 0) break
        if (
          (next.facts & CAPS) !== 0 && !suffixName.test(next.word) && (first.facts & CAPS) === 0 &&
          first.word.length > 1
        ) break
        if (q > k && (next.facts & WORD) !== 0 && (next.facts & (GIVEN | FAMILY)) === 0 && !isInitial(tokens[q]!)) break
        if (tokens[q]!.dotted && tokens[q]!.end - tokens[q]!.start > 3) break
        q++
      }
      const sure = titled &&
        (k === i ? Words.sureTitles.has(word) : Words.sureTitles.has(tokens[k - 1]!.word.toLowerCase()))
      const context = {
        sure,
        social,
        coordinated: k === i && foundEnd >= 0 && first.start - foundEnd <= 6 &&
          conjunction.test(text.slice(foundEnd, first.start)),
        cue: k === i && cue,
        title: titled,
        code,
        recall
      }
      let score = scoreOf(text, tokens, k, q, context)
      if (code && !context.cue) score -= 0.3
      if ((first.facts & CAPS) !== 0 && !titled && !context.cue && (first.facts & GIVEN) === 0) score -= 0.3
      if (score < (recall ? 0.5 : 0.6)) continue
      const end = nameEnd(text, tokens[q]!)
      add(first.start, end, score, context.cue ? "cue" : "list")
      foundEnd = q > k ? end : -1
      const family = text.slice(tokens[q]!.start, end)
      if (
        q > k && family.length > 2 && score >= 0.61 && (tokens[q]!.facts & (STOP | ORGANISATION | TITLE | CAPS)) === 0
      ) known.add(family)
      i = q + 1
      advanced = true
    }
    if (!advanced) {
      if (loneName(text, scan, head, recall, table)) add(head.start, nameEnd(text, head), 0.62, "given-name")
      i++
    }
  }
  return known
}

/** A given name alone, in the run of a sentence. */
const loneName = (text: string, scan: Scan, token: Token, recall: boolean, table: Uint8Array): boolean => {
  const facts = token.facts
  if ((facts & GIVEN) === 0 || (facts & (WORD | STOP | PRODUCT | ORGANISATION)) !== 0) return false
  if (token.word.length < 3 || !recall && (facts & CAPS) !== 0) return false
  if (recall) return true
  if ((facts & PLACE) !== 0) return false
  if (within(scan.code, token.start)) return false
  const after = text.slice(token.end, token.end + 3)
  if (/^(?:[-_/\\@.:][\w]|\(|™|®| \d)/.test(after)) return false
  // followed by another capital that is no part of a name: a firm, a street, a title
  if (/^ [\p{Lu}\d]/u.test(after)) return false
  const before = text.slice(Math.max(0, token.start - 3), token.start)
  const lowerBefore = lowerWordBefore(text, token.start) ||
    before.endsWith(" ") && (Words.factsOf(wordBefore(text, token.start)[0]) & STOP) !== 0 &&
      !/(?:San|Santa|St|Saint|El|La|Los|Las|Le|North|South|East|West|Great|New) $/.test(
        text.slice(Math.max(0, token.start - 6), token.start)
      )
  const lowerAfter = /^(?:[,;]? \p{Ll}|['’]s )/u.test(after)
  const listed = /[,:] $/.test(before) && /^(?:,| and |\n|\.|$)/.test(text.slice(token.end, token.end + 5))
  return lowerBefore && (lowerAfter || /^[.,;!?)\n'’]/.test(after) || after === "") ||
    lowerAfter && /(?:^|[\d)], |[.!?"“'\n>*-] ?|\n)$/.test(before) &&
      (table[text.charCodeAt(token.end + 1)]! & UPPER) === 0 ||
    listed
}

/** `john smith` where nobody presses shift. */
const lowerCase = (scan: Scan, add: Add): void => {
  const { lower, text } = scan
  const social = lower.length > 0 && isSocial(text)
  for (let i = 0; i < lower.length; i += 2) {
    const start = lower[i]!
    const end = lower[i + 1]!
    const word = text.slice(start, end)
    if (!given().has(word) && !givenAmbiguous().has(word) && !Words.famous.has(word)) continue
    const before = text[start - 1] ?? " "
    if (!/[\s("'“>*_]/.test(before) || !/[ .,!?\n]/.test(text[end] ?? "\n")) continue
    if (social && Words.famous.has(word) && word !== "trump") {
      add(start, end, 0.61, "lower-case")
      continue
    }
    if (social && Words.famous.has(word) && word !== "trump") {
      add(start, end, 0.61, "lower-case")
      continue
    }
    const sure = given().has(word) && !isWord(word)
    if (within(scan.urls, start) || within(scan.code, start)) continue
    const next = /^ (\p{Ll}{3,20})(?![\p{L}\d_/@-]|\.\w)/u.exec(text.slice(end, end + 24))
    const lead = text.slice(Math.max(0, start - 120), start)
    const window = lead.slice(lead.lastIndexOf("\n") + 1) + text.slice(start, end + 80)
    const quiet = !/\p{Lu}/u.test(window.split("\n")[0]!)
    if (next !== null && word.length > 2) {
      const surname = next[1]!
      if (
        (family().has(surname) || sure && given().has(surname)) && !isWord(surname) ||
        sure && english.test(window) && /^[\0-\x7f]+$/.test(word) && (quiet || word.length > 4) && surname.length > 3 && !isWord(surname) && /^[\0-\x7f]/.test(surname) &&
          word.length > 3 && !commonForeign.test(window)
      ) {
        add(start, end + next[0].length, 0.62, "lower-case")
        continue
      }
    }
    if (!sure) continue
    if (social && word.length > 3 && !commonForeign.test(window)) {
      add(start, end, 0.61, "lower-case")
      continue
    }
    const [cue, gap] = wordBefore(text, start)
    if (
      Words.titles.has(cue) && /^\.? $/.test(gap) && cue.length < 5 ||
      /(?:my name is|i'm|i am|called|named|call me|hi|hello|dear|hey) $/i.test(
          text.slice(Math.max(0, start - 12), start)
        ) && word.length > 3
    ) {
      add(start, end, 0.62, "lower-case")
    }
  }
}

const english = /\b(?:the|and|is|to|you|my|was|with|for|of|me|he|she|it|on|in)\b/
const commonForeign = /\b(?:de|la|el|que|los|las|les|des|und|der|die|das|il|per|con|não|para|och|det|het|een)\b/

/** Later mentions of a family name that stood in a full name. */
const propagate = (scan: Scan, tokens: ReadonlyArray<Token>, known: ReadonlySet<string>, out: Array<Span>): void => {
  const taken = out.filter((span) => span.entity === "PERSON")
  let at = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const word = token.word.replace(/['’]s$/, "")
    if (!known.has(word)) continue
    while (at < taken.length && taken[at]!.end <= token.start) at++
    if (at < taken.length && taken[at]!.start < token.end) continue
    if (within(scan.urls, token.start) || /[\p{L}\d_@/]/u.test(scan.text[token.start - 1] ?? "")) continue
    if ((token.facts & (WORD | PLACE)) !== 0 && !lowerWordBefore(scan.text, token.start) && !spoken(scan.text, token.start + word.length)) continue
    const next = /^ (\p{Lu}\p{L}+)/u.exec(scan.text.slice(token.end, token.end + 24))
    if (next !== null && (Words.factsOf(next[1]!) & ORGANISATION) !== 0) continue
    // the first name in front of it, where no list knew it
    const front = tokens[i - 1]
    const fronted = front !== undefined && token.start - front.end === 1 && scan.text[front.end] === " " &&
      front.start >= (taken[at - 1]?.end ?? 0) &&
      (front.facts & (WORD | STOP | ORGANISATION | TITLE | PLACE | CAPS)) === 0 && front.word.length > 2
    out.push({
      start: fronted ? front.start : token.start,
      end: token.start + word.length,
      entity: "PERSON",
      score: 0.62,
      reason: "repeated"
    })
  }
}

/** Handles that spell a name, where the sign stands apart as pages made from markup have it. */
const handles = (scan: Scan, recall: boolean, add: Add): void => {
  const { text } = scan
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (at > 0 && /[\w/.@]/.test(text[at - 1]!)) continue
    const match = /^@( ?)([A-Za-z]\w{3,24})(?![\w@./-]| [A-Z])/.exec(text.slice(at, at + 30))
    if (match === null || match[1] === "" && !recall) continue
    const parts = match[2]!.split(/_|(?<=[a-z])(?=[A-Z])|\d+/).filter((part) => part.length > 1)
    const lower = parts.map((part) => part.toLowerCase())
    const named = parts.length >= 2 ? spellsName(parts, lower) : startsWithName(match[2]!.toLowerCase())
    if (named) add(at + 1 + match[1]!.length, at + match[0].length, 0.62, "handle")
  }
}

const spellsName = (parts: ReadonlyArray<string>, lower: ReadonlyArray<string>): boolean => {
  if (lower.some((part) => part.length > 2 && given().has(part))) return true
  const strange = (part: string) => part.length > 2 && !isWord(part) && (Words.factsOf(part) & ORGANISATION) === 0
  if (
    lower.some((part) => givenAmbiguous().has(part)) &&
    lower.some((part) => strange(part) && !givenAmbiguous().has(part))
  ) return true
  return parts.length === 2 && parts.every((part) => /^[A-Z][a-z]+$/.test(part)) && lower.every(strange) &&
    lower.some((part) => family().has(part))
}

const startsWithName = (handle: string): boolean => {
  for (let length = Math.min(9, handle.length); length >= 4; length--) {
    const rest = handle.slice(length)
    if (given().has(handle.slice(0, length)) && (rest.length < 3 || family().has(rest) || !isWord(handle))) {
      return rest.length === 0 || rest.length > 2 || /^\w{1,2}$/.test(rest)
    }
  }
  return false
}

const cjkLabel =
  /(?:姓名|氏名|名前|患者|お名前|担当者?|代表者?|作者|联系人|聯絡人|病人|이름|성명|환자|담당자)\s*[:：]\s*([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{1,5}(?:[ ・\u3000][\u3040-\u30ff\u3400-\u9fff]{1,6}(?![\u3400-\u9fff]*[:：]))?)/g
const cjkPair =
  /(?<![\u3040-\u30ff\u3400-\u9fff])([\u3400-\u9fff]{1,3}) [\u3040-\u30ff\u3400-\u9fff]{1,3}(?![\u3040-\u30ff\u3400-\u9fff])/g
const cjkHonorific =
  /(?<![\u3400-\u9fff])([\u3400-\u9fff]{1,3}(?: ?[\u3400-\u9fff]{1,2})?)(?=さん|様|氏|先生|君|ちゃん|女士)/g

const cjkNames = (text: string, add: Add): void => {
  for (const match of text.matchAll(cjkLabel)) {
    const start = match.index + match[0].length - match[1]!.length
    add(start, start + match[1]!.length, 0.8, "cue")
  }
  for (const match of text.matchAll(cjkPair)) add(match.index, match.index + match[0].length, 0.65, "cjk")
  for (const match of text.matchAll(cjkHonorific)) {
    if (family().has(match[1]!.slice(0, 2)) || family().has(match[1]!.slice(0, 1))) {
      add(match.index, match.index + match[0].length, 0.65, "cjk")
    }
  }
}

const caselessLabel =
  /(?:\b[Nn]ame|\bNAME|الاسم|اسم|שם|नाम|ชื่อ)\s?[:|]\s?((?:[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{M}]{1,20}[ .'-]?){1,5})/gu
const introduced =
  /\b(?:my name is|my name's|i am called) (\p{Ll}{3,20}(?: \p{Ll}{3,20})?)(?=[,.!?\n]| and i\b| from\b|$)/giu
const nameParameter =
  /[?&](?:\w{0,12}name|patient|customer)=(\p{Lu}\p{Ll}{1,20}(?:(?:\+|%20)\p{Lu}\p{Ll}{1,20}){1,3})/gu

/** Labelled names in scripts without capitals, and names in the parameters of an address. */
const labelled = (text: string, caseless: boolean, add: Add): void => {
  if (caseless) {
    for (const match of text.matchAll(caselessLabel)) {
      const start = match.index + match[0].length - match[1]!.length
      add(start, start + match[1]!.trimEnd().length, 0.75, "cue")
    }
  }
  if (text.includes("y name")) {
    for (const match of text.matchAll(introduced)) {
      if (match[1]!.split(" ").some((word) => isWord(word) && !givenAmbiguous().has(word))) continue
      add(match.index + match[0].length - match[1]!.length, match.index + match[0].length, 0.65, "cue")
    }
  }
  if (text.includes("ame=") || text.includes("patient=") || text.includes("customer=")) {
    for (const match of text.matchAll(nameParameter)) {
      add(match.index + match[0].length - match[1]!.length, match.index + match[0].length, 0.75, "cue")
    }
  }
}

const nameHead =
  /^(?:(?:full|first|last|given|family|sur|middle|contact|customer|employee|patient|client|account|card|cardholder|author|user)?[ _-]?names?|surname|vorname|nachname|nom|prénom|nombre|apellidos?|nome|cognome|employee|patient|customer|contact|holder|author|manager|owner|姓名|氏名|이름)$/i

/** Adds every name of a text. `recall` takes lone first names and handles too. */
export const persons = (scan: Scan, tables: Tables, recall: boolean, out: Array<Span>): void => {
  const add: Add = (start, end, score, reason) => {
    if (end > start) out.push({ start, end, entity: "PERSON", score, reason })
  }
  const tokens = tokensOf(scan)
  const known = findings(scan, tokens, recall, add)
  if (known.size > 0) propagate(scan, tokens, known, out)
  lowerCase(scan, add)
  labelled(scan.text, scan.caseless, add)
  if (scan.text.includes("@")) handles(scan, recall, add)
  if (scan.cjk) cjkNames(scan.text, add)
  eachCell(scan.text, tables, (head, start, end) => {
    if (
      !nameHead.test(head) || end - start > 60 ||
      /^(?:user|account|author|owner|holder|card)/i.test(head) && !/\s/.test(scan.text.slice(start, end))
    ) return
    const cell = scan.text.slice(start, end)
    if (
      /^\p{Lu}[\p{L}'’.-]*(?: (?:\p{L}[\p{L}'’.-]*)){0,3}$/u.test(cell) && cell.split(" ").every((word) =>
        (Words.factsOf(word) & (ORGANISATION | STOP)) === 0
      ) && cell.split(" ").some((word) =>
        (Words.factsOf(word) & (GIVEN | FAMILY | GIVEN_AMBIGUOUS)) !== 0 ||
        /\s/.test(cell) && (Words.factsOf(word) & (WORD | PLACE)) === 0
      )
    ) {
      add(start, end, 0.7, "column")
    }
  })
}
