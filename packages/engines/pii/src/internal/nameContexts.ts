/**
 * Finds evidence around a name in nine languages: a title in lower case, a greeting, the close of a letter, a birth.
 *
 * @since 0.3.0
 */
import * as Unit from "@dunlin/text/Unit"
import { textAfter, textBefore, unitAt } from "./around.ts"
import type { Language, Paragraphs } from "./languages.ts"

const limits = { charactersOfTitle: 14, charactersOfGreeting: 24, charactersOfClose: 48, charactersToBirth: 64 }

/** Titles that are common words of other languages. */
const titles: Readonly<Partial<Record<Language, RegExp>>> = {
  nl: /(?:^|\s)(?:de|geachte) heer $/i,
  pl: /(?:^|[\s(„"])(?:pan|pana|panu|panem|pani|panią) $/i
}

export const hasTitle = (text: string, start: number, paragraphs: Paragraphs): boolean => {
  const last = unitAt(text, start - 2)
  if (unitAt(text, start - 1) !== Unit.SPACE || !titleEnds.has(last)) return false
  return titles[paragraphs.at(start) ?? "en"]?.test(textBefore(text, start, limits.charactersOfTitle)) === true
}
const titleEnds = new Set(Array.from("rnaumiąRNAUMIĄ", (letter) => letter.charCodeAt(0)))

const greeting =
  /(?:^|[\n.!?"“>*_¡]\s?)(?:hallo|hoi|hi|hej|hola|olá|oi|ciao|bonjour|salut|cześć|merhaba|beste|lieve|liebe[rs]?|querid[oa]|ch(?:er|ère)|car[oa]|gentile|estimad[oa]|prezad[oa]|geachte|(?:sehr )?geehrter?|drog[ai]|szanown[ay]|sevgili) $/iu

export const isGreetedAbroad = (text: string, start: number): boolean =>
  unitAt(text, start - 1) === Unit.SPACE && greeting.test(textBefore(text, start, limits.charactersOfGreeting))

const close =
  /(?:^|\n)[ \t>]*(?:mit (?:freundlichen|besten|herzlichen|lieben) grüßen|(?:viele|beste|liebe|freundliche|herzliche|schöne) grüße|hochachtungsvoll|(?:bien )?cordialement|bien à (?:vous|toi)|(?:sincères |meilleures )?salutations(?: distinguées)?|amicalement|(?:un )?(?:cordial )?saludos?|saludos cordiales|atentamente|(?:cordiali|distinti|cari) saluti|(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|groet(?:jes|en)?|hoogachtend|z poważaniem|(?:serdecznie )?pozdrawiam|atenciosamente|(?:com os )?(?:melhores )?cumprimentos|abraços|с уважением|(?:kind(?:est)?|best|warm) regards|yours (?:sincerely|faithfully|truly)|saygılarımla|med vänliga? hälsning(?:ar)?),?\s{1,4}$/iu
const lineEnd = /^[ \t]*(?:\n|$|,[ \t]*\n)/

/** Matches a team, such as `Ihr Kundendienst` or `Votre équipe`, which is not a person. */
const ofTeam =
  /^(?:der|die|das|ihre?|eure?|euer|deine?|unser|le|la|l['’]|les|votre|notre|el|su|tu|nuestr[oa]|il|lo|sua?|tua?|o|a|seu|het|de|uw|ons|twój|twoja|nasz|zespół|team|service|servicio|servizio|serviço)(?:\s|(?<=['’]))/i

export const isSigned = (text: string, start: number, end: number): boolean =>
  unitAt(text, start - 1) === Unit.LINE_FEED && lineEnd.test(textAfter(text, end, limits.charactersOfClose)) &&
  close.test(textBefore(text, start, limits.charactersOfClose)) && !ofTeam.test(text.slice(start, end))

const birth =
  /^,? (?:(?:wurde|werd|is|ist) [^.\n]{0,48}geboren|(?:est|è) n(?:ée?|at[oa])(?!\p{L})|was born(?!\p{L})|(?:se casó|casou-se|se maria)(?!\p{L}))/u

export const isBorn = (text: string, end: number): boolean => birth.test(textAfter(text, end, limits.charactersToBirth))
