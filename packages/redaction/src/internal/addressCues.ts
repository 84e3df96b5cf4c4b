/**
 * Finds addresses by the words that announce them.
 *
 * @since 0.1.0
 */
import * as Shapes from "./addressShapes.ts"
import { type Add, matchAt, months, type Read, trimEnd } from "./addressText.ts"
import { ADDRESS, BOX, POSTAL } from "./cues.ts"
import { type Scan, within } from "./scan.ts"

const announcedAt =
  /^(?:\W{0,3}(?:is|are|was)?(?:\s(?:at|on))?\s?[*_"']{0,3}\s?[:|][\s*_|"']{0,6}|\s(?:is(?:\sat)?|at|on|in|to|near|it is)\s(?=[\p{Lu}\d]|the corner|po box|p\.o\.))/iu
const dated = new RegExp(`\\b(?:${months})[a-z]* \\d|\\d (?:${months})`)
const codeLike = /@|https?:|\bMAC\b|^0x|^\d+\.\d+\.\d+|[{}=;<>\\]|^[\w.-]+$|\.(?:com|org|net|io)\b/
const verbCue =
  /^(?:located|location|resid|lives?$|lived|mail|ships?$|shipping|shipped|deliver|return|sent|hq|venue|visit|office|offices|headquarter)/

/** The rest of a line behind a word like `Address:`, and the lines of the block below it. */
export const announced = (scan: Scan, read: Read, add: Add): void => {
  const { cues, text } = scan
  let reached = -1
  for (let i = 0; i < cues.length; i += 3) {
    const kinds = cues[i]!
    if ((kinds & (ADDRESS | POSTAL | BOX)) === 0) continue
    const start = cues[i + 1]!
    const end = cues[i + 2]!
    if (start < reached) continue
    if ((kinds & BOX) !== 0) {
      box(read, start, end, add)
      continue
    }
    if ((kinds & POSTAL) !== 0) {
      const match =
        /^(?:[\s-]?(?:code|number))?\W{0,3}(?:is|:|\||=)?[\s:|*"'=]{1,5}(\d{3}[ -]?\d{2,3}(?:-\d{3,4})?|\d{4,5}(?:-\d{3,4})?(?:[ ]?[A-Z]{2})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\w-])/i
          .exec(text.slice(end, end + 40))
      const word = text.slice(start, end)
      if (
        match !== null &&
        (!/^(?:cap|cep|zip|postal)$/i.test(word) || /^(?:ZIP|CAP|CEP|[Zz]ip|[Pp]ostal|CEP)$/.test(word))
      ) {
        const from = end + match[0].length - match[1]!.length
        if (!within(scan.urls, from)) add(from, from + match[1]!.length, 0.7, "postal-code")
      }
      continue
    }
    const window = text.slice(end, end + 240)
    const lead = announcedAt.exec(window)
    if (lead === null) continue
    const word = text.slice(start, end).toLowerCase()
    const label = /[:|]/.test(lead[0]) &&
      !/^(?:mail|ship|visit|return|deliver|lives?$|lived|sent|resid|located)/.test(word)
    if (!label && /[:|]/.test(lead[0])) continue
    if (!label && !verbCue.test(word) && !/^addr|^address|^domicilio|^adres/.test(word)) continue
    if (
      /(?:e-?mail|ip|mac|web|url|http|memory|contract|wallet|btc|bitcoin|network|host|server|bind|return|base|start|street)[\s_-]*$/i
        .test(text.slice(Math.max(0, start - 12), start))
    ) continue
    const from = end + lead[0].length
    let value = window.slice(lead[0].length).split(/\n\n|\||\n[-*] |"|\*\*|;|<br|\n(?=[A-Z][\w ]{1,20}:)|\t/)[0]!
    const block = /^[^\n]{4,140}(?:\n[^\n:]{3,60}){0,3}/.exec(value)
    if (block === null) continue
    value = block[0]
    const sentence =
      /[.!?](?=\s+(?:[A-Z][a-z]|$))(?<!\b(?:St|Rd|Ave|Dr|Blvd|Ln|Ct|Apt|Ste|No|Nr|Str|Bldg|Mt|Ft|N|S|E|W)\.)/.exec(
        value
      )
    if (sentence !== null) value = value.slice(0, sentence.index)
    if (!label) {
      value = value.split(
        /\n|, (?:and|or|but|which|where|who|the|a|in|for|with|on)\b| (?:and|or|but|which|where|who|for|with|because|when|since|by)\b(?! [A-Z\d])/
      )[0]!
    }
    value = value.replace(/[.,\s*_)]+$/, "")
    if (
      value.length < 6 || value.length > 160 || !/\d/.test(value) || !/\p{L}{2}/u.test(value) || codeLike.test(value)
    ) continue
    if (!label && /^\s(?:in|on|near)\s$/i.test(lead[0]) && (!/^\d/.test(value) || word.startsWith("office"))) continue
    const words = value.split(/\s+/)
    if (words.length > 22 || words.length < 2 && !/[\u3040-\u9fff]/.test(value)) continue
    if (!label && (!/\d/.test(value.slice(0, 48)) || words.length > 14)) continue
    if (!label && !/^(?:\d|the corner|p\.?o\.? ?box|\p{Lu})/iu.test(value)) continue
    if (
      !label && !/^(?:the corner|p\.?o)/i.test(value) &&
      /^(?:\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m|p\.m|%|km|miles?)|\d{1,3} ?%|(?:19|20)\d\d\b(?! \p{Lu}))/iu.test(value)
    ) continue
    if (!label && !/\p{Lu}|box/u.test(value)) continue
    if (!label && !/\d{1,6}[a-z]? \p{L}|\p{L}{3,} \d{1,5}|\d{5}/u.test(value)) continue
    if (!label && dated.test(value)) continue
    add(from, from + value.length, label ? 0.66 : 0.62, "cue")
    reached = from + value.length
  }
}

const box = (read: Read, start: number, end: number, add: Add): void => {
  const { text } = read
  const word = text.slice(start, end)
  const lower = word.toLowerCase()
  if (/^(?:psc|cmr|unit|uss|usns|uscgc|usnv)$/.test(lower)) {
    const match =
      /^(?: \d{1,5},? Box \d{1,6}| \p{Lu}[\p{L}'-]{1,24})(?:(?:,? |,?\s*\n[ >?]{0,6})(?:APO|FPO|DPO),? A[AEP] \d{5})?/u
        .exec(text.slice(end, end + 72))
    if (match !== null && (/Box/.test(match[0]) || /[AFD]PO/.test(match[0]))) {
      add(start, end + match[0].length, 0.85, "military")
    }
    return
  }
  let from = start
  if (lower === "box") {
    const lead = /(?:\bG?P\.? ?O\.? ?|\bPost Office )$/i.exec(text.slice(Math.max(0, start - 12), start))
    if (lead === null) return
    from = start - lead[0].length
  } else if (lower === "bag" || lower === "drawer") {
    const lead = (lower === "bag" ? /\b(?:Private|Locked) $/ : /\bP\.? ?O\.? ?$/).exec(
      text.slice(Math.max(0, start - 12), start)
    )
    const match = /^ [A-Z]?\d{1,5}(?!\w)(?:, \p{Lu}\p{L}{2,20}(?: \p{Lu}\p{L}{2,20})?(?:,? [A-Z]{2,3})?(?: \d{4,5})?)?/u
      .exec(text.slice(end, end + 72))
    if (lead !== null && match !== null) add(start - lead[0].length, end + match[0].length, 0.8, "box")
    return
  } else if (lower === "bp" || lower === "boîte") {
    const match = /^(?: postale)? \d{1,6},? \d{5} \p{Lu}\p{L}+/u.exec(text.slice(end, end + 48))
    if (match !== null) add(start, end + match[0].length, 0.8, "box")
    return
  }
  const offset = /^ postal/i.exec(text.slice(end, end + 7))?.[0].length ?? 0
  const tail = matchAt(Shapes.boxTail, read, end + offset)
  if (tail !== undefined) {
    add(from, from + trimEnd(text.slice(from, end + offset) + tail).length, 0.85, "box")
  }
}
