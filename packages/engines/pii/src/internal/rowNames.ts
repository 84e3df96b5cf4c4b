/**
 * Finds names by their neighbours: in lists after a label, and in columns and lists most of whose entries are names.
 *
 * @since 0.3.0
 */
import * as Ascending from "@dunlin/text/Ascending"
import * as Unit from "@dunlin/text/Unit"
import type { Span } from "../Span.ts"
import { unitAt } from "./around.ts"
import { isNameHead, isPersonHead } from "./nameHeads.ts"
import { evidenceOf, familyFirst, mayBeName, natural } from "./nameShapes.ts"
import { SURE } from "./nameSure.ts"
import type { Add } from "./nameTokens.ts"
import { pairsOf } from "./pairs.ts"

const limits = {
  charactersOfLine: 1000,
  charactersOfLabel: 40,
  charactersOfCell: 64,
  namesOfColumn: 3,
  shareOfColumn: 0.6,
  shareOfList: 0.5,
  cellsOfRow: 30,
  lettersOfGivenName: 30,
  charactersOfFamilyName: 48
}

const isCovered = (text: string, start: number, end: number, names: ReadonlyArray<Span>): boolean => {
  let at = start
  const first = Ascending.countWhile(names.length, (index) => names[index]!.end <= start)
  for (let index = first; index < names.length; index++) {
    const name = names[index]!
    if (name.start >= end) break
    if (/\p{L}/u.test(text.slice(at, Math.max(at, name.start)))) return false
    at = Math.max(at, name.end)
  }
  return !/\p{L}/u.test(text.slice(Math.min(at, end), end))
}

const persons =
  "present|attendees?|in attendance|participants?|apologies|absent|excused|guests?|minute[- ]taker|minutes by|chair(?:person|man|woman)?|secretary|treasurer|" +
  "witness(?:es|ed by)?|signed(?: by)?|signatory|next of kin|emergency contact|contact(?: person)?|account holder|card ?holder|policy ?holder|beneficiary|" +
  "action|owner|assignee|assigned to|responsible|reporter|prepared by|approved by|reviewed by|written by|requested by|proposed by|seconded by|supervisor|" +
  "(?:line )?manager|employee|vorgesetzte[r]?|mitarbeiter(?:in)?|empleado|jef[ea](?: directo)?|salarié|supérieur(?: hiérarchique)?|dipendente|medewerker|" +
  "leidinggevende|pracownik|przełożon[ya]|funcionário|chefia|chefe|сотрудник|начальник|" +
  "GP|landlord|tenant|applicant|guardian|spouse|parent|mother|father|insured|sender|recipient|attn|attention|supervised by|referees?|" +
  "anwesend(?:e)?|abwesend|entschuldigt|teilnehmer(?:in|innen)?|gäste|gast|protokoll(?:führung|führer|führerin|ant)?|vorsitz(?:ende[r]?)?|zeug(?:e|in|en)|" +
  "unterzeichnet(?: von)?|unterschrift|angehörige[r]?|notfallkontakt|ansprechpartner(?:in)?|kontakt(?:person)?|kontoinhaber(?:in)?|hausarzt|hausärztin|" +
  "zuständig|verantwortlich(?:e[r]?)?|antragsteller(?:in)?|betreuer(?:in)?|bearbeiter(?:in)?|empfänger(?:in)?|absender(?:in)?|mieter(?:in)?|vermieter(?:in)?|" +
  "asistentes|presentes|ausentes?|excusa(?:n)?(?: su asistencia)?|invitad[oa]s?|secretari[oa]|presidente?a?|testigos?|firmado(?: por)?|familiar|" +
  "contacto(?: de emergencia)?|persona de contacto|titular(?: de la cuenta)?|responsable|médic[oa]|solicitante|remitente|destinatari[oa]|tutor(?:a)?|" +
  "présents?|présentes|absents?|excusé(?:e|s|es)?|invités?|secrétaire(?: de séance)?|témoins?|signé(?: par)?|personne à (?:prévenir|contacter)|" +
  "contact d['’]urgence|titulaire(?: du compte)?|médecin(?: traitant)?|demandeur|expéditeur|destinataire|président(?:e)?|rédacteur|" +
  "presenti|assenti|assente(?: giustificat[oa])?|ospiti|verbalizzante|segretari[oa]|testimon[ei]|firmato(?: da)?|familiare|contatto(?: di emergenza)?|" +
  "intestatari[oa]|responsabile|incaricat[oa]|medico(?: curante)?|richiedente|mittente|relator[ei]|" +
  "aanwezig(?:en)?|afwezig(?:en)?|gasten|notulist(?:e)?|voorzitter|getuigen?|getekend(?: door)?|contactpersoon|contact bij nood|rekeninghouder|actie(?:houder)?|" +
  "huisarts|aanvrager|afzender|ontvanger|verantwoordelijke|" +
  "obecni|nieobecn[aiy]|goście|protokołował[a]?|protokolant(?:ka)?|przewodnicząc[yaei]|świad(?:ek|kowie)|podpisał[a]?|osoba kontaktowa|" +
  "kontakt w nagłym wypadku|posiadacz(?: rachunku)?|odpowiedzialn[ya]|wnioskodawca|lekarz(?: rodzinny)?|nadawca|odbiorca|opiekun|promotor|recenzent|" +
  "ausentes?|convidad[oa]s?|secretári[oa]|testemunhas?|assinado(?: por)?|contacto de emergência|contato(?: de emergência)?|titular da conta|responsável|" +
  "médic[oa](?: de família)?|requerente|remetente|destinatári[oa]|" +
  "присутствовал[иао]?|отсутствовал[иао]?|гости|секретарь|председатель|свидетел[ьи]|подписал[а]?|контактное лицо|экстренная связь|владелец(?: счёта| счета)?|" +
  "ответственн(?:ый|ая)|заявитель|отправитель|получатель|врач|лечащий врач|руководитель|рецензент"
