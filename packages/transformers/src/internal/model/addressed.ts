import * as Stem from "@dunlin/text/Stem"

export interface Range {
  readonly start: number
  readonly end: number
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })

const MAX_SENTENCE_CHARACTERS = 2000

// Sentences that readers rarely see: to forget instructions, to be a model, to answer in a certain way. Pages about
// models, and manuals, must not match. Gaps are bounded, so that matching is linear.
const patterns: ReadonlyArray<RegExp> = [
  /\b(?:ignor(?:e|ing)|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|directives|guidelines)\b/i,
  /\b(?:ignore|disregard|forget)\b.{0,20}\b(?:your|the|all|any|previous) (?:task|rules|schema|page|questions?)\b/i,
  /\b(?:new|updated|real|actual|hidden|secret) (?:instructions?|task|directives?)\b.{0,40}(?::|\b(?:are|is|for)\b)/i,
  /\b(?:ai|llms?|gpt|chat ?gpt|claude|gemini|language models?|chat ?bots?)\b.{0,40}\b(?:must|should|shall|have to|please|need to)\b.{0,40}\b(?:say|state|tell|quote|respond|answer|reply|include|repeat|report|add|write|print|output|ignore|select|mention|recommend)\b/i,
  /\b(?:ai|llms?|gpt|chat ?gpt|language models?|models?|chat ?bots?|bots|crawlers|assistants?|agents?)\b.{0,12}\b(?:reading|processing) this\b/i,
  /^\W{0,5}(?:(?:a message |a note |note |message |important message |(?:hidden )?instructions? )?(?:for|to) )(?:all |any |every |the )?(?:ai|llms?|bots|crawlers|chat ?bots?|assistants?|language models?)\b.{0,20}:/i,
  /^\W{0,5}(?:summari[sz]ers|crawlers|scrapers|models|bots|assistants|agents)\b.{0,20}\b(?:must|should|shall|please)\b.{0,20}\b(?:say|state|tell|quote|respond|answer|reply|repeat|report|write|print|output|select|mention)\b/i,
  /\b(?:attention|dear|hey|hello|note (?:to|for)|message (?:to|for)|if you are|you are|act as|pretend to be|as)\b.{0,20}\b(?:ai|llms?|gpt|chat ?gpt|claude|gemini|language models?|chat ?bots?)\b(?=.{0,120}\b(?:you|your|say|answer|respond|reply|print|include|write|must|forget|start)\b)/i,
  /\bsystem (?:prompt|override|instruction)s?\b|^\W{0,5}(?:system|assistant)\s*:/i,
  /\b(?:respond|reply|answer)\b.{0,40}\b(?:only|exactly|instead|verbatim|nothing else)\b/i,
  /\b(?:[Ww]rite|[Rr]eturn|[Pp]rint|[Oo]utput) (?:only|exactly) (?:this|the (?:word|sentence)|[A-Z"“])/,
  /\b(?:output|print|write|say|quote|repeat|copy|select|include|return|put|set|add)\b.{0,60}\b(?:nothing else|verbatim|word for word|in your (?:answer|summary|response|reply)|into every field|every value)\b/i,
  /\byour (?:answer|summary|response|reply) (?:must|should|with|has to|needs to)\b|\byour (?:system prompt|guidelines)\b|\byour training (?:data|says|tells)\b/i,
  /<\|?(?:im_start|im_end|system|endoftext|assistant)\|?>|\[\/?INST\]|<<\/?SYS>>/i,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,60}\b(?:anweisung(?:en)?|aufgabe|regeln|vorgaben)\b/i,
  /\b(?:ignorez?|oubliez?)\b.{0,60}\b(?:instructions?|consignes?|r[eè]gles?)\b/i,
  /\b(?:ignora|olvida|ignore|esquece)\b.{0,60}\b(?:instrucciones|instru[cç][oõ]es|reglas|istruzioni)/i,
  /\b(?:negeer|vergeet)\b.{0,60}\b(?:instructies|opdracht|regels)\b/i,
  /\b(?:vergiss|ignoriere)\b.{0,40}\b(?:und|stattdessen)\b.{0,20}\bantworte\b/i,
  /\b(?:zignoruj|ignoruj|zapomnij)(?=\P{L}).{0,60}(?:instrukcj|polece|zasad)/iu,
  /(?:игнорируй|проигнорируй|забудь|ігноруй|забудь).{0,60}(?:инструкц|указани|правил|інструкц|вказівк)/i,
  /(?:önceki|tüm|bütün).{0,40}(?:talimat|komut|kural).{0,40}(?:yok say|unut|görmezden|dikkate alma)/i,
  /(?:تجاهل|انس|تجاهلي).{0,60}(?:التعليمات|تعليمات|الأوامر|القواعد)/,
  /(?:忽略|无视|忽視|無視|忘记|忘記).{0,30}(?:指令|指示|提示|規則|规则)/,
  /(?:指示|命令|プロンプト|ルール).{0,20}(?:無視|忘れ)/,
  /(?:지시|명령|규칙|프롬프트).{0,20}(?:무시|잊)/,
  /\b[Yy]our (?:answer|summary|response|reply) is\s?(?:["“:]|[A-Z])/,
  // Formats of conversations with models.
  /["']role["']\s{0,5}:\s{0,5}["'](?:system|assistant|user|developer|tool)["']/i,
  /<\/?(?:tool_(?:result|call|use|output)|function_(?:results?|calls?)|system|assistant|instructions?|prompt)\b[^<>]{0,100}>/i,
  /(?:^|[\s"“(])(?:ais?|llms?|gpt|chat ?gpt|claude|gemini|assistants?|chat ?bots?|language models?)\s?[,:]\s{1,3}(?:please\s)?(?:say|state|write|output|print|reply|respond|answer|repeat|include|return|quote|report)\b/i,
  /\bsummar(?:y|ies|i[sz]ers?)\b.{0,20}\b(?:of|for) (?:this|the) (?:page|article|site)\b.{0,20}\b(?:must|should|shall|has to|have to|needs? to)\b/i,
  /\b(?:tools?|software|programs?|systems?|services?|anyone|anything)\b.{0,20}\b(?:summari[sz]|process|read|index|crawl)\w{0,6}\b.{0,12}\bthis (?:page|text|site)\b.{0,40}\b(?:kindly|please|must|should|begin|start|include|say|write|state)\b/i,
  /\b(?:decode|decrypt|base64|rot13|unscramble)\b.{0,40}\b(?:and|then)\b.{0,20}\b(?:do|follow|obey|execute|answer|reply)\b/i
]

/** Each pattern requires one of these words, so most lines are skipped. */
const trigger =
  /ignor|disregard|forget|overrid|bypass|instruct|directive|\btask|\bais?\b|\bl?lms?\b|gpt|claude|gemini|language model|\bmodels?\b|\bbots?\b|chat ?bot|crawl|assistant|agent|summar|scraper|system|respond|reply|answer|return|print|output|write|verbatim|word for word|your (?:summary|response|guideline|training)|<\|?\/?\w|\[\/?inst|<<|decode|decrypt|base64|rot13|unscramble|tools?\b|software|programs?\b|services?\b|any(?:one|thing)\b|["']role|vergiss|missachte|oublie|olvida|esquece|negeer|vergeet|zapomnij|игнор|забудь|ігнор|talimat|komut|kural|تجاهل|انس|忽|无视|無視|忘|무시|잊/i

/** Words that announce an instruction in the next sentence. */
const ahead = /\b(?:next|following|follows|below)\b|:\s*$/i

/** Harmless alone, but part of an instruction after another one. */
const describesAnswer = /\byour (?:answer|summary|response|reply) is\b/i

const MIN_CHARACTERS_OF_LINE = 12

/** Letters that look like Latin ones. A text is checked with and without replacing them. */
const lookalikes = new Map(
  [..."аaеeоoрpсcуyхxіiјjѕsԁdһhӏlвbкkмmнhтtοoαaεeιiκkνvρpτtυu"].reduce<ReadonlyArray<readonly [string, string]>>(
    (pairs, letter, index, all) => index % 2 === 0 ? [...pairs, [letter, all[index + 1]!]] : pairs,
    []
  )
)

/** Tag characters, zero-width characters, soft hyphens, and direction marks. */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]+/gu

export const visible = (text: string): string => text.replace(invisible, "")

const lookalike = new RegExp(`[${[...lookalikes.keys()].join("")}]`, "giu")

const readable = (text: string): string =>
  /[^\u0000-\u007F]/.test(text)
    ? visible(text).normalize("NFKC").normalize("NFD").replace(/\p{M}+/gu, "")
      .replace(lookalike, (letter) => lookalikes.get(letter) ?? lookalikes.get(letter.toLowerCase()) ?? letter)
    : text

export const addressed = (text: string): ReadonlyArray<Range> => {
  const ranges: Array<Range> = []
  let lineStart = 0
  let pointsAhead = false
  for (const line of text.split("\n")) {
    const isWorth: boolean =
      (line.length >= MIN_CHARACTERS_OF_LINE && (trigger.test(line) || trigger.test(readable(line)))) ||
      (pointsAhead && line.trim() !== "")
    const segments: Iterable<Intl.SegmentData> = isWorth ? segmenter.segment(line) : []
    for (const { index, segment } of segments) {
      for (let at = 0; at < segment.length; at += MAX_SENTENCE_CHARACTERS) {
        const piece = segment.slice(at, at + MAX_SENTENCE_CHARACTERS)
        const read = readable(piece)
        // Words like `über` are checked both ways.
        const isAddressed = (describesAnswer.test(read) && ranges.at(-1)?.end === lineStart + index + at) ||
          patterns.some((pattern) => pattern.test(piece) || (read !== piece && pattern.test(read)))
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

/** Stands for a removed sentence, so that its neighbours do not join. */
export const mark = "[…] "

export const without = (text: string, ranges: ReadonlyArray<Range>, replacement: string): string => {
  let plainText = ""
  let position = 0
  for (const { end, start } of ranges) {
    plainText += text.slice(position, start) + replacement
    position = end
  }
  return plainText + text.slice(position)
}

export const overlaps = (left: Range, right: Range): boolean => left.start < right.end && right.start < left.end

/** Returns the share, from 0 to 1, of a statement's longer words that a text contains; 1 without such words. */
export const grounding = (statement: string, text: string): number => {
  const known = new Set(wordsOf(text))
  const words = wordsOf(statement)
  return words.length === 0 ? 1 : words.filter((word) => known.has(word)).length / words.length
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map(Stem.stem)
