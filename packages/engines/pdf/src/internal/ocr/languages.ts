/**
 * Lists languages with their BCP 47 tags, tesseract names and frequent function words. Most of these words have no
 * accents, so that OCR in another language still recognizes them.
 */

export interface Language {
  readonly tag: string
  readonly data: string
  readonly name: string
  readonly script: string
  readonly words: ReadonlySet<string>
}

const language = (tag: string, data: string, name: string, script: string, words = ""): Language => ({
  tag,
  data,
  name,
  script,
  words: new Set(words.split(" ").filter((word) => word !== ""))
})

const languages: ReadonlyArray<Language> = [
  language(
    "en",
    "eng",
    "English",
    "Latin",
    "the of and to in is that for it with as was on are be by this have from not"
  ),
  language(
    "de",
    "deu",
    "German",
    "Latin",
    "der die und den von zu das mit sich des auf ist im dem nicht ein eine als auch es"
  ),
  language(
    "fr",
    "fra",
    "French",
    "Latin",
    "le la les des et un une du dans est que pour qui sur par pas plus au avec sont"
  ),
  language("es", "spa", "Spanish", "Latin", "el la los las del y que se por un una con para su al como es lo pero sus"),
  language(
    "it",
    "ita",
    "Italian",
    "Latin",
    "il di che la per un una del della con non sono nel gli dei alla da si anche le"
  ),
  language(
    "pt",
    "por",
    "Portuguese",
    "Latin",
    "o os da do dos que um uma em no na para com se por mais ao foi pela as ou você não são"
  ),
  language(
    "nl",
    "nld",
    "Dutch",
    "Latin",
    "de het een van en in op dat te voor met zijn is aan niet ook die door bij worden"
  ),
  language(
    "sv",
    "swe",
    "Swedish",
    "Latin",
    "och att det som en av den med var till inte har om ett han men vid eller mellan"
  ),
  language(
    "da",
    "dan",
    "Danish",
    "Latin",
    "og at det af den en til er som med de der ikke et har blev han ved eller mellem hvis fra"
  ),
  language(
    "nb",
    "nor",
    "Norwegian",
    "Latin",
    "og det av en er som med den ikke et har ble hun ved eller mellom etter fra ogs vart"
  ),
  language(
    "fi",
    "fin",
    "Finnish",
    "Latin",
    "ja on ei ett oli se mutta kun joka ovat sek niin tai kuin mukaan hnen my sen ole vain voi jos voit käyttää kaikki että sekä myös"
  ),
  language(
    "pl",
    "pol",
    "Polish",
    "Latin",
    "i w z na do nie jest od przez po ale jak oraz tak dla przy jego tym lub tego aby sie si można"
  ),
  language(
    "cs",
    "ces",
    "Czech",
    "Latin",
    "a v na se je do z o s k ale jako jeho pro by byl nebo jsou podle tak si pokud pomoci který můžete aby"
  ),
  language(
    "ro",
    "ron",
    "Romanian",
    "Latin",
    "si de la cu din pe nu este care un o mai sau pentru au prin fost lui sunt ca"
  ),
  language(
    "hu",
    "hun",
    "Hungarian",
    "Latin",
    "a az hogy nem is egy volt meg csak ez mint vagy de ha mert majd ki el azt lesz"
  ),
  language(
    "tr",
    "tur",
    "Turkish",
    "Latin",
    "ve bir bu da de ile olarak olan daha ne kadar gibi sonra ama ise veya onun oldu var yok"
  ),
  language(
    "id",
    "ind",
    "Indonesian",
    "Latin",
    "yang dan di dengan untuk dari dalam pada ini itu tidak adalah akan oleh juga ke atau"
  ),
  language("ru", "rus", "Russian", "Cyrillic", "и в не на что с он как это по но из за к от для так его был или"),
  language("uk", "ukr", "Ukrainian", "Cyrillic", "і в не на що з та як це до але із за від для так його був або у"),
  language("bg", "bul", "Bulgarian", "Cyrillic", "и в не на че с като това по но от за към до се да са или е със"),
  language("sr", "srp", "Serbian", "Cyrillic", "и у не на да са се као је од за су али то до из или по његов био"),
  language("el", "ell", "Greek", "Greek"),
  language("he", "heb", "Hebrew", "Hebrew"),
  language("ar", "ara", "Arabic", "Arabic"),
  language("fa", "fas", "Persian", "Arabic"),
  language("hi", "hin", "Hindi", "Devanagari"),
  language("bn", "ben", "Bengali", "Bengali"),
  language("ta", "tam", "Tamil", "Tamil"),
  language("th", "tha", "Thai", "Thai"),
  language("ka", "kat", "Georgian", "Georgian"),
  language("hy", "hye", "Armenian", "Armenian"),
  language("ja", "jpn", "Japanese", "Japanese"),
  language("ko", "kor", "Korean", "Korean"),
  language("zh", "chi_sim", "Chinese", "Han"),
  language("zh-hant", "chi_tra", "Chinese in traditional letters", "Han"),
  language(
    "vi",
    "vie",
    "Vietnamese",
    "Latin",
    "và của là có cho không các một được trong với những này để khi từ hay bạn đến va cua co khong cac mot duoc nhung"
  ),
  language(
    "ca",
    "cat",
    "Catalan",
    "Latin",
    "els les del de la que per amb una un no es al dels si com mes aquest podeu i aquesta"
  ),
  language(
    "sk",
    "slk",
    "Slovak",
    "Latin",
    "sa je zo ako pre aby alebo nie ale bol ich podla tento moze iba ktory ktore mozete boli tiez"
  ),
  language(
    "hr",
    "hrv",
    "Croatian",
    "Latin",
    "i u na je se za da od su ili kako koji nije ako s iz po kada bi te ima biti koje"
  ),
  language(
    "sl",
    "slv",
    "Slovenian",
    "Latin",
    "in v na je se za da ne so ali pri kot ki z po iz tudi bo ko s do kako"
  ),
  language(
    "lt",
    "lit",
    "Lithuanian",
    "Latin",
    "ir yra kad tai su bet kaip ar nuo jei per po buvo apie kurie savo gali tik jo ne"
  ),
  language(
    "lv",
    "lav",
    "Latvian",
    "Latin",
    "un ir ar uz no par ka lai vai bet ja tas pie var kas kad nav to savu jusu"
  ),
  language(
    "et",
    "est",
    "Estonian",
    "Latin",
    "ei et see kui mis oma ka ning aga oli selle siis saab ole kas seda"
  ),
  language(
    "is",
    "isl",
    "Icelandic",
    "Latin",
    "og ad er sem til ekki um en vid var hann fyrir af eru med fra ef eftir eda hefur"
  )
]

