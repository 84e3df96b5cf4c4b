/**
 * Finds names in the salutation and the signature of letters, in nine languages.
 *
 * @since 0.3.0
 */
import * as Unit from "@dunlin/text/Unit"
import { classes, UPPER } from "@dunlin/text/UnitClass"
import { unitAt } from "./around.ts"
import { evidenceOf, isTeam, natural } from "./nameShapes.ts"
import { SURE } from "./nameSure.ts"
import type { Add } from "./nameTokens.ts"

const greetings =
  "dear|hi|hello|hey|good (?:morning|afternoon|evening)|hallo|hi|liebe[rs]?|(?:sehr )?geehrte[r]?|guten (?:tag|morgen|abend)|moin|servus|grüezi|hola|buenos días|" +
  "buenas tardes|estimad[oa]|querid[oa]|apreciad[oa]|bonjour|bonsoir|salut|coucou|ch(?:er|ère)s?|ciao|salve|buongiorno|buonasera|gentile|egregi[oa]|car[oa]|" +
  "hoi|dag|goedemorgen|goedemiddag|beste|lieve|geachte|waarde|cześć|witaj|dzień dobry|drog[ai]|szanown[ay]|kochan[ay]|olá|oi|bom dia|boa tarde|" +
  "car[oa]|prezad[oa]|exm[oa]\\.?|привет|здравствуй(?:те)?|добрый (?:день|вечер)|дорог(?:ой|ая)|уважаем(?:ый|ая)|многоуважаем(?:ый|ая)"
const titles =
  "mr|mrs|ms|miss|dr|prof|professor|sir|madam|herrn?|frau|fräulein|señora?|sra?|don|doña|monsieur|madame|mademoiselle|mme|mlle|m|signor[ae]?|sig(?:\\.ra)?|" +
  "dott(?:\\.ssa)?|avv|ing|heer|mevrouw|meneer|mijnheer|mevr|dhr|pan(?:ie|i)?|doktorze|doktor|profesorze|senhora?|господин|госпожа|доктор"
const salutation = new RegExp(
  `^[ \\t>*]{0,12}(?:${greetings}),?(?<titles>(?: (?:${titles})\\.?){0,3})[ \\u00a0](?<name>(?:(?:van|von|de|der|den|ter|ten|la|da|dos|di) ){0,3}\\p{Lu}['’]?[\\p{L}\\p{M}]+(?:[-'’]\\p{Lu}[\\p{L}\\p{M}]+)*(?: (?:(?:van|von|de|der|den|la|da|dos|di) ){0,3}\\p{Lu}[\\p{L}\\p{M}.-]+){0,2})[ \\u00a0]?(?:[,:!]|[–—-] ?)[ \\t]*$`,
  "imuy"
)

/** Matches Cyrillic words that greetings contain instead of a name. Cyrillic names are not on the lists. */
const addressees = /^(?:Мир|Вс[ея]м?|Коллег[аи]|Друзья|Друг|Клиент|Команда|Господа|Читател[ьи])$/u

const mayBeGreeted = (name: string): boolean => /^\p{Script=Cyrillic}/u.test(name) && !addressees.test(name)

