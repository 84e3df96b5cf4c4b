/**
 * Finds names in Arabic, Cyrillic, Hebrew and Devanagari. The word lists are a selection of frequent words made for
 * this package.
 *
 * @since 0.2.0
 */
import { cyrillicNames } from "./cyrillicNames.ts"
import { eastAsian } from "./eastAsianNames.ts"
import { SURE } from "./nameSure.ts"
import type { Add } from "./nameTokens.ts"

const arabicGiven = new Set(
  ("محمد احمد محمود مصطفي علي حسن حسين عمر عثمان خالد يوسف ابراهيم اسماعيل عبدالله عبدالرحمن عبدالعزيز عبدالقادر سعيد سعد سالم سليمان "
    + "داود موسي عيسي يحيي زكريا هارون طارق زياد كريم ياسر ياسين ناصر منصور جمال كمال جلال عادل ماجد فيصل فهد سلطان سلمان تركي بندر نايف راشد "
    + "حمد حمدان مبارك جاسم قاسم هشام وليد وائل باسم بسام عماد عصام ايمن اشرف شريف هاني رامي سامي سامح تامر عمرو انس بلال حمزه زيد معاذ "
    + "فاطمه عائشه خديجه مريم زينب رقيه سميه اسماء هند ليلي سلمي ساره هدي مني نور نوره نادي ناديه سميره جميله كريمه امينه حليمه سعاد سناء "
    + "رانيا ريم رنا دينا داليا هبه هاله هيفاء لطيفه نجلاء وفاء ايمان امل شيماء ياسمين بثينه غاده سوسن").split(" ")
)

/** Words with an article that may follow a name, but are not part of it. */
const notFamily = new Set(
  ("اليوم الامس الان الذي التي الذين اللذان الي المقال الخبر الكتاب الوزير الرئيس الاول الثاني الثالث العام السابق الجديد المدير الدكتور الاستاذ "
    + "المهندس الشيخ الاميره الامير المتحده العربيه السعوديه الاجتماع الحفل الماضي القادم الخاص الخير").split(" ")
)

const arabicTitle = new Set(
  "السيد السيده الدكتور الدكتوره الاستاذ الاستاذه الشيخ المهندس المهندسه القاضي اللواء العميد الحاج الانسه".split(" ")
)

/** Removes vowel marks and the hamza on letters, and unifies final letters with the same sound. */
const arabicPlain = (word: string): string =>
  word.replace(/\p{Mn}|\u0640/gu, "").replace(/[\u0622\u0623\u0625\u0671]/g, "ا").replace(/ى/g, "ي").replace(/ة/g, "ه")

const arabicWord = /[\u0620-\u065f\u066e-\u06d3]+/g

const MAX_WORDS_OF_ARABIC_NAME = 6

interface Word {
  readonly start: number
  readonly end: number
  readonly plain: string
}

const touches = (text: string, left: Word, right: Word): boolean =>
  right.start - left.end === 1 && text[left.end] === " "

const MIN_LETTERS_OF_FAMILY_WITH_ARTICLE = 4

/** Returns whether "son of" is joined to the name, as in the Maghreb: `بنعلي`. */
const isGluedSon = (word: string): boolean => word.startsWith("بن") && arabicGiven.has(word.slice(2))

const arabicParts = (text: string, words: ReadonlyArray<Word>, at: number, titled: boolean): number => {
  let count = 0
  let known = 0
  while (count < MAX_WORDS_OF_ARABIC_NAME) {
    const word = words[at + count]
    if (word === undefined || count > 0 && !touches(text, words[at + count - 1]!, word)) break
    const next = words[at + count + 1]
    const isContinued = next !== undefined && touches(text, word, next)
    if ((word.plain === "عبد" || word.plain === "ابو" || word.plain === "ام") && isContinued) {
      count += 2
      known++
    } else if (count > 0 && /^(?:بن|ابن|بنت|ال)$/.test(word.plain) && isContinued) {
      count += 2
      known++
    } else if (arabicGiven.has(word.plain) || count > 0 && isGluedSon(word.plain)) {
      count++
      known++
    } else if (
      count > 0 && word.plain.length >= MIN_LETTERS_OF_FAMILY_WITH_ARTICLE && word.plain.startsWith("ال") &&
      !notFamily.has(word.plain)
    ) {
      // The family name ends a name, unless a word for "son of" follows.
      count++
      known++
      const further = words[at + count]
      if (further !== undefined && touches(text, word, further) && isGluedSon(further.plain)) count++
      break
    } else break
  }
  return known > 1 || titled && known > 0 ? count : 0
}

const arabic = (text: string, add: Add): void => {
  const words: Array<Word> = [...text.matchAll(arabicWord)].map(({ 0: word, index }) => {
    return { start: index, end: index + word.length, plain: arabicPlain(word) }
  })
  for (let i = 0; i < words.length; i++) {
    const before = words[i - 1]
    const titled = before !== undefined && arabicTitle.has(before.plain) && touches(text, before, words[i]!)
    const count = arabicParts(text, words, i, titled)
    if (count === 0) continue
    add(words[i]!.start, words[i + count - 1]!.end, SURE.labelled, "arabic")
    i += count - 1
  }
}

const hebrew =
  /(?<![\u0590-\u05ff])(?:ד["״]ר|פרופ['׳]|מר|גב['׳]|הרב|עו["״]ד) ([\u05d0-\u05ea]{2,12}(?:[ -][\u05d0-\u05ea]{2,12})?)(?=[ ,.\n]|$)/g
const devanagari =
  /(?:श्री|श्रीमती|सुश्री|डॉ\.?|प्रो\.?) ((?!ने|को|का|की|के)[\u0900-\u0963]{2,16}(?: (?!(?:ने|को|का|की|के|से|में|और|है|हैं|पर|भी)(?![\u0900-\u0963]))[\u0900-\u0963]{2,16}){0,2})/g

const titled = (text: string, shape: RegExp, add: Add): void => {
  for (const match of text.matchAll(shape)) {
    const end = match.index + match[0].length
    add(end - match[1]!.length, end, SURE.labelled, "title")
  }
}

export const scriptNames = (text: string, cjk: boolean, caseless: boolean, add: Add): void => {
  if (/[\u0410-\u042f]/.test(text)) cyrillicNames(text, add)
  if (cjk) eastAsian(text, add)
  if (!caseless) return
  if (/[\u0620-\u064a]/.test(text)) arabic(text, add)
  if (/[\u05d0-\u05ea]/.test(text)) titled(text, hebrew, add)
  if (/[\u0900-\u0963]/.test(text)) titled(text, devanagari, add)
}