const aliases = new Map([["no", "nb"], ["nn", "nb"], ["iw", "he"], ["in", "id"], ["zh-tw", "zh-hant"], [
  "zh-hk",
  "zh-hant"
]])

export const ofTag = (tag: string): Language | undefined => {
  const lower = tag.toLowerCase().replaceAll("_", "-")
  const wanted = lower.startsWith("zh-hant") ? "zh-hant" : aliases.get(lower) ?? lower.split("-", 1)[0]!
  const known = aliases.get(wanted) ?? wanted
  return languages.find((language) => language.tag === known)
}

export const inScript = (script: string): ReadonlyArray<Language> => {
  const name = script === "Hangul" ? "Korean" : /^(?:Hiragana|Katakana)$/.test(script) ? "Japanese" : script
  return languages.filter((language) => language.script === name)
}

const owners = new Map<string, Array<Language>>()
for (const language of languages) {
  for (const word of language.words) {
    const known = owners.get(word)
    if (known === undefined) owners.set(word, [language])
    else known.push(language)
  }
}

const MAX_WORDS_COUNTED = 600
const MIN_WORDS_OF_TEXT = 12

const MIN_FUNCTION_WORD_SHARE = 0.1
const MIN_DIFFERENT_FUNCTION_WORDS = 3

const MIN_LEAD = 1.3

/** Letters that only one of the known languages uses. */
const ownLetters: ReadonlyArray<readonly [letters: RegExp, tag: string]> = [
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Tamil}/gu, "ta"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Georgian}/gu, "ka"],
  [/\p{Script=Armenian}/gu, "hy"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"]
]

/** Minimum share of a language's own letters in its texts. A third of Japanese letters are kana. */
const MIN_SHARE_OF_OWN_LETTERS = 0.3

const byLetters = (text: string): Language | undefined => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  // Japanese and Thai have no spaces, so their words cannot be counted.
  if (letters < MIN_WORDS_OF_TEXT) return undefined
  for (const [own, tag] of ownLetters) {
    if ((text.match(own)?.length ?? 0) >= letters * MIN_SHARE_OF_OWN_LETTERS) return ofTag(tag)
  }
  return undefined
}

const wordsOf = (text: string): Array<string> =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, MAX_WORDS_COUNTED)

export const languageOf = (text: string): Language | undefined => {
  const lettered = byLetters(text)
  if (lettered !== undefined) return lettered
  const words = wordsOf(text)
  if (words.length < MIN_WORDS_OF_TEXT) return undefined
  const scores = new Map<Language, { weight: number; count: number; readonly different: Set<string> }>()
  for (const word of words) {
    const found = owners.get(word) ?? []
    for (const language of found) {
      const score = scores.get(language) ?? { weight: 0, count: 0, different: new Set() }
      // A word that occurs in several languages is weaker evidence.
      score.weight += 1 / found.length
      score.count++
      score.different.add(word)
      scores.set(language, score)
    }
  }
  const [first, second] = [...scores].sort(([, a], [, b]) => b.weight - a.weight)
  if (
    first === undefined || first[1].count < words.length * MIN_FUNCTION_WORD_SHARE ||
    first[1].different.size < MIN_DIFFERENT_FUNCTION_WORDS ||
    second !== undefined && first[1].weight < second[1].weight * MIN_LEAD
  ) {
    return undefined
  }
  return first[0]
}

/** Returns the share of function words. A high share shows that the letters are mapped correctly. */
export const shareOfFunctionWords = (words: ReadonlyArray<string>): number =>
  words.filter((word) => word.length > 1 && owners.has(word)).length / Math.max(1, words.length)