const salutationAt = (text: string, line: number, add: Add): void => {
  salutation.lastIndex = line
  const match = salutation.exec(text)
  if (match !== null) {
    const { groups, index, 0: whole } = match
    const name = groups!["name"]!
    // The flag for capitals also lets the name start in lower case.
    if (!/\p{Lu}\p{L}*(?:[-'’]\p{Lu}\p{L}+)*\.?$/u.test(name)) return
    const { isPossible, named, others } = evidenceOf(name)
    if (!isPossible || named === 0 && (others > 0 || groups!["titles"] === "" && !mayBeGreeted(name))) return
    const at = index + whole.lastIndexOf(name)
    add(at, at + name.length, SURE.introduced, "salutation")
  }
}

const closes =
  "(?:(?:kind|kindest|best|warm|warmest|many) )?regards|best(?: wishes)?|all the best|(?:many )?thanks(?: again)?|thank you|cheers|yours(?: (?:sincerely|faithfully|truly|ever))?|sincerely(?: yours)?|love|take care|" +
  "mit (?:freundlichen|besten|herzlichen|lieben) grüßen|(?:viele|beste|liebe|freundliche|herzliche|schöne) grüße|gruß|grüße|hochachtungsvoll|[lv]g|mfg|bis (?:bald|dann)|" +
  "(?:un )?(?:cordial )?saludos?(?: cordial(?:es)?)?|atentamente|(?:un )?(?:fuerte )?abrazos?|besos|gracias|" +
  "(?:bien )?cordialement|bien à (?:vous|toi)|(?:sincères |meilleures )?salutations(?: distinguées)?|amicalement|amitiés|bises|bisous|à bientôt|merci|" +
  "veuillez agréer[^\\n]{0,80}|(?:cordiali|distinti|cari) saluti|saluti|(?:un )?(?:caro )?abbraccio|baci|grazie|a presto|" +
  "(?:met )?(?:vriendelijke|hartelijke) groet(?:en|jes)?|groet(?:jes|en)?|hoogachtend|liefs|mvg|bedankt|" +
  "z poważaniem|(?:serdecznie )?pozdrawiam|(?:serdeczne )?pozdrowienia|z wyrazami szacunku|buziaki|dziękuję|" +
  "atenciosamente|(?:com os )?(?:melhores )?cumprimentos|(?:um )?abraços?|beijos|obrigad[oa]|saudações|" +
  "с уважением|всего (?:доброго|хорошего|наилучшего)|с наилучшими пожеланиями|до встречи|спасибо|saygılarımla|med vänliga? hälsning(?:ar)?|med venlig hilsen|hälsningar"
const signature = new RegExp(
  `^(?<quote>[ \\t>]{0,12})(?:${closes})[ \\u00a0]?[,.!]?[ \\t]*\\n(?:[ \\t>]*\\n){0,3}[ \\t>]{0,12}(?:[-–—~] ?)?(?<name>${natural})[,.]?[ \\t]*(?=\\n|$)`,
  "imuy"
)
const signatureAt = (text: string, line: number, add: Add): void => {
  signature.lastIndex = line
  const match = signature.exec(text)
  if (match !== null) {
    const { groups, index, 0: whole } = match
    const name = groups!["name"]!
    const { isPossible, named, others, words } = evidenceOf(name)
    if (!/^\p{Lu}/u.test(name) || !isPossible || isTeam(name) || words > 1 && named === 0 && others > 0) return
    if (words === 1 && named === 0 && !mayBeGreeted(name)) return
    const at = index + whole.lastIndexOf(name)
    add(at, at + name.length, SURE.introduced, "signature")
  }
}

/** Maximum lengths. The longest close of a letter is a sentence in French. */
const limits = { charactersOfSalutation: 100, charactersOfClose: 80 }

/** Maximum characters from the close of a letter to the name: three empty lines, with marks of quotations. */
const MAX_CHARACTERS_TO_NAME = 60

const isNameNext = (text: string, lineEnd: number): boolean => {
  const end = Math.min(text.length, lineEnd + MAX_CHARACTERS_TO_NAME)
  let at = lineEnd + 1
  while (at < end && (text.charCodeAt(at) <= Unit.SPACE || text.charCodeAt(at) === Unit.GREATER)) at++
  return at < end && (classes()[unitAt(text, at)]! & UPPER) !== 0
}

const ends = new Set(Array.from(",:!-–—", (sign) => sign.charCodeAt(0)))

export const letterNames = (text: string, add: Add): void => {
  for (let line = 0; line < text.length;) {
    const stop = text.indexOf("\n", line)
    const end = stop < 0 ? text.length : stop
    if (end > line && end - line <= limits.charactersOfSalutation) {
      let last = end - 1
      while (last > line && text.charCodeAt(last) <= Unit.SPACE) last--
      if (ends.has(text.charCodeAt(last))) salutationAt(text, line, add)
      if (stop >= 0 && end - line <= limits.charactersOfClose && isNameNext(text, end)) signatureAt(text, line, add)
    }
    line = end + 1
  }
}
