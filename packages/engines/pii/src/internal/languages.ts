/**
 * Detects the language of a paragraph by its function words; `undefined` for a language without a list.
 *
 * @since 0.3.0
 */
import * as Ascending from "@dunlin/text/Ascending"
import * as Unit from "@dunlin/text/Unit"
import { classes, LETTER } from "@dunlin/text/UnitClass"
import { CUE_SLOTS, step } from "./cues.ts"

const functionWords = {
  de:
    "der die das und ist nicht ein eine einer einem einen im den dem des von zu mit für auf wird sind er sie es auch als an bei nach wie aus " +
    "sich hat war dass oder wurde haben kann noch nur zum zur über vor durch wenn ich wir ihr sein ihre diese dieser am bis unter gegen ab " +
    "wenn dann damit danach dabei dazu davon jedoch aber denn hier dort heute jetzt immer alle jede jeder jedes viele einige andere zwei drei",
  en:
    "the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were her all she " +
    "there would their we him been has when who will more no if out so said what up its about into than them can only",
  es:
    "el la de que y en los las un una es por con no se del para su al lo como más o pero sus le ya este sí porque esta entre cuando muy sin " +
    "sobre también me hasta hay donde quien desde todo nos durante fue ha era son está tiene " +
    "ahora cuando aunque mientras ambas ambos cada estos estas otro otra después antes entonces así si todos todas algunos",
  fr:
    "le la les de des et est un une que pas pour dans du en se il sont au qui ce ne sur plus par avec son sa ses aux cette mais ou nous vous " +
    "elle ils ont été être fait comme leur si tout très deux même où aussi l d quand lorsque lors alors donc ainsi chaque certains plusieurs après avant depuis cela ici maintenant",
  it:
    "il la di che è e per un una non con del della si sono gli le lo in al dei da nel alla ma come anche più ha i o delle dal sul questo " +
    "questa suo sua su ed era dalla nella degli ai se l dell quando ora dopo prima mentre ogni tutti tutte alcuni però quindi allora così ecco altri altre dove qui",
  nl:
    "de het een en van is niet op dat voor zijn met te wordt deze die in er aan om ook als bij of maar naar uit dan nog werd door was hij ze " +
    "over zich had geen heeft worden tot wat kan je ik wij onder daarna daarom dus toen hier daar deze alle elke sommige andere zo nu nog toch want omdat terwijl",
  pl:
    "i w z na nie się jest do to że o od po za przez jak ale co tak przy dla są był jego jej który która które oraz ten tego tym być może już " +
    "czy tylko ze a u",
  pt:
    "o a os as de que e um uma é não por com se do da para em no na dos das ao mais como mas foi ele ela tem à seu sua ou ser quando muito há " +
    "nos já está eu também só pelo pela até isso são quando agora depois antes então assim cada todos todas alguns outro outra onde aqui embora enquanto se",
  sv:
    "och att det som en på är av för med till den har de inte om ett han men var jag sig från så kan när nu skulle hon der også ikke til på af " +
    "med som et er og",
  tr:
    "ve bir bu için ile de da olarak çok daha gibi olan var değil ne her ya en kadar sonra o ama ancak ise ki mi göre yeni iki üzere oldu " +
    "olduğu tarafından bunu şu eden " +
    "siz biz sen sonra önce eğer şimdi henüz ayrıca böylece dolayısıyla hatta hadi fakat çünkü her bazı tüm diğer nasıl işte burada"
} as const

export type Language = keyof typeof functionWords

const languages = Object.keys(functionWords) as ReadonlyArray<Language>

const hashes = new Int32Array(CUE_SLOTS)
const bits = new Uint16Array(CUE_SLOTS)

const slotOf = (hash: number): number => {
  let slot = (hash ^ hash >>> 13) & CUE_SLOTS - 1
  while (bits[slot] !== 0 && hashes[slot] !== hash) slot = slot + 1 & CUE_SLOTS - 1
  return slot
}

const bitsOf = (hash: number): number => bits[slotOf(hash)]!

for (const [at, language] of languages.entries()) {
  for (const word of functionWords[language].split(" ")) {
    let hash = 0
    for (let i = 0; i < word.length; i++) hash = step(hash, word.charCodeAt(i))
    const slot = slotOf(hash)
    hashes[slot] = hash
    bits[slot]! |= 1 << at
  }
}

