/**
 * Finds passwords that people choose: words, phrases and short numbers. Only their label identifies them.
 *
 * @since 0.2.0
 */
import { textAfter } from "./around.ts"
import { hashOf, kindOf, SECRET } from "./cues.ts"
import { placeholder } from "./secretWorth.ts"

const CHARACTERS_AFTER_PASSWORD_LABEL = 120
const MIN_LENGTH = 4
const MIN_WORDS = 3

/** The text after the value must not continue a sentence. */
const assigned =
  /^["'`*_]{0,3}(?:\s?:\s{0,3}|=|\s?=\s?(?=["'`]))["'`*_]{0,3}([^\s"'`<>|;,()[\]{}\\$%*][^\s"'`<>|;,()[\]{}\\]{3,63})(?=["'`*_]{0,3}(?:[;,&}|]|\s*(?:\n|$)|\s(?![\p{L}(=:+.?]))|["'`])/u
/** Matches a value in a command: `PGPASSWORD=value psql`. */
const inCommand = /^=([^\s"'`<>|;,()[\]{}\\$%]{4,63})(?=\s[a-z])/
/** Matches a password in a sentence: `The password is sunshine.` */
const stated =
  /^ (?:is|was|ist|lautet|est|es|è|é) ["'`*_]{0,2}([^\s"'`<>|;,()[\]{}\\]{4,63}?)["'`*_]{0,2}[.!]?(?=\s*(?:\n|$)|\s\p{Lu})/u
/** Matches a passphrase in quotation marks, or up to the end of its line. */
const phrase = /^["'`]?\s?[:=]\s?(?:["'`]([a-z]+(?:[ -][a-z]+){2,9})["'`]|([a-z]+(?: [a-z]+){3,9})(?=\s*(?:\n|$)))/
const number = /^(?:\s?[:=]\s?|\s(?:is|ist|code:?)\s)(\d{4,8})(?![\d\p{L}]|[.,:/-]\d)/u

const described =
  /^(?:str(?:ing)?|text|var|n?varchar|char|number|int(?:eger)?|bool(?:ean)?|any|object|array|bytes?|buffer|type|blank|empty|unknown|absent|missing|invalid|valid|wrong|weak|strong|short|long|safe|secure|insecure|unsafe|plain(?:text)?|clear(?:text)?|correct|incorrect|private|public|mandatory|available|unavailable|case-sensitive|same|different|random|unique|yes|none|never|always|not|only|also|needed|used|with|when|where|what|that|this|then|there|here|data|input|result|response|body|json|options?|props|params?|args?|state|form|event|item|login|auth\w*|account|email|e-mail|username|name|database|host(?:name)?|port|server|client|vault|prompt|file|path|environment|variable|setting|settings|encryption|encoding|hash(?:es)?|salt|bcrypt|scrypt|argon2\w*|sha\d*|md\d+|base\d+|plugin|module|method|function|class|interface|enum|struct|void|self|this|super|async|zod|joi|yup|varchar\d*|min|max|length|regex|pattern|rules?|strength|recovery|rotation|generator|manager|managers|obligatoire|obligatorio|erforderlich|pflichtfeld|requis|requerido|obbligatorio|verplicht|неверный|mot|palabra)$/i
const named =
  /pass|pwd|secret|token|field|label|your|enter|confirm|^user|^new|^old|_|^[a-z]+[A-Z]|[a-z]\.[a-z]|^[@#/~.:!?-]|[:/]$|\.\.\./
/** Matches words for a state, such as `encrypted`, `missing` and `readable`, which are not passwords. */
const state = /^[a-z-]+(?:ed|ing|able|ible|ive|ly|less|ful|ous)$/
/** The words for a state are English, so other labels are excluded. */
const english = /^(?:pg|my|user|mysql)?(?:pass|pwd)/
/** Matches words of sentences that do not occur in passphrases. */
const ofSentence =
  /\b(?:a|an|the|is|are|be|must|should|can|may|will|to|for|of|at|in|on|your|my|you|we|it|or|and|not|with|from|this|that|please|enter|type|at|least|characters?|password|passphrase)\b/

const isState = (value: string, isEnglish: boolean): boolean => described.test(value) || isEnglish && state.test(value)

const isPassword = (value: string, isEnglish: boolean): boolean =>
  value.length >= MIN_LENGTH && (kindOf(hashOf(value.toLowerCase())) & SECRET) === 0 && !placeholder.test(value) &&
  !named.test(value) &&
  !isState(value, isEnglish) && !isState(value.replace(/\d+$/, ""), isEnglish) && /[\p{L}\d]/u.test(value)

/** Matches passwords that are common both in documentation and among people. */
const mostCommon = /^(?:password|passw0rd|pass|abc123)$/i
/** Matches a value at the end of a line of settings, which is a password. */
const lineOfSettings = /^(?:[ \t]?:[ \t]|=)(\w{4,8})[ \t]*(?:;|\n|$|(?=[ \t]\w+[ \t]-))/
const sentenceEnd = /^ (?:is|was) (\w{4,8})\.?(?:\n|$)/

/** Matches a value in quotes, or up to the next space. It is used only in strict mode. */
const anything =
  /^["'`*_]{0,3}(?:\s?[:=]\s{0,3}|\s(?:is|was|ist|lautet|est|es|è|é)\s)(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|`([^`\n]{1,200})`|["'`*_]{0,3}([^\s"'`,;&|]{1,200}))/u

/** Returns `undefined` if the value is documentation. */
export const plainPassword = (
  text: string,
  { end, isPin, isStrict, word }: {
    readonly end: number
    readonly isPin: boolean
    readonly isStrict: boolean
    readonly word: string
  }
): { readonly start: number; readonly end: number } | undefined => {
  const window = textAfter(text, end, CHARACTERS_AFTER_PASSWORD_LABEL)
  const at = (match: RegExpExecArray, value: string) => {
    const start = end + match.index + match[0].lastIndexOf(value)
    return { start, end: start + value.length }
  }
  if (isStrict) {
    const match = anything.exec(window)
    const value = match?.slice(1).find((one) => one !== undefined)?.replace(/[.!*_)\]}]+$/, "")
    return match === null || value === undefined || value === "" ? undefined : at(match, value)
  }
  if (isPin) {
    const match = number.exec(window)
    return match === null ? undefined : at(match, match[1]!)
  }
  const common = lineOfSettings.exec(window) ?? sentenceEnd.exec(window)
  if (common !== null && mostCommon.test(common[1]!)) return at(common, common[1]!)
  const words = phrase.exec(window)
  const said = words?.[1] ?? words?.[2]
  if (words !== null && said !== undefined) {
    const isPhrase = (words[1] !== undefined || /phrase/i.test(word)) && !ofSentence.test(said) &&
      said.split(/[ -]/).length >= MIN_WORDS
    return isPhrase ? at(words, said) : undefined
  }
  const match = assigned.exec(window) ?? inCommand.exec(window) ?? stated.exec(window)
  if (match === null) return undefined
  const value = match[1]!.replace(/[.!*_]+$/, "")
  return isPassword(value, english.test(word)) ? at(match, value) : undefined
}