const names =
  "(?:full |last |family |first |given )?name|surname|(?:nach|vor|familien|ruf)?name|nom(?: de famille| complet)?|prénom|apellidos?|nombre(?: completo| de pila)?|" +
  "cognome|nome(?: di battesimo| completo| próprio)?|apelido|sobrenome|naam|(?:achter|voor)naam|nazwisko|imi[ęe](?: i nazwisko)?|фио|фамилия|имя|отчество|ad[ıi]|soyad[ıi]"
const label = new RegExp(`^(?:(?<person>${persons})|(?<part>${names}))$`, "iu")

const row =
  /^[ \t>*+•-]{0,12}(?:\d{1,3}[.)] )?(?<label>[*_]{0,2}\p{L}[\p{L} '’()/.-]{1,38}?[*_]{0,2})(?<gap>[ \u00a0]?:[*_]{0,2}[ \t]{1,24})(?<value>\S.*)$/u

const inverted = new RegExp(`^${familyFirst}$`, "u")
const straight = new RegExp(`^${natural}$`, "u")
/** Matches a role in brackets, or a full stop, after a name in a list. */
const tail = /(?:[ \t]*\([^()\n]{1,40}\)|[.])+$/u

const withoutTail = (entry: string): string => {
  const last = unitAt(entry, entry.length - 1)
  return last === Unit.POINT || last === Unit.CLOSE_PARENTHESIS ? entry.replace(tail, "").trim() : entry
}

interface Entry {
  readonly start: number
  readonly end: number
  readonly name: string
}

const entriesOf = (value: string, start: number, separator: RegExp): ReadonlyArray<Entry> => {
  const out: Array<Entry> = []
  let from = 0
  for (const match of [...value.matchAll(separator), undefined]) {
    const entry = value.slice(from, match?.index ?? value.length)
    const name = withoutTail(entry.trim())
    const at = start + from + entry.indexOf(name)
    if (name !== "") out.push({ start: at, end: at + name.length, name })
    from = match === undefined ? value.length : match.index + match[0].length
  }
  return out
}

const namesOfValue = (
  text: string,
  value: string,
  start: number,
  kind: "person" | "part" | undefined,
  found: ReadonlyArray<Span>,
  add: Add
): void => {
  if (kind === undefined && !value.includes(", ")) return
  const isListed = value.includes(";")
  const whole = entriesOf(value, start, /[ \u00a0]?;/gu)
  if (whole.every(({ name }) => inverted.test(name))) {
    const sure = whole.filter(({ name }) => mayBeName(name) && evidenceOf(name.split(", ")[1]!).isGiven).length
    const isBelieved = kind === "person" ? whole.every(({ name }) => mayBeName(name)) : sure * 2 > whole.length
    if (isBelieved) { for (const { end, start: at } of whole) add(at, end, SURE.announced, "inverted") }
    return
  }
  if (kind === undefined) return
  const list = isListed
    ? whole
    : entriesOf(value, start, /,(?: (?:and|und|y|et|e|en|i|oraz|и) )?| (?:and|und|y|et|e|en|i|oraz|и|&) /gu)
  if (kind === "part") {
    // One word may follow the label of a part of a name.
    const [one] = list
    if (
      list.length === 1 && straight.test(one!.name) && evidenceOf(one!.name).isPossible &&
      evidenceOf(one!.name).named > 0
    ) {
      add(one!.start, one!.end, SURE.labelled, "label")
    }
    return
  }
  const names = list.filter(({ name }) => name.includes(" ") && straight.test(name))
  const known = names.filter((one) => isCovered(text, one.start, one.end, found)).length
  const isList = names.length > 1 && known >= names.length * limits.shareOfList
  for (const { end, name, start: at } of names) {
    const { isPossible, named } = evidenceOf(name)
    if (isPossible && (isList ? mayBeName(name) || named > 0 : mayBeName(name))) add(at, end, SURE.labelled, "label")
  }
}

const wrapped = { charactersOfLine: 50, lines: 4 }

/** Returns the end of a value that continues over the end of a long line. Its last line has no label. */
const wrappedEnd = (text: string, line: number, lineEnd: number): number => {
  let start = line
  let end = lineEnd
  for (let lines = 1; lines < wrapped.lines && end - start >= wrapped.charactersOfLine; lines++) {
    const stop = text.indexOf("\n", end + 1)
    const nextEnd = stop < 0 ? text.length : stop
    const next = text.slice(end + 1, nextEnd)
    if (next.length > limits.charactersOfLine || !/^\p{L}/u.test(next) || next.includes(":")) break
    start = end + 1
    end = nextEnd
  }
  return end
}

export const labelledRows = (text: string, found: ReadonlyArray<Span>, add: Add): void => {
  for (let colon = text.indexOf(":"); colon >= 0;) {
    const line = text.lastIndexOf("\n", colon) + 1
    const stop = text.indexOf("\n", colon)
    const end = wrappedEnd(text, line, stop < 0 ? text.length : stop)
    if (end - line <= limits.charactersOfLine && colon - line <= limits.charactersOfLabel + 16) {
      const match = row.exec(text.slice(line, end).replaceAll("\n", " ").trimEnd())
      const groups = match?.groups
      if (groups !== undefined && /^[\p{Lu}'’\p{Lo}]|^\p{Ll}['’]/u.test(groups["value"]!)) {
        const value = groups["value"]!
        const known = label.exec(groups["label"]!.replace(/[*_]/g, "").trim())?.groups
        const kind = known?.["person"] !== undefined ? "person" : known?.["part"] !== undefined ? "part" : undefined
        namesOfValue(text, value, line + match![0].length - value.length, kind, found, add)
      }
    }
    colon = text.indexOf(":", end)
  }
}

/**
 * Separators of the cells of a row, in the order in which they are tried. A regular expression is applied only to rows
 * with its sign.
 */
const separators: ReadonlyArray<{ readonly sign: string; readonly expression: RegExp }> = [
  { sign: "|", expression: /\|/g },
  { sign: "<", expression: /(?:<\/?(?:table|thead|tbody|t[dhr])\b[^<>\n]{0,80}>)+/gi },
  { sign: "\t", expression: /\t+/g },
  { sign: ";", expression: /;/g },
  { sign: ",", expression: /,(?! )/g },
  { sign: "  ", expression: / {2,}/g }
]

interface Row {
  readonly kind: number
  readonly cells: ReadonlyArray<Entry>
}

const rowOf = (line: string, start: number): Row | undefined => {
  for (const [kind, { expression, sign }] of separators.entries()) {
    if (!line.includes(sign)) continue
    const cells = entriesOf(line.trimEnd(), start, expression)
    if (cells.length < 2 && kind > 0) continue
    return cells.length > limits.cellsOfRow ? undefined : { kind, cells }
  }
  const item = /^[ \t>]*(?:[-*+•]|\d{1,4}[.)])[ \t]+/.exec(line)
  return item === null
    ? undefined
    : {
      kind: separators.length,
      cells: entriesOf(line.slice(item[0].length).trimEnd(), start + item[0].length, /$^/gu)
    }
}

const isNameCell = ({ name }: Entry): boolean => {
  if (name.length > limits.charactersOfCell || !name.includes(" ")) return false
  if (!straight.test(name) && !inverted.test(name)) return false
  const { isPossible, named, others, words } = evidenceOf(name)
  return isPossible && (named > 0 || others < words)
}

const plain = ({ end, name, start }: Entry): Entry => {
  const inside = name.replace(/^["'*_`]+|["'*_`]+$/g, "")
  const at = start + name.indexOf(inside)
  return { start: at, end: at + inside.length || end, name: inside }
}

const namesOfColumns = (
  text: string,
  rows: ReadonlyArray<Row>,
  head: Row | undefined,
  found: ReadonlyArray<Span>,
  add: Add
): void => {
  const width = rows[0]!.cells.length
  for (let column = 0; column < width; column++) {
    const cells = rows.flatMap(({ cells: all }) => all[column] === undefined ? [] : [plain(all[column]!)])
    const missing = cells.filter((cell) => !isCovered(text, cell.start, cell.end, found))
    const names = cells.length - missing.length
    const title = head?.cells.length === width ? plain(head.cells[column]!).name : ""
    const isAnnounced = names > 0 && (isNameHead(title) || isPersonHead(title) || label.test(title))
    const isMost = names >= limits.namesOfColumn && names >= cells.length * limits.shareOfColumn
    if (!isMost && !isAnnounced) continue
    for (const cell of missing) {
      if (isNameCell(cell) && (isMost || mayBeName(cell.name))) add(cell.start, cell.end, SURE.placed, "column")
    }
  }
}

const rowBetween = (text: string, start: number, end: number): Row | undefined =>
  end - start <= limits.charactersOfLine ? rowOf(text.slice(start, end), start) : undefined

const rule = /^[\s|:-]+$/

const headBefore = (text: string, line: number): Row | undefined => {
  let end = line - 1
  for (let tries = 0; end > 0 && tries < 2; tries++) {
    const start = text.lastIndexOf("\n", end - 1) + 1
    if (end - start > limits.charactersOfLine) return undefined
    if (!rule.test(text.slice(start, end))) return rowBetween(text, start, end)
    end = start - 1
  }
  return undefined
}

export const columnNames = (text: string, found: ReadonlyArray<Span>, add: Add): void => {
  let rows: Array<Row> = []
  let first = 0
  let next = 0
  let line = 0
  const close = () => {
    if (rows.length > 0) namesOfColumns(text, rows, headBefore(text, first), found, add)
    rows = []
  }
  while (line < text.length && (rows.length > 0 || next < found.length)) {
    const stop = text.indexOf("\n", line)
    const end = stop < 0 ? text.length : stop
    while (next < found.length && found[next]!.end <= line) next++
    const isNear = next < found.length && found[next]!.start < end || rows.length > 0
    const one = isNear ? rowBetween(text, line, end) : undefined
    if (one === undefined) close()
    else {
      if (rows.length > 0 && (rows[0]!.kind !== one.kind || rows[0]!.cells.length !== one.cells.length)) close()
      if (rows.length === 0) first = line
      rows.push(one)
    }
    line = end + 1
  }
  close()
}

const speaker = /^[ \t>*_]{0,8}(?<name>\p{Lu}['’]?[\p{L}\p{M}-]{2,24})[*_]{0,2}[ \u00a0]?: \S/gmu

/** Adds single names before a colon as speakers, if full names occur in the same place. */
export const speakers = (text: string, found: ReadonlyArray<Span>, add: Add): void => {
  const isSpeaker = ({ end, start }: Span): boolean =>
    /^[*_]{0,2}[ \u00a0]?: \S/u.test(text.slice(end, end + 6)) &&
    /(?:^|\n)[ \t>*_]*$/u.test(text.slice(Math.max(0, start - 8), start)) && text.slice(start, end).includes(" ")
  if (!found.some(isSpeaker)) return
  for (const { 0: whole, groups, index } of text.matchAll(speaker)) {
    const name = groups!["name"]!
    const { isPossible, named } = evidenceOf(name)
    const at = index + whole.indexOf(name)
    if (isPossible && named > 0 && !label.test(name)) add(at, at + name.length, SURE.placed, "speaker")
  }
}

const particles =
  /^(?: (?:Van|Von|De|Den|Der|Ter|Ten|Op|Aan|In|Vande|Vanden|van|von|op|de|den|der|ter|ten|te))?(?: (?:de|den|der|['’]t|het|la|De|Den|Der|Het))? \p{Lu}['’]?[\p{L}\p{M}]+(?:-\p{Lu}[\p{L}\p{M}]+)?/u
const endsInParticle = / (?:Van|Von|De|Den|Der|Ter|Ten|Op|Aan|In)$/u
const startsParticle =
  /^ (?:Van|Von|De|Den|Der|Ter|Ten|Op|Aan|(?:van|op|aan|in) (?:de|den|der|['’]t|het)|den|ter|ten)(?= )/u

/** Matches a particle with a capital between two words, as in Belgian names. */
const capitalParticle = / (?:Van|De|Den|Der|Ter|Ten|Op [Dd]e)(?: (?:de|den|der|['’]t))? (?=\p{Lu}['’]?\p{Ll})/gu
const lastWord = /(?<![\p{L}\p{M}\d'’.-])\p{Lu}[\p{Ll}\p{M}]+(?:-\p{Lu}[\p{Ll}\p{M}]+)?$/u
const nextWord = /\p{Lu}['’]?[\p{L}\p{M}]+(?:-\p{Lu}[\p{L}\p{M}]+)?/uy
/** Tests the last two letters of a name for those of a particle. Most names fail this fast test. */
const mayEndInParticle = pairsOf("an on De en er Op In")

/** Adds names with a particle, such as `Dirk De Bruyne`; also `Lotte van de Water`, if `Lotte` was found. */
export const particleNames = (
  text: string,
  found: ReadonlyArray<Span>,
  hasCapitalParticle: boolean,
  add: Add
): void => {
  for (const { 0: gap, index } of hasCapitalParticle ? text.matchAll(capitalParticle) : []) {
    const given = lastWord.exec(text.slice(Math.max(0, index - limits.lettersOfGivenName), index))?.[0]
    if (given === undefined || !evidenceOf(given).isGiven) continue
    nextWord.lastIndex = index + gap.length
    const family = nextWord.exec(text)
    if (family !== null && evidenceOf(family[0]).isPossible) {
      add(index - given.length, nextWord.lastIndex, SURE.announced, "particle")
    }
  }
  for (const { end, score, start } of found) {
    if (!mayEndInParticle(unitAt(text, end - 2), unitAt(text, end - 1)) && unitAt(text, end) !== Unit.SPACE) continue
    const name = text.slice(start, end)
    const isOpen = endsInParticle.test(name)
    const after = text.slice(end, end + limits.charactersOfFamilyName)
    if (!isOpen && (name.includes(" ") || !startsParticle.test(after))) continue
    if (!evidenceOf(name.split(" ")[0]!).isGiven && !(evidenceOf(name.split(" ")[0]!).named > 0 && isOpen)) continue
    const rest = particles.exec(after)
    if (rest === null || !evidenceOf(rest[0].trim().split(" ").at(-1)!).isPossible) continue
    add(start, end + rest[0].length, score, "particle")
  }
}
