/**
 * Finds text of a page that is addressed to machines instead of readers. It is reported with its position, but stays in
 * the text because readers see it.
 *
 * @since 0.2.0
 */

/**
 * The kind of a text that is addressed to machines: an `instruction` to them, a `role` for them, marks of a chat
 * `template`, a tool `call`, or an image whose URL carries data (`beacon`).
 *
 * @category models
 * @since 0.2.0
 */
export type Kind = "instruction" | "role" | "template" | "call" | "beacon"

/**
 * A line that is addressed to machines. Lines are counted from 1.
 *
 * @category models
 * @since 0.2.0
 */
export interface AddressedLine {
  readonly line: number
  readonly kind: Kind
}

const MAX_REPORTED_LINES = 20

const MAX_CHARACTERS_READ_OF_LINE = 4000

/** Matches words of which every rule below needs one. Most pages contain none, so this check is fast. */
const hint =
  /ignor|disregard|forget|overrid|bypass|assistant|chatbot|language model|\bLLM|\bAI\b|\bGPT|prompt|<\||\[INST|<<SYS|tool_|function_|<invoke|"arguments"|!\[|vorherig|anteriores|précédent|precedenti|忽略|無視|무시|игнорир|تجاهل/i

const filler = String
  .raw`(?:(?:all|any|every|each|the|of|your|my|our|these|those|to|prior|previous|above|earlier)\s+){0,6}`

const rules: ReadonlyArray<readonly [Kind, RegExp]> = [
  [
    "template",
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/i
  ],
  [
    "call",
    /<\/?(?:tool_call|function_calls?|tool_use|invoke name=)|"(?:tool_calls|function_call)"\s*:|"name"\s*:\s*"[\w.-]{1,64}"\s*,\s*"(?:arguments|parameters)"\s*:/i
  ],
  [
    "beacon",
    /!\[[^\]\n]{0,200}\]\(\s*<?https?:\/\/[^\s)]{0,500}[?&=/](?:[^\s)]{0,200}(?:\{|%7b|\[|%5b|\$\{)|(?:data|exfil\w*|chat|history|conversation|context|prompt|secret|leak|summary|messages?)=)/i
  ],
  [
    "instruction",
    new RegExp(
      String
        .raw`\b(?:ignore|disregard|forget|override|bypass|do not follow)\s+${filler}(?:previous|prior|above|earlier|preceding|foregoing|existing|system|original)\b[^.\n]{0,40}\b(?:instructions?|prompts?|messages?|directions?|rules?|guidelines?|commands?|context)`,
      "i"
    )
  ],
  [
    "instruction",
    /\b(?:instructions?|notes?|messages?|attention|notice|important|directive)\s*(?:for|to|:)?\s*(?:any|all|the)?\s*(?:AI|LLM|large language model|language model|chatbot|GPT|AI agent|AI assistant)s?\b/i
  ],
  [
    "instruction",
    /\b(?:if you are|as) an? (?:AI|LLM|large language model|language model|AI assistant|AI agent|automated assistant)\b/i
  ],
  [
    "instruction",
    /\b(?:reveal|print|repeat|output|show|disclose|leak)\s+(?:me\s+)?(?:your|the|its)\s+(?:full\s+|hidden\s+|entire\s+)?(?:system prompt|initial instructions|hidden instructions|developer message)/i
  ],
  ["instruction", /ignorier\w*\s+(?:\S+\s+){0,3}vorherig\w*\s+(?:anweisung|befehl|instruktion)/i],
  [
    "instruction",
    /ignor\w*\s+(?:\S+\s+){0,4}(?:instrucciones|instruções|instructions|istruzioni|indicaciones)\s+(?:anteriores|précédentes|precedenti|previas)/i
  ],
  [
    "instruction",
    /忽略(?:之前|以上|上面|先前|所有)\S{0,8}(?:指令|指示|提示|说明)|(?:以前|上記|これまで)\S{0,6}(?:指示|命令)\S{0,3}無視|이전\s?\S{0,6}\s?(?:지시|명령)\S{0,3}\s?무시/
  ],
  ["instruction", /игнорируй(?:те)?\s+(?:\S+\s+){0,2}(?:предыдущи|прежни)\S*\s+(?:инструкци|указани|команд)/i],
  ["instruction", /تجاهل\s+(?:\S+\s+){0,2}(?:التعليمات|الأوامر)\s+(?:السابقة|أعلاه)/],
  [
    "role",
    /\b(?:you are now|from now on,? you are|act as|pretend to be|you will act as)\s+(?:an?\s+|the\s+)?(?:\w+\s+){0,2}(?:AI|assistant|language model|LLM|chatbot|GPT|agent|DAN|system)\b/i
  ],
  ["role", /^\W{0,4}(?:system|assistant)\s*(?:prompt|message|instruction)s?\s*:/i]
]

/**
 * Returns the first lines that are addressed to machines, in order, each with its kind.
 *
 * @category getters
 * @since 0.2.0
 */
export const addressedLines = (markdown: string): ReadonlyArray<AddressedLine> => {
  if (!hint.test(markdown)) return []
  const found: Array<AddressedLine> = []
  let line = 0
  for (let at = 0; at <= markdown.length && found.length < MAX_REPORTED_LINES;) {
    line++
    const end = markdown.indexOf("\n", at)
    const stop = end < 0 ? markdown.length : end
    const text = markdown.slice(at, Math.min(stop, at + MAX_CHARACTERS_READ_OF_LINE))
    if (hint.test(text)) {
      const rule = rules.find(([, shape]) => shape.test(text))
      if (rule !== undefined) found.push({ line, kind: rule[0] })
    }
    at = stop + 1
  }
  return found
}
