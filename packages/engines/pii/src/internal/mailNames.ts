/**
 * Finds names by their position in a mail: next to a mail address, in the header of a reply, and in a business card.
 *
 * @since 0.3.0
 */
import { textBefore } from "./around.ts"
import { evidenceOf, familyFirst, isTeam, mayBeName, natural } from "./nameShapes.ts"
import { SURE } from "./nameSure.ts"
import type { Add } from "./nameTokens.ts"

const limits = {
  charactersBeforeAddress: 96,
  charactersOfMailbox: 64,
  charactersOfLine: 2000,
  linesOfHeader: 8,
  lettersInMailbox: 3
}

const beforeAddress = new RegExp(
  `(?<![\\p{L}\\d@])(?<name>${familyFirst}|${natural})["'”*]{0,3}[ \\t]{0,2}(?:\\n[ \\t>]{0,8})?$`,
  "u"
)
const mailbox = /[<([](?:mailto:)?([\w.+-]{1,64})@$/

const unaccented = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")

const isIn = (name: string, box: string): boolean => {
  const letters = unaccented(box)
  return name.split(/[ ,.'’-]+/).some((word) =>
    word.length >= limits.lettersInMailbox && letters.includes(unaccented(word))
  )
}

/** Matches an unlisted word and a particle that may precede a name: `Geschrieben von`. */
const leadWithParticle = /^\p{Lu}[\p{L}\p{M}]+ (?:von|van|de|di|da|par|por|door|av|af) (?=\p{Lu})/u

const trimmed = (name: string, box: string): string => {
  if (name.includes(",")) return name
  let rest = name
  for (;;) {
    const [first = "", ...others] = rest.split(" ")
    const { named, others: otherMeanings } = evidenceOf(first)
    if (others.length < 2 || named > 0 || isIn(first, box)) return rest
    const lead = leadWithParticle.exec(rest)
    if (lead !== null && evidenceOf(rest.slice(lead[0].length)).isGiven) rest = rest.slice(lead[0].length)
    else if (otherMeanings > 0) rest = others.join(" ")
    else return rest
  }
}

export const namesOfAddresses = (text: string, add: Add): void => {
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const from = Math.max(0, at - limits.charactersOfMailbox)
    const match = mailbox.exec(text.slice(from, at + 1))
    if (match === null) continue
    const box = match[1]!
    const open = from + match.index
    const lead = textBefore(text, open, limits.charactersBeforeAddress)
    const found = beforeAddress.exec(lead)
    const whole = found?.groups?.["name"]
    if (whole === undefined) continue
    const name = trimmed(whole, box)
    const { isPossible, words } = evidenceOf(name)
    const isMailbox = isIn(name, box) && isPossible
    if (isTeam(name)) continue
    if (!isMailbox && !(mayBeName(name) && evidenceOf(name).isGiven) || words < 2 && !isMailbox) continue
    const end = open - lead.length + found!.index + whole.length
    add(end - name.length, end, SURE.announced, "mail")
  }
}

const fields =
  "from|to|cc|bcc|reply-to|sender|von|an|kopie|antwort an|de|para|cco|responder a|à|a|cci|répondre à|da|per|ccn|rispondi a|van|aan|bcc|" +
  "od|do|dw|udw|kopia|от|отправитель|кому|копия|кимден|kimden|kime|bilgi|fra|til|från|till|lähettäjä|vastaanottaja|kopio|从|发件人|收件人|抄送|差出人|宛先"
/** Matches fields without names that show that lines are the header of a mail. */
const others =
  "subject|date|sent|betreff|datum|gesendet|asunto|fecha|enviado(?: el)?|objet|date|envoyé(?: le)?|oggetto|data|inviato|onderwerp|datum|verzonden|" +
  "temat|data|wysłano|assunto|data|тема|дата|отправлено|konu|tarih|gönderme tarihi|emne|dato|sendt|ämne|skickat|aihe|lähetetty"
const field = new RegExp(
  `^[ \\t>*_|]{0,8}(?:${fields})[*_]{0,3}[ \\u00a0]?:[*_]{0,3}[ \\t]{1,3}(?<value>[^\\n]{2,1000})$`,
  "iu"
)
const otherField = new RegExp(`^[ \\t>*_|]{0,8}(?:${others})[*_]{0,3}[ \\u00a0]?:`, "iu")

const wholeName = new RegExp(
  `^["'“]?(?<name>${familyFirst}|${natural})["'”]?(?:[ \\t]*[<(\\[][^<>()\\[\\]\\n]{0,120}[>)\\]])?[ \\t]*$`,
  "u"
)

const namesOfField = (value: string, start: number, add: Add): void => {
  const separator = value.includes(";")
    ? /;/g
    : new RegExp(`^${familyFirst}[ \\t]*(?:<|$)`, "u").test(value)
    ? /;/g
    : /,/g
  let from = 0
  for (const end of [...Array.from(value.matchAll(separator), ({ index }) => index), value.length]) {
    const entry = value.slice(from, end)
    const lead = entry.length - entry.trimStart().length
    const name = wholeName.exec(entry.trim())?.groups?.["name"]
    if (name !== undefined && mayBeName(name) && !isTeam(name)) {
      const at = start + from + lead + entry.trim().indexOf(name)
      add(at, at + name.length, SURE.announced, "mail")
    }
    from = end + 1
  }
}

export const namesOfHeaders = (text: string, add: Add): void => {
  let line = 0
  /** Fields with names in lines that may be a header. */
  let block: Array<readonly [value: string, start: number]> = []
  let isHeader = false
  let lines = 0
  const close = () => {
    if (isHeader) { for (const [value, start] of block) namesOfField(value, start, add) }
    block = []
    isHeader = false
    lines = 0
  }
  while (line < text.length) {
    const stop = text.indexOf("\n", line)
    const end = stop < 0 ? text.length : stop
    const row = end - line > limits.charactersOfLine ? "" : text.slice(line, end).trimEnd()
    const value = !row.includes(":") ? undefined : field.exec(row)?.groups?.["value"]
    if (value !== undefined) block.push([value, line + row.length - value.length])
    const isOther = value === undefined && row.includes(":") && otherField.test(row)
    if (value === undefined && !isOther || lines > limits.linesOfHeader) close()
    else {
      lines++
      isHeader ||= isOther || block.length > 1
    }
    line = end + 1
  }
  close()
}

const card =
  /^(?:item\d{1,2}\.)?(?<key>N|FN|NICKNAME|ORGANIZER|ATTENDEE|cn|sn|givenName|displayName)(?<options>;[^:\n]{0,200})?:[ \t]?(?<value>[^\n\r]{0,200})/gmu
const isCard = /^(?:BEGIN:V(?:CARD|EVENT|CALENDAR)|dn: )/mu
const commonName = /;CN=(?:"([^"\n]{2,80})"|([^";:\n]{2,80}))/iu

export const namesOfCards = (text: string, add: Add): void => {
  if (!isCard.test(text)) return
  for (const { groups, index, 0: row } of text.matchAll(card)) {
    const { key, options = "", value = "" } = groups!
    const start = index + row.length - value.length
    const inOptions = commonName.exec(options)
    if (inOptions !== null) {
      const name = inOptions[1] ?? inOptions[2]!
      const at = text.indexOf(name, index)
      if (evidenceOf(name).isPossible) add(at, at + name.length, SURE.labelled, "contact-card")
    }
    if (key === "ORGANIZER" || key === "ATTENDEE") continue
    let from = 0
    for (const piece of value.split(";")) {
      if (/\p{L}{2}/u.test(piece) && !/[\d@:/]/.test(piece)) {
        const lead = piece.length - piece.trimStart().length
        add(start + from + lead, start + from + lead + piece.trim().length, SURE.labelled, "contact-card")
      }
      from += piece.length + 1
    }
  }
}
