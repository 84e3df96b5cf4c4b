/**
 * Finds names after titles of many languages: `Dr. med. Schneider`, `Dr.-Ing. Weber`, `Avv. Rossi`, `Pan Kowalski`.
 *
 * @since 0.2.0
 */
import { isLetter, isLowerLetter, lower } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { textBefore, unitAt } from "./around.ts"
import { isCyrillicFamily } from "./cyrillicNames.ts"
import * as Lexicon from "./lexicon.ts"
import { SURE } from "./nameSure.ts"
import { type Add, endsLikeFamily, type Token } from "./nameTokens.ts"
import { pairsOf } from "./pairs.ts"

/** Titles that occur only before names. */
const titles = new Set(
  ("Dr Prof Pr Dott Dottssa Dottoressa Avv Avvocato Ing Arch Geom Rag Sig Sigra Signor Signora Mevr Mevrouw Mw Dhr Meneer Drs Ir " +
    "Mgr Doc RNDr MUDr JUDr PhDr Bc Dipl Mag Fru Frk Hr Sra Srta Sr Don Doña Dña Eng Exmo Exma Frau Herr Mme Mlle Me " +
    "Kpt Dna Dl Sayın").split(" ")
)
/** Ambiguous titles. The word after one must look like a name. */
const ambiguous = new Set("Pr Pan Pani Paní Bay Bayan Me Don Doc Ing Arch Eng Ir Mag Bc Rag Dl Sr Dipl".split(" "))
/** Tests the start of a title. Most words fail this fast test. */
const isTitleHead = pairsOf([...titles, ...ambiguous].map((title) => title.slice(0, 2)).join(" "))

const MAX_PLAIN_GAP = 2
const MAX_TITLE = 10

const behind =
  /(?:\.?(?:[a-zà-ú]{2,4}|ª|º)(?=[. ]))?\.?(?:(?:-| ?)(?:Ing|Kfm|Phys|Chem|Inf|Päd|Psych|Wirt)\.?(?:-Ing\.?)?)?(?: (?:(?:med|dent|vet|jur|iur|phil|rer|nat|pol|oec|publ|theol|habil|mult|hum|biol|paed|techn|h|c|sc|ing|psych|soc|cult|agr|forest|pharm|troph|univ|et|lic)\.? ?){1,5}| (?:Prof|Dr|Dott|Ing|Mag|PhDr|MUDr|JUDr|RNDr|Mgr|Drs|Ir)\.?){0,4}[ \u00a0]((?:(?:van|von|der|den|de|ter|ten|zu|di|da|del|della) ){0,3}\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{Lu}[\p{Ll}\p{M}]+)*(?: (?:(?:van|von|der|den|de|ter|ten|zu|di|da|del|della) ){0,3}\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{Lu}[\p{Ll}\p{M}]+)*){0,2})/uy

const { FAMILY, FAMILY_AMBIGUOUS, GIVEN, GIVEN_AMBIGUOUS, ORGANISATION, PLACE, STOP, TITLE, WORD } = Lexicon
const NAME = FAMILY | FAMILY_AMBIGUOUS | GIVEN | GIVEN_AMBIGUOUS

/** Titles that are abbreviations with a full stop. "Doc Martens" has none. */
const abbreviated = new Set("Doc Ing Arch Eng Mag Bc Rag Dipl Dl".split(" "))

const isTitle = (text: string, token: Token): boolean =>
  token.length <= MAX_TITLE && isTitleHead(unitAt(text, token.start), unitAt(text, token.start + 1)) &&
  (titles.has(token.word) || ambiguous.has(token.word)) &&
  (token.dotted || !abbreviated.has(token.word))

