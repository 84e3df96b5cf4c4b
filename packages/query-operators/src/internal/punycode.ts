/** Internationalised host names without the tables of a platform: Punycode (RFC 3492). */

const base = 36
const leastThreshold = 1
const mostThreshold = 26
const skew = 38
const damp = 700
const firstBias = 72
const firstCodePoint = 128
const largestCodePoint = 0x10ffff
/** A label of a host name is at most this long; nothing longer is read. */
const longestLabel = 63

const digitOf = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 22
  const lower = code | 32
  return lower >= 97 && lower <= 122 ? lower - 97 : base
}

const adapt = (delta: number, points: number, isFirst: boolean): number => {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / points)
  let steps = 0
  for (; rest > ((base - leastThreshold) * mostThreshold) >> 1; steps += base) {
    rest = Math.floor(rest / (base - leastThreshold))
  }
  return steps + Math.floor(((base - leastThreshold + 1) * rest) / (rest + skew))
}

/** The text of a label without its `xn--`; `undefined` when it is none. */
const decoded = (label: string): string | undefined => {
  if (label.length > longestLabel) return undefined
  const delimiter = label.lastIndexOf("-")
  const points = Array.from(delimiter > 0 ? label.slice(0, delimiter) : "", (letter) => letter.charCodeAt(0))
  let at = delimiter > 0 ? delimiter + 1 : 0
  let point = firstCodePoint
  let bias = firstBias
  let position = 0
  while (at < label.length) {
    const before = position
    for (let weight = 1, step = base;; step += base) {
      const digit = at < label.length ? digitOf(label.charCodeAt(at++)) : base
      if (digit === base) return undefined
      position += digit * weight
      const threshold = Math.min(mostThreshold, Math.max(leastThreshold, step - bias))
      if (digit < threshold) break
      weight *= base - threshold
      if (position > Number.MAX_SAFE_INTEGER / base) return undefined
    }
    const count = points.length + 1
    bias = adapt(position - before, count, before === 0)
    point += Math.floor(position / count)
    position %= count
    if (point > largestCodePoint || (point >= 0xd800 && point <= 0xdfff)) return undefined
    points.splice(position++, 0, point)
  }
  return String.fromCodePoint(...points)
}

/** A host name as people write it. A label that is not well written stays as it is. */
export const toUnicode = (host: string): string =>
  host.split(".").map((label) => label.startsWith("xn--") ? decoded(label.slice(4)) ?? label : label).join(".")

/** A host name as DNS has it, by the rules of URLs (UTS 46); empty when it cannot be one. */
export const toAscii = (host: string): string => {
  const parsed = URL.parse(`ws://${host}`)
  return parsed !== null && parsed.href === `ws://${parsed.hostname}/` ? parsed.hostname : ""
}
