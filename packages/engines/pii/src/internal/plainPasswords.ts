/**
 * Finds passwords that people choose: words, phrases and short numbers. Only their label identifies them.
 *
 * @since 0.2.0
 */
import { textAfter } from "./around.ts"
import { hashOf, kindOf, SECRET } from "./cues.ts"
import { placeholder } from "./secretWorth.ts"

const limits = { charactersAfterLabel: 120, charactersOfPassword: 4, wordsOfPhrase: 3, wordsOfSetting: 2 }

/** Matches a value after a sign. Text after the value must not continue a sentence. */
const assigned =
  /^["'`*_]{0,3}(?:\s?:\s{0,3}|=|\s?=\s?(?=["'`]))["'`*_]{0,3}([^\s"'`<>|;,()[\]{}\\$%*][^\s"'`<>|;,()[\]{}\\]{3,63})(?=["'`*_]{0,3}(?:[;,&}|]|\s*(?:\n|$)|\s(?![\p{L}(=:+.?]))|["'`])/u
/** Matches a value in a command: `PGPASSWORD=value psql`. */
const inCommand = /^=([^\s"'`<>|;,()[\]{}\\$%]{4,63})(?=\s[a-z])/
/** Matches a password in a sentence: `The password is sunshine.` */
const stated =
  /^ (?:is|was|ist|lautet|est|es|è|é) ["'`*_]{0,2}([^\s"'`<>|;,()[\]{}\\]{4,63}?)["'`*_]{0,2}[.!]?(?=\s*(?:\n|$)|\s\p{Lu})/u
/** Matches a passphrase, which is in quotation marks or extends to the end of its line. */
const phrase = /^["'`]?\s?[:=]\s?(?:["'`](\p{Ll}+(?:[ -]\p{Ll}+){1,9})["'`]|(\p{Ll}+(?: \p{Ll}+){3,9})(?=\s*(?:\n|$)))/u
/** Matches a value in quotation marks after a verb: `The password for the network is "purple elephant".` */
const quotedInSentence =
  /^(?: (?:for|of|to|on|für|de|del|du|della|do|da|voor|do) (?:(?:the|your|das|den|la|le|el|il|o|a|het) )?[\w.@-]{1,30})? (?:is|was|ist|lautet|est|es|è|é) (?:"([^"\n]{4,63})"|“([^”\n]{4,63})”|„([^“”\n]{4,63})[“”]|«\s?([^»\n]{4,63}?)\s?»)/u
/** Matches a value in braces or in an element: `PWD={salbei};`, `<password>salbei</password>`. */
const inBraces = /^(?:=\{(?=[^{}$\s]{4,63}\}(?:[;"']|\s*(?:\n|$)))|>(?=[^<>\s]{4,63}<\/))([^{}<>\s]{4,63})/
/** Matches a value after a space, in a Dockerfile or in `.netrc`: `ENV DB_PASSWORD kastanie`. */
const afterSpace = /^ ([^\s"'`=<>{}$]{4,63})(?=\s*(?:\n|$))/
const setting = /(?:^|\n)[ \t]{0,8}(?:(?:ENV|ARG|setx)[ \t]\w{0,40}|machine \S{1,80} login \S{1,80} password)$/
/** Matches a value in a section of settings: `password = maus` after `[client]`. */
const inSection = /^ = ([^\s"'`<>|;,()[\]{}\\$%]{4,63})(?=[ \t]*(?:\n|$))/
const section = /(?:^|\n)\[[\w .:-]{1,40}\][ \t]*\n(?:[\w.-]{1,40} ?=[^\n]{0,80}\n|[;#][^\n]{0,80}\n){0,8}\w{0,20}$/
/** Matches tickets and ways that have the same name as a password: `boarding pass: gate 12`. */
const ofTicket =
  /(?:boarding|mountain|hall|bus|ski|day|season|rail|travel|free|press|backstage|band|low|high|first|second) ?-?pass$/i
const number = /^(?:\s?[:=]\s?|\s(?:is|ist|est|es|è|é|code:?)\s|\s)(\d{4,8})(?![\d\p{L}-]|[.,:/]\d)/u

const described =
  /^(?:str(?:ing)?|text|var|n?varchar|char|number|int(?:eger)?|bool(?:ean)?|any|object|array|bytes?|buffer|type|blank|empty|unknown|absent|missing|invalid|valid|wrong|weak|strong|short|long|safe|secure|insecure|unsafe|plain(?:text)?|clear(?:text)?|correct|incorrect|private|public|mandatory|available|unavailable|case-sensitive|same|different|random|unique|yes|none|never|always|not|only|also|needed|used|with|when|where|what|that|this|then|there|here|data|input|result|response|body|json|options?|props|params?|args?|state|form|event|item|login|auth\w*|account|email|e-mail|username|name|database|host(?:name)?|port|server|client|vault|prompt|file|path|environment|variable|setting|settings|encryption|encoding|hash(?:es)?|salt|bcrypt|scrypt|argon2\w*|sha\d*|md\d+|base\d+|plugin|module|method|function|class|interface|enum|struct|void|self|this|super|async|zod|joi|yup|varchar\d*|min|max|length|regex|pattern|rules?|strength|recovery|rotation|generator|manager|managers|obligatoire|obligatorio|erforderlich|pflichtfeld|requis|requerido|obbligatorio|verplicht|неверный|mot|palabra|(?:in|zu )?correct[oa]?|incorrect[oae]s?|scadut[oa]|errat[oa]|sbagliat[oa]|[oó]bb?ligat[oó]ri[oa]|obrigatóri[oa]|necess[aá]ri[oa]|inv[aá]lid[oae]|v[aá]lid[oae]|non|caducad[oa]|expirad[oa]|expiré|vide|vuot[oa]|vac[ií][oa]|vazi[oa]|segur[oa]|sicur[oa]|d[eé]bil|deboli|fraca|forte|debole|falsch|abgelaufen|ungültig|gültig|leer|sicher|richtig|notwendig|verschlüsselt|gespeichert|ongeldig|verlopen|onjuist|juist|leeg|fout|nieprawidłowe|wymagane|puste|wygasło|неверен|обязателен|обязательно)$/i
const named =
  /pass|pwd|secret|token|field|label|your|enter|confirm|^user|^new|^old|_|^[a-z]+[A-Z]|[a-z]\.[a-z]|^[@#/~.:!?-]|[:/]$|\.\.\./
/** Matches words for a state, such as `encrypted`, `missing` and `readable`, which are not passwords. */
const state = /^[a-z-]+(?:ed|ing|able|ible|ive|ly|less|ful|ous)$/
/** Matches English labels. Words for a state are English, so they are tested only after these labels. */
const english = /^(?:pg|my|user|mysql)?(?:pass|pwd)/
/** Matches words of sentences, which passphrases do not contain. */
const ofSentence =
  /\b(?:missing|invalid|required|a|an|the|is|are|be|must|should|can|may|will|to|for|of|at|in|on|your|my|you|we|it|or|and|not|with|from|this|that|please|enter|type|at|least|characters?|password|passphrase)\b/

const isState = (value: string, isEnglish: boolean): boolean => described.test(value) || isEnglish && state.test(value)

export const isPassword = (value: string, isEnglish: boolean): boolean =>
  value.length >= limits.charactersOfPassword && (kindOf(hashOf(value.toLowerCase())) & SECRET) === 0 &&
  !placeholder.test(value) &&
  !named.test(value) &&
  !isState(value, isEnglish) && !isState(value.replace(/\d+$/, ""), isEnglish) && /[\p{L}\d]/u.test(value)

/** Matches passwords that people use, but documentation does, too. */
const mostCommon = /^(?:password|passw0rd|pass|abc123)$/i
/** Matches a value that ends a line of settings. It is a password. */
const lineOfSettings = /^(?:[ \t]?:[ \t]|=)(\w{4,8})[ \t]*(?:;|\n|$|(?=[ \t]\w+[ \t]-))/
const sentenceEnd = /^ (?:is|was) (\w{4,8})\.?(?:\n|$)/

/** Matches any value in quotes, or up to the next space, for strict mode. */
const anything =
  /^["'`*_]{0,3}(?:\s?[:=]\s{0,3}|\s(?:is|was|ist|lautet|est|es|è|é)\s)(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|`([^`\n]{1,200})`|["'`*_]{0,3}([^\s"'`,;&|]{1,200}))/u

/** Returns the password after a label; `undefined` if it is an example in documentation. */
export const plainPassword = (
  text: string,
  { end, isPin, isStrict, lead, word }: {
    readonly end: number
    readonly isPin: boolean
    readonly isStrict: boolean
    /** The text up to the end of the label. */
    readonly lead: string
    readonly word: string
  }
): { readonly start: number; readonly end: number } | undefined => {
  const window = textAfter(text, end, limits.charactersAfterLabel)
  const at = (match: RegExpExecArray, value: string) => {
    const start = end + match.index + match[0].lastIndexOf(value)
    return { start, end: start + value.length }
  }
  if (isStrict) {
    const sure = plainPassword(text, { end, isPin, isStrict: false, lead, word })
    const match = anything.exec(window)
    const value = match?.slice(1).find((one) => one !== undefined)?.replace(/[.!*_)\]}]+$/, "")
    if (match === null || value === undefined || value === "") return sure
    const any = at(match, value)
    return sure === undefined ? any : { start: Math.min(sure.start, any.start), end: Math.max(sure.end, any.end) }
  }
  if (isPin) {
    const match = number.exec(window)
    return match === null ? undefined : at(match, match[1]!)
  }
  if (ofTicket.test(lead)) return undefined
  const common = lineOfSettings.exec(window) ?? sentenceEnd.exec(window)
  if (common !== null && mostCommon.test(common[1]!)) return at(common, common[1]!)
  const words = phrase.exec(window)
  const said = words?.[1] ?? words?.[2]
  if (words !== null && said !== undefined && (said.includes(" ") || said.split("-").length >= limits.wordsOfPhrase)) {
    const isSetting = words[1] !== undefined && words[0].startsWith("=") && /[A-Z]{3}$/.test(lead)
    const isPhrase = (words[1] !== undefined || /phrase/i.test(word)) && !ofSentence.test(said) &&
      said.split(/[ -]/).length >= (isSetting ? limits.wordsOfSetting : limits.wordsOfPhrase)
    return isPhrase ? at(words, said) : undefined
  }
  const inSentence = quotedInSentence.exec(window)
  const quoted = inSentence?.slice(1).find((one) => one !== undefined)
  if (inSentence !== null && quoted !== undefined) {
    const isValue = quoted.includes(" ") ? !ofSentence.test(quoted) : isPassword(quoted, english.test(word))
    return isValue ? at(inSentence, quoted) : undefined
  }
  const plain = inBraces.exec(window) ?? (setting.test(lead) ? afterSpace.exec(window) : null) ??
    (section.test(lead) ? inSection.exec(window) : null)
  if (plain !== null) return isPassword(plain[1]!, false) ? at(plain, plain[1]!) : undefined
  const match = assigned.exec(window) ?? inCommand.exec(window) ?? stated.exec(window)
  if (match === null) return undefined
  const value = match[1]!.replace(/[.!*_]+$/, "")
  if (!isPassword(value, english.test(word))) return undefined
  // An exclamation mark ends a sentence, but not a value: "Pwd=Herbst!".
  const cries = /^[=:]/.test(match[0]) ? /^!*/.exec(match[1]!.slice(value.length))![0] : ""
  return at(match, value + cries)
}
