/**
 * Finds names in Cyrillic by lists, endings, patronymics and initials, and by words for offices and speech around
 * them.
 *
 * @since 0.3.0
 */
import { textAfter, textBefore } from "./around.ts"
import * as Table from "./cyrillicTable.ts"
import { SURE } from "./nameSure.ts"
import type { Add } from "./nameTokens.ts"
import { type Packed, wordsOf } from "./packedWords.ts"
import { given } from "./scriptWords.ts"

const stemOf = (word: string): string => word.toLowerCase().replace(/(?:ой|ей|ом|ем|ою|ею|ією|[аяуюыиіейь])$/, "")
const stems = (...lists: ReadonlyArray<Packed | string>): ReadonlySet<string> =>
  new Set(lists.flatMap(wordsOf).filter((word) => /[а-я]/.test(word)).map(stemOf))

const givenStems = stems(given, Table.given)
const familyStems = stems(Table.family)
/** Stems of countries and of the first words of cities, which have the same positions in a sentence as persons. */
const placeStems = stems(
  Table.countries,
  "москва петербург ленинград киев минск лондон париж берлин рим мадрид пекин токио вашингтон европа азия африка америка кавказ сибирь урал " +
    "крым кремль госдума дума сенат конгресс нато оон сан санта нью лос рио буэнос коста шри порт форт новый новая старый великий верхний нижний " +
    "англия шотландия уэльс персия русь пруссия византия империя княжество республика федерация союз совет институт университет ассоциация " +
    "банк академия кубок война общество комитет партия фонд лига премия чемпионат министерство минюст минобороны мид сообщество школа церковь " +
    "собор улица площадь проспект"
)

const families =
  "шевченко|бойко|мельник|ткачук|бондар|коваль|мороз|жук|чехов|толстой|гоголь|сидорчук|франко|леся|грушевський|кравец|кузьма|лысенко"
const familyEnd = new RegExp(
  `(?:[оеё]в|[иы]н|(?:[оеё]в|[иы]н)(?:а|у|ой|ым|ы|ых|е)|ск(?:ий|ая|ого|ому|им|ой|ую)|ськ(?:ий|а|ого)|ц?енко|чук|[^а]юк|[иы]ч|іч|ян|дзе|швили|ець)$|^(?:${families})$`
)
/** Offices and professions, which do not start a name. */
const roles =
  "директор президент министр премьер профессор доктор господин госпожа генерал адмирал полковник майор капитан маршал начальник заместитель " +
  "депутат сенатор губернатор мэр адвокат судья врач лікар пан пані автор редактор товарищ король королева царь царица император императрица " +
  "князь княгиня граф графиня барон герцог принц принцесса папа патриарх архиепископ епископ митрополит канцлер посол лидер глава художник " +
  "писатель поэт режиссёр режиссер актёр актер актриса певец певица композитор историк философ физик математик архитектор тренер футболист " +
  "журналист основатель сын дочь брат сестра жена муж отец мать координатор правозащитник спикер"
const roleStems = stems(roles)
const officeBefore = new RegExp(
  `(?<![\\p{L}-])(?:${
    roles.split(" ").map((word) => word.replace(/[аяьй]$/, "")).join("|")
  })(?:[аяуюыиеьй]|ом|ем|ой|ей|ою|ею)? $`,
  "iu"
)
const MAX_CHARACTERS_OF_OFFICE = 24
/** Matches verbs after a name whose subject is always a person. */
const saysBehind =
  /^ (?:сказал|заявил|отметил|сообщил|считает|говорит|написал|пояснил|добавил|подчеркнул|рассказал|ответил|признался|родил|умер)(?:а|ся|ась)?(?!\p{L})/u
const saysBefore =
  /(?:сказал|заявил|отметил|сообщил|считает|говорит|написал|пояснил|добавил|подчеркнул|рассказал|ответил)а? $/u
const MAX_CHARACTERS_OF_CYRILLIC_VERB = 16
const thingBefore =
  /(?:город|рек|озер|остров|улиц|площад|штат|провинци|област|район|фильм|компани|групп|журнал|газет|клуб|альбом|роман|песн|сери|университет|институт|музе|театр|завод|банк|стади|аэропорт|порт|гор|замок|замк|собор|храм|парк|команд|премь|орден|битв|сражени|договор|закон|версти|пролив|бухт|залив|мыс|отел)\p{Ll}{0,4} $/iu
const adjective = /(?:ом|ем|ой|ей|ая|яя|ое|ее|ые|ие|ый|ий|ого|его|ому|ему|ым|им|ых|их|ую|юю)$/

const thing = /(?:[иы]и|ия|ию|ств[оае]?|ость|ости|ений|^Мин\p{Ll}+)$/u

const run =
  /(?<![\p{L}\p{N}-])[А-ЯЁІЇЄ](?:[а-яёіїє']{1,30}|\.)(?:-[А-ЯЁ]?[а-яё]{1,30})*(?: ?[А-ЯЁІЇЄ](?:[а-яёіїє']{1,30}|\.)(?:-[А-ЯЁ]?[а-яё]{1,30})*){0,5}(?!\p{L})/gu
