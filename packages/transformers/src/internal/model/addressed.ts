import * as Stem from "../stem.ts"

/** A range of the text, in UTF-16 units. */
export interface Range {
  readonly start: number
  readonly end: number
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })

/** Longer sentences are looked at in pieces of this length. */
const maxSentence = 2000

// Each says what a reader is never told: to forget instructions, to be a model, to answer in a certain way. Gaps are
// bounded, so that no text makes them slow.
const patterns: ReadonlyArray<RegExp> = [
  /\b(?:ignor\w{0,4}|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules|directions|directives|guidelines|tasks?|questions?|schema|page)\b/i,
  /\b(?:new|updated|further|real|actual|hidden|secret|special) (?:instructions?|task|directives?)\b.{0,40}(?::|\b(?:are|is|for)\b)/i,
  /\b(?:ai|a\.i\.|llms?|gpt|chat ?gpt|claude|gemini|language models?|chat ?bots?)\b.{0,60}\b(?:must|should|shall|have to|has to|need to|are (?:now|required|instructed|asked)|please|will now|reading this|processing this)\b/i,
  /^\W{0,5}(?:(?:a message |a note |note |message |instructions? )?(?:for|to) )(?:all |any |every )?(?:ai|llms?|bots|crawlers|chat ?bots?|language models?)\b.{0,20}:/i,
  /^\W{0,5}(?:summari[sz]ers|crawlers|scrapers|models|bots|assistants|agents)\b.{0,40}\b(?:must|should|shall|please|reading this|processing this)\b/i,
  /\b(?:attention|dear|hey|hello|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|if you are|you are|you're|act as|pretend to be|as)\b.{0,20}\b(?:an? |any |all |the )?(?:ai|llms?|gpt|chat ?gpt|claude|gemini|language models?|chat ?bots?|(?:ai|virtual|automated|helpful) (?:assistants?|agents?|systems?))\b/i,
  /\bsystem (?:prompt|message|override|notice|instruction)s?\b/i,
  /\b(?:respond|reply|answer|output|return|print|write|say|state|include|insert|append|add|begin|start|end|select|quote|copy|repeat|report|set|put)\b.{0,60}\b(?:only|exactly|instead|verbatim|nothing else|word for word|in your (?:answer|summary|response|reply|output)|your (?:answer|summary|response|reply|output)|as the (?:answer|summary|value|result))\b/i,
  /\byour (?:answer|summary|response|reply|output|task|instructions?|system prompt|training)\b/i,
  /<\|?(?:im_start|im_end|system|endoftext|assistant)\|?>|\[\/?INST\]|<<\/?SYS>>|^\s*(?:system|assistant)\s*:/im,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,60}\b(?:anweisung(?:en)?|aufgabe|regeln|vorgaben)\b/i,
  /\b(?:ignorez?|oubliez?)\b.{0,60}\b(?:instructions?|consignes?|r[eè]gles?)\b/i,
  /\b(?:ignora|olvida|ignore|esquece)\b.{0,60}\b(?:instrucciones|instru[cç][oõ]es|reglas|istruzioni)\b/i,
  /(?:忽略|无视|忘记).{0,30}(?:指令|指示|提示)/
]

/** What says that the sentence after it is meant. */
const ahead = /\b(?:next|following|follows|below)\b|:\s*$/i

/** The sentences of a text that speak to a language model instead of a reader. */
export const addressed = (text: string): ReadonlyArray<Range> => {
  const ranges: Array<Range> = []
  let lineStart = 0
  let pointsAhead = false
  for (const line of text.split("\n")) {
    for (const { index, segment } of segmenter.segment(line)) {
      for (let at = 0; at < segment.length; at += maxSentence) {
        const piece = segment.slice(at, at + maxSentence)
        const isAddressed = patterns.some((pattern) => pattern.test(piece))
        if (isAddressed || (pointsAhead && piece.trim() !== "")) {
          pointsAhead = isAddressed && ahead.test(piece)
          ranges.push({ start: lineStart + index + at, end: lineStart + index + at + piece.length })
        }
      }
    }
    lineStart += line.length + 1
  }
  return ranges
}

/** Stands where a sentence was, so that what stood around it does not become one. */
export const mark = "[…] "

/** A text without some ranges of it. */
export const without = (text: string, ranges: ReadonlyArray<Range>, replacement: string): string => {
  let kept = ""
  let position = 0
  for (const { end, start } of ranges) {
    kept += text.slice(position, start) + replacement
    position = end
  }
  return kept + text.slice(position)
}

/** Whether two ranges have a character in common. */
export const overlaps = (left: Range, right: Range): boolean => left.start < right.end && right.start < left.end

/** How many of the longer words of a statement stand in a text, 0 to 1; 1 for a statement without such words. */
export const grounding = (statement: string, text: string): number => {
  const known = new Set(wordsOf(text))
  const words = wordsOf(statement)
  return words.length === 0 ? 1 : words.filter((word) => known.has(word)).length / words.length
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map(Stem.stem)
