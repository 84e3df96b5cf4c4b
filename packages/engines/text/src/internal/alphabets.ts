/** Determines the single-byte encoding of a page that declares none, by the letters of languages. */

interface Language {
  readonly letters: string
  /**
   * Encodings of the language; those that browsers assume for it come first (HTML standard, 13.2.3.2, fallback by
   * locale).
   */
  readonly encodings: ReadonlyArray<string>
}

const western = (letters: string): Language => ({ letters, encodings: ["windows-1252"] })
const central = (letters: string): Language => ({ letters, encodings: ["windows-1250", "iso-8859-2"] })
const baltic = (letters: string): Language => ({ letters, encodings: ["windows-1257"] })
const cyrillic = (letters: string): Language => ({
  letters: `абвгдежзийклмнопрстуфхцчшщъьюя${letters}`,
  encodings: ["windows-1251", "koi8-r"]
})

const languages: ReadonlyMap<string, Language> = new Map(Object.entries({
  fr: western("àâçéèêëîïôùûüÿœ"),
  de: western("äöüßé"),
  es: western("áéíñóúü¡¿ªº"),
  ca: western("àçéèíïòóúü·ªº"),
  gl: western("áéíñóúü¡¿ªº"),
  eu: western("ñçü"),
  pt: western("àáâãçéêíóôõúüªº"),
  it: western("àèéìíîòóùúªº"),
  nl: western("áèéêëïíóöúü"),
  sv: western("åäöéà"),
  da: western("æøåéó"),
  no: western("æøåéêóòô"),
  nb: western("æøåéêóòô"),
  nn: western("æøåéêóòô"),
  fi: western("äöåéšž"),
  is: western("áéíóúýþðæö"),
  pl: central("ąćęłńóśźż"),
  cs: central("áčďéěíňóřšťúůýž"),
  sk: central("áäčďéíĺľňóôŕšťúýž"),
  hu: central("áéíóöőúüű"),
  ro: central("ăâîşţ"),
  hr: central("čćđšž"),
  sl: central("čšžćđ"),
  bs: central("čćđšž"),
  tr: { letters: "çğıiöşüâîûi̇", encodings: ["windows-1254"] },
  lt: baltic("ąčęėįšųūž"),
  lv: baltic("āčēģīķļņšūž"),
  et: baltic("äõöüšž"),
  ru: cyrillic("ёыэ"),
  bg: cyrillic(""),
  uk: { ...cyrillic("ґєії"), encodings: ["windows-1251", "koi8-u"] },
  be: { ...cyrillic("ёіўыэ"), encodings: ["windows-1251", "koi8-u"] },
  mk: { ...cyrillic("ѓѕјљњќџѐѝ"), encodings: ["windows-1251"] },
  el: { letters: "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", encodings: ["windows-1253", "iso-8859-7"] },
  he: { letters: "אבגדהוזחטיךכלםמןנסעףפץצקרשת", encodings: ["windows-1255"] },
  ar: { letters: "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْ،؛؟", encodings: ["windows-1256"] }
}))

const signs = new Set("\u00a0«»‘’‚“”„†•…–—€°§")

/**
 * Minimum share of a language's letters among the non-ASCII characters. With fewer, the encoding or the stated
 * language is wrong.
 */
const MIN_SHARE_OF_OWN_LETTERS = 0.9

/**
 * Weight of a capital, relative to a lower-case letter. Words are mostly lower case, and two Cyrillic encodings
 * differ mainly in case.
 */
const WORTH_OF_A_CAPITAL = 0.5

const beyondAscii = /[^\x00-\x7f]/g

interface Share {
  readonly own: number
  /** Weight of a letter. Lower-case letters weigh more. */
  readonly worth: number
}

const shareIn = (text: string, letters: string): Share => {
  let [all, own, worth] = [0, 0, 0]
  for (const [character] of text.matchAll(beyondAscii)) {
    all++
    const small = character.toLowerCase()
    if (!letters.includes(small) && !signs.has(character)) continue
    own++
    worth += small === character ? 1 : WORTH_OF_A_CAPITAL
  }
  return all === 0 ? { own: 1, worth: 1 } : { own: own / all, worth: worth / all }
}

/** Returns the primary subtag of the root element's `lang`, from the first bytes of the page. */
export const statedLanguage = (bytes: Uint8Array): string | undefined => {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, BYTES_OF_THE_ROOT))
  return /<html\s(?:[^>]{0,500}?\s)?(?:xml:)?lang\s{0,8}=\s{0,8}["']?([a-z]{2,3})\b/i.exec(head)?.[1]?.toLowerCase()
}

const BYTES_OF_THE_ROOT = 2048

/**
 * Returns the encoding of a text in a known language; `undefined` if none fits. Of equally good encodings, `guess` is
 * preferred.
 */
export const encodingIn = (bytes: Uint8Array, name: string, guess = ""): string | undefined => {
  const language = languages.get(name)
  let best: { readonly encoding: string; readonly worth: number } | undefined
  for (const encoding of language?.encodings ?? []) {
    const { own, worth } = shareIn(new TextDecoder(encoding).decode(bytes), language!.letters)
    if (own < MIN_SHARE_OF_OWN_LETTERS || worth < (best?.worth ?? 0)) continue
    if (worth !== best?.worth || encoding === guess) best = { encoding, worth }
  }
  return best?.encoding
}

/** Minimum number of different letters that identify a language. One letter belongs to too many alphabets. */
const MIN_IDENTIFYING_LETTERS = 2

/** Returns whether all letters belong to one language that browsers read as windows-1252. */
export const isWestern = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder("windows-1252").decode(bytes)
  return new Set(text.toLowerCase().match(beyondAscii)).size >= MIN_IDENTIFYING_LETTERS &&
    [...languages.values()].some(({ encodings, letters }) =>
      encodings[0] === "windows-1252" && shareIn(text, letters).own === 1
    )
}

/** Returns whether a language is in Latin script, so that its letters are evidence in addition to the guess. */
export const isEvidence = (name: string): boolean => languages.get(name)?.encodings.every(isLatin) ?? false

const isLatin = (encoding: string): boolean => /^(?:windows-125[0247]|iso-8859-2)$/.test(encoding)
