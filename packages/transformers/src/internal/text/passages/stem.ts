/**
 * The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980), with its published amendments.
 *
 * @since 0.1.0
 */
const known = new Map<string, string>()

/** The stem of a lower-case English word; words with other letters stay as they are. */
export const stem = (word: string): string => {
  if (word.length < 3 || word.length > 40) return word
  const found = known.get(word)
  if (found !== undefined) return found
  const result = /^[a-z]+$/.test(word) ? porter(word) : word
  if (known.size > 50_000) known.clear()
  known.set(word, result)
  return result
}

const isConsonant = (w: string, i: number): boolean => {
  const c = w[i]
  if (c === "a" || c === "e" || c === "i" || c === "o" || c === "u") return false
  return c !== "y" || i === 0 || !isConsonant(w, i - 1)
}

/** Number of vowel-consonant sequences. */
const measure = (w: string): number => {
  let m = 0
  let vowel = false
  for (let i = 0; i < w.length; i++) {
    if (isConsonant(w, i)) {
      if (vowel) m++
      vowel = false
    } else vowel = true
  }
  return m
}

const hasVowel = (w: string): boolean => {
  for (let i = 0; i < w.length; i++) if (!isConsonant(w, i)) return true
  return false
}

const doubled = (w: string): boolean =>
  w.length > 1 && w[w.length - 1] === w[w.length - 2] && isConsonant(w, w.length - 1)

const short = (w: string): boolean => {
  const n = w.length
  return n >= 3 && isConsonant(w, n - 3) && !isConsonant(w, n - 2) && isConsonant(w, n - 1) && !/[wxy]$/.test(w)
}

const pairs = (list: string): ReadonlyArray<readonly [string, string]> =>
  list.split(" ").map((pair) => pair.split(":") as [string, string])

const step2 = pairs(
  "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate "
    + "alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log"
)
const step3 = pairs("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:")
const step4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(" ")

const porter = (input: string): string => {
  let w = input
  if (w.endsWith("sses") || w.endsWith("ies")) w = w.slice(0, -2)
  else if (w.endsWith("s") && !w.endsWith("ss")) w = w.slice(0, -1)
  if (w.endsWith("eed")) {
    if (measure(w.slice(0, -3)) > 0) w = w.slice(0, -1)
  } else {
    const base = w.endsWith("ed") ? w.slice(0, -2) : w.endsWith("ing") ? w.slice(0, -3) : undefined
    if (base !== undefined && hasVowel(base)) {
      w = base
      if (/(?:at|bl|iz)$/.test(w)) w += "e"
      else if (doubled(w) && !/[lsz]$/.test(w)) w = w.slice(0, -1)
      else if (measure(w) === 1 && short(w)) w += "e"
    }
  }
  if (w.endsWith("y") && hasVowel(w.slice(0, -1))) w = `${w.slice(0, -1)}i`
  for (const [suffix, replacement] of step2) {
    if (!w.endsWith(suffix)) continue
    const base = w.slice(0, -suffix.length)
    if (measure(base) > 0) w = base + replacement
    break
  }
  for (const [suffix, replacement] of step3) {
    if (!w.endsWith(suffix)) continue
    const base = w.slice(0, -suffix.length)
    if (measure(base) > 0) w = base + replacement
    break
  }
  let longest = ""
  for (const suffix of step4) if (w.endsWith(suffix) && suffix.length > longest.length) longest = suffix
  if (longest !== "") {
    const base = w.slice(0, -longest.length)
    if (measure(base) > 1 && (longest !== "ion" || /[st]$/.test(base))) w = base
  }
  if (w.endsWith("e")) {
    const base = w.slice(0, -1)
    const m = measure(base)
    if (m > 1 || (m === 1 && !short(base))) w = base
  }
  return w.endsWith("ll") && measure(w) > 1 ? w.slice(0, -1) : w
}