const part = /[А-ЯЁІЇЄ](?:\.|[а-яёіїє']{1,30}(?:-[А-ЯЁ]?[а-яё]{1,30})*)/gu

const patronymic = /(?:(?:ович|евич|ьич|йович)(?:[ауею]|ем)?|(?:овн|евн|ичн|івн)(?:[ауыею]|о[йю]))$/

interface Part {
  readonly start: number
  readonly end: number
  readonly word: string
  readonly isInitial: boolean
  readonly isGiven: boolean
  readonly isFamily: boolean
  readonly isNone: boolean
}

const partOf = (start: number, word: string): Part => {
  const stem = stemOf(word)
  const isRole = roleStems.has(stem)
  return {
    start,
    end: start + word.length,
    word,
    isInitial: word.length === 2 && word.endsWith("."),
    isGiven: word.length > 2 && givenStems.has(stem),
    isFamily: word.length > 2 && !isRole && (familyStems.has(stem) || familyEnd.test(word.toLowerCase())),
    isNone: isRole || placeStems.has(stem)
  }
}

const begins = (text: string, start: number): boolean =>
  /(?:^|[.!?:»"“]\s?|\n\s?|[-–—•*] )$/u.test(textBefore(text, start, 3))

const MAX_WORDS = 4

/** Returns the name at an index. Its number of words is 0 if there is no name. */
const nameAt = (
  text: string,
  parts: ReadonlyArray<Part>,
  at: number,
  isAnnounced: boolean
): readonly [words: number, score: number] => {
  const first = parts[at]!
  if (first.isNone) return [0, 0]
  const rest = parts.slice(at, at + MAX_WORDS)
  const stop = rest.findIndex((one, index) => index > 0 && one.isNone)
  const row = stop < 0 ? rest : rest.slice(0, stop)
  const father = row.findIndex((one, index) => index > 0 && patronymic.test(one.word))
  if (father > 0 && father < 3) {
    const next = row[father + 1]
    return [next === undefined || father === 2 ? father + 1 : father + 2, SURE.titled]
  }
  const [, second, third] = row
  if (second === undefined) {
    if (first.isInitial || begins(text, first.start) && !first.isFamily) return [0, 0]
    const isName = first.isFamily || first.isGiven
    if (isAnnounced && (isName || !adjective.test(first.word) && !thing.test(first.word))) return [1, SURE.placed]
    const isKnown = familyStems.has(stemOf(first.word)) && !begins(text, first.start)
    if (isKnown && !thingBefore.test(textBefore(text, first.start, MAX_CHARACTERS_OF_OFFICE))) return [1, SURE.barely]
    const isSaid = saysBehind.test(textAfter(text, first.end, MAX_CHARACTERS_OF_CYRILLIC_VERB)) ||
      saysBefore.test(textBefore(text, first.start, MAX_CHARACTERS_OF_CYRILLIC_VERB))
    return isSaid && isName ? [1, SURE.placed] : [0, 0]
  }
  // Initials come first or last: "А. С. Пушкин", "Пушкин А. С."
  if (first.isInitial) {
    const last = row.findIndex((one) => !one.isInitial)
    return last > 0 && row[last]!.word.length > 3 ? [last + 1, SURE.placed] : [0, 0]
  }
  if (second.isInitial) {
    const last = row.findIndex((one, index) => index > 0 && !one.isInitial)
    const words = last < 0 ? row.length : last
    if (first.isFamily) return [words, SURE.labelled]
    return first.isGiven && last > 0 ? [last + 1, SURE.labelled] : [0, 0]
  }
  const words = third !== undefined && !third.isInitial && (third.isFamily || first.isGiven && second.isGiven) ? 3 : 2
  if (first.isGiven && second.isFamily) return [words, SURE.listed]
  if (first.isGiven) return [words, SURE.given]
  if (first.isFamily && second.isGiven && !second.isFamily) return [2, SURE.labelled]
  const before = textBefore(text, first.start, MAX_CHARACTERS_OF_OFFICE)
  if (isAnnounced && !adjective.test(first.word) && !thing.test(first.word)) return [words, SURE.announced]
  if ([first, second].some(({ word }) => adjective.test(word) || thing.test(word))) return [0, 0]
  if (begins(text, first.start) || thingBefore.test(before)) return [0, 0]
  if (first.isFamily && !second.isFamily) return [0, 0]
  return /\p{Ll},? $/u.test(before) && row.length === 2 ? [2, SURE.barely] : [0, 0]
}

export const isCyrillicFamily = (word: string): boolean => partOf(0, word).isFamily

export const cyrillicNames = (text: string, add: Add): void => {
  for (const { 0: found, index } of text.matchAll(run)) {
    const parts = [...found.matchAll(part)].map((match) => partOf(index + match.index, match[0]))
    for (let at = 0; at < parts.length;) {
      const { start } = parts[at]!
      const isAnnounced = at > 0 && roleStems.has(stemOf(parts[at - 1]!.word)) ||
        at === 0 && officeBefore.test(textBefore(text, start, MAX_CHARACTERS_OF_OFFICE))
      const [words, score] = nameAt(text, parts, at, isAnnounced)
      if (words > 0) add(start, parts[at + words - 1]!.end, score, "cyrillic")
      at += Math.max(1, words)
    }
  }
}