const bitOf = (language: Language): number => 1 << languages.indexOf(language)

export const isFunctionWord = (word: string, language: Language): boolean => {
  let hash = 0
  for (let i = 0; i < word.length; i++) hash = step(hash, word.charCodeAt(i))
  return (bitsOf(hash) & bitOf(language)) !== 0
}

const MAX_LETTERS_OF_FUNCTION_WORD = 11
const MAX_CHARACTERS_OF_SAMPLE = 600
const MIN_FUNCTION_WORDS = 2
const MIN_LEAD = 1
const MIN_FOREIGN_FUNCTION_WORDS = 3
const MIN_TIMES_OF_ENGLISH = 2
const ENGLISH = languages.indexOf("en")

const counts = new Uint16Array(languages.length)

const count = (text: string, start: number, end: number): void => {
  const table = classes()
  for (let at = start; at < end;) {
    if ((table[text.charCodeAt(at)]! & LETTER) === 0) {
      at++
      continue
    }
    let hash = 0
    let to = at
    for (; to < end; to++) {
      const unit = text.charCodeAt(to)
      if ((table[unit]! & LETTER) === 0) break
      // A capital counts as its lower-case letter, because most words have one only at the start of a sentence.
      hash = step(hash, to === at && unit < Unit.BEYOND_ASCII ? unit | Unit.CASE_BIT : unit)
    }
    if (to - at <= MAX_LETTERS_OF_FUNCTION_WORD) {
      let languageBits = bitsOf(hash)
      for (let language = 0; languageBits !== 0; language++, languageBits >>>= 1) {
        if ((languageBits & 1) !== 0) counts[language]!++
      }
    }
    at = to
  }
}

/** Returns the language of a text; `undefined` if its function words do not identify one. */
const languageOf = (text: string, start: number, end: number): Language | undefined => {
  counts.fill(0)
  count(text, start, Math.min(end, start + MAX_CHARACTERS_OF_SAMPLE))
  let best = 0
  let second = 0
  let language = -1
  for (let at = 0; at < counts.length; at++) {
    const found = counts[at]!
    if (found > best) {
      second = best
      best = found
      language = at
    } else if (found > second) second = found
  }
  if (best - second < MIN_LEAD) return undefined
  const isTold = language === ENGLISH
    ? best >= MIN_FUNCTION_WORDS
    : best >= MIN_FOREIGN_FUNCTION_WORDS && best >= counts[ENGLISH]! * MIN_TIMES_OF_ENGLISH
  return isTold ? languages[language] : undefined
}

/**
 * Languages of paragraphs. They must be requested in text order, so that each paragraph is read once. A paragraph
 * that is too short has the language of the text's start.
 */
export class Paragraphs {
  private readonly text: string
  private readonly ends: Array<number> = []
  private readonly read: Array<Language | undefined> = []
  private first: Language | null | undefined = null
  constructor(text: string) {
    this.text = text
  }
  private get fallback(): Language | undefined {
    if (this.first === null) this.first = languageOf(this.text, 0, this.text.length)
    return this.first
  }
  at(place: number): Language | undefined {
    const { ends, read, text } = this
    const last = ends.length - 1
    if (last >= 0 && place < ends[last]!) {
      if (last === 0 || place >= ends[last - 1]!) return read[last]
      return read[Ascending.countWhile(ends.length, (index) => ends[index]! <= place)]
    }
    const first = Math.max(last < 0 ? 0 : ends[last]!, place - MAX_CHARACTERS_OF_SAMPLE)
    const from = first + text.slice(first, place).lastIndexOf("\n\n") + 1
    const stop = text.slice(place, place + MAX_CHARACTERS_OF_SAMPLE).indexOf("\n\n")
    const end = stop < 0 ? Math.min(text.length, place + MAX_CHARACTERS_OF_SAMPLE) : place + stop
    const detected = languageOf(text, from, end)
    if (from === 0 && end >= Math.min(text.length, MAX_CHARACTERS_OF_SAMPLE)) this.first = detected
    const language = detected ?? this.fallback
    ends.push(end)
    read.push(language)
    return language
  }
}
