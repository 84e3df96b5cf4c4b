/**
 * Given names that are common words or months of another language, and the paragraphs in which they are.
 *
 * @since 0.2.0
 */
import { textAfter, textBefore } from "./around.ts"

/** Words of a language that are given names elsewhere, and words by which a sentence of it is known. */
const languages: ReadonlyArray<{ readonly words: string; readonly tells: RegExp }> = [
  {
    words: "dann anders darin juli juni august mai mila sonst dort selbst arne ihm erst wenn bis dank sei",
    tells:
      /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|im|den|dem|des|von|zu|mit|für|auf|wird|sind|er|sie|es)(?!\p{L})/giu
  },
  {
    words: "alleen mei juni juli dan toen mits sinds ook nou ander",
    tells: /(?<!\p{L})(?:de|het|een|en|van|is|niet|op|dat|voor|zijn|met|te|wordt|deze|die)(?!\p{L})/giu
  },
  {
    words: "nel nelle ora già mai dai dalla alla sia gia dal perla",
    tells: /(?<!\p{L})(?:il|la|di|che|è|e|per|un|una|non|con|del|della|si|sono|gli|le|lo|in)(?!\p{L})/giu
  },
  {
    words: "ella verá sola alba mira luz será era paz rosa cruz tal mas mar sol",
    tells: /(?<!\p{L})(?:el|la|de|que|y|en|los|las|un|una|es|por|con|no|se|del|para|su)(?!\p{L})/giu
  },
  {
    words: "ela sem será nova nela dela era abril maio mas tal",
    tells: /(?<!\p{L})(?:o|a|os|as|de|que|e|um|uma|é|não|por|com|se|do|da|para|em|no|na)(?!\p{L})/giu
  },
  {
    words: "avril mai aurore aussi alors elle lors avec dès claire",
    tells: /(?<!\p{L})(?:le|la|les|de|des|et|est|un|une|que|pas|pour|dans|du|en|se|il|sont|au)(?!\p{L})/giu
  },
  {
    words: "eylül bahar deniz umut can nisan ekim ocak şubat bu bir gün ay her şey",
    tells: /(?<!\p{L})(?:ve|bir|bu|için|ile|de|da|olarak|çok|daha|gibi|olan|var|değil|ne|her)(?!\p{L})/giu
  },
  {
    words: "maja marca maj iga potem",
    tells: /(?<!\p{L})(?:i|w|z|na|nie|się|jest|do|to|że|o|od|po|za|przez)(?!\p{L})/giu
  }
]

const byWord = new Map<string, Array<RegExp>>()
for (const { tells, words } of languages) {
  for (const word of words.split(" ")) byWord.set(word, [...(byWord.get(word) ?? []), tells])
}

/** Letters of the longest of these words. */
const MAX_LENGTH = 6
/** Characters on both sides of a word that tell the language. */
const CHARACTERS_AROUND_WORD_FOR_LANGUAGE = 100
/** Words of a language that tell it. */
const MIN_TELLING = 3

/** Whether a word with a capital is a common word of the language that is written around it. */
export const isForeignWord = (text: string, start: number, end: number): boolean => {
  if (end - start > MAX_LENGTH) return false
  const languagesOfWord = byWord.get(text.slice(start, end).toLowerCase())
  if (languagesOfWord === undefined) return false
  const around = `${textBefore(text, start, CHARACTERS_AROUND_WORD_FOR_LANGUAGE)} ${
    textAfter(text, end, CHARACTERS_AROUND_WORD_FOR_LANGUAGE)
  }`
  return languagesOfWord.some((tells) => (around.match(tells)?.length ?? 0) >= MIN_TELLING)
}