/** Returns the name in a row. A firm, a street or a common word ends it. */
const nameOf = (row: string, isSure: boolean): string => {
  const words = row.split(" ")
  let last = 0
  let isNamed = false
  for (const [at, word] of words.entries()) {
    if (!/^\p{Lu}/u.test(word)) continue
    const facts = Lexicon.factsOf(word)
    const isName = (facts & NAME) !== 0 || endsLikeFamily(word, 0, word.length)
    if ((facts & (STOP | ORGANISATION | TITLE)) !== 0 && !(isName && at === 0 && (facts & STOP) === 0)) break
    if (at > 0 && last > 0 && !isName && (facts & (WORD | PLACE)) !== 0) break
    if (!isName && (facts & (WORD | PLACE)) !== 0 && !isSure) break
    isNamed ||= isName || isSure
    last = at + 1
  }
  return isNamed ? words.slice(0, last).join(" ") : ""
}

const upper = /^\p{Lu}/u

/** Matches a title with particles, such as `mevrouw van den `. */
const particles =
  /(?:^|[^\p{L}])(?:mevrouw|meneer|mijnheer|mevr\.?|dhr\.?|mw\.?|heer|familie|senhora?|señora?|monsieur|madame|signora?|dr\.?|dra\.?|drs\.?|prof\.?|pr|doctora?|doktor|dott\.?|dottoressa) ((?:(?:van|von|de|der|den|ten|ter|te|zu|dos|da|do|di|del|della|du|la|le) |(?:van|in|op) ['’]t ){1,3})$/iu
const limits = { charactersOfParticles: 36 }

const isParticleHead = pairsOf("va vo de te zu do da di du la le")

/** Returns whether a particle precedes an index, including the `t` of `in 't Veld`. */
const isBehindParticle = (text: string, start: number): boolean => {
  let from = start - 1
  while (isLetter(unitAt(text, from - 1))) from--
  return from === start - 2 || isParticleHead(lower(unitAt(text, from)), lower(unitAt(text, from + 1)))
}

const withParticles = (text: string, token: Token, add: Add): void => {
  const { start } = token
  if (unitAt(text, start - 1) !== Unit.SPACE || !isLowerLetter(unitAt(text, start - 2))) return
  if ((token.facts & (STOP | ORGANISATION)) !== 0 || token.length <= 2) return
  if (!isBehindParticle(text, start)) return
  const found = particles.exec(textBefore(text, start, limits.charactersOfParticles))
  if (found !== null) add(start - found[1]!.length, token.end, SURE.announced, "title")
}

export const titledNames = (text: string, tokens: ReadonlyArray<Token>, add: Add): void => {
  let reached = 0
  for (const token of tokens) {
    if (token.start < reached) continue
    withParticles(text, token, add)
    if (!isTitle(text, token)) continue
    behind.lastIndex = token.end
    const match = behind.exec(text)
    if (match === null) continue
    const row = match[1]!
    const start = behind.lastIndex - row.length
    // The list rules find names such as "Dr. Weber", and exclude brands with such names. They do not read particles
    // before a name.
    if ((token.facts & TITLE) !== 0 && start - token.end <= MAX_PLAIN_GAP && upper.test(row)) continue
    const name = nameOf(row, !ambiguous.has(token.word))
    if (name === "") continue
    add(start, start + name.length, SURE.announced, "title")
    reached = start + name.length
  }
}

const cyrillicTitles =
  /(?<![\p{L}\d])(?:[Дд]-р|[Дд]р|[Пп]роф|[Гг]-н|[Гг]-жа|[Гг]оспод[ии]н|[Гг]оспожа|[Гг]осп|[Пп]ан|[Пп]ані|[Аа]кад)\.? (\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?(?: \p{Lu}(?:\p{Ll}+|\.)){0,2})/gu

export const cyrillicTitled = (text: string, add: Add): void => {
  for (const { 0: whole, 1: name, index } of text.matchAll(cyrillicTitles)) {
    const end = index + whole.length
    // The same letters abbreviate "and others": "и др. При этом".
    if (whole.startsWith("др") && !isCyrillicFamily(name!.split(" ").at(-1)!)) continue
    add(end - name!.length, end, SURE.announced, "title")
  }
}
