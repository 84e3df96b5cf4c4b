/**
 * Removes invisible characters from texts, except those that the script needs.
 *
 * @since 0.2.0
 */

/**
 * Matches characters that may be invisible: controls, the soft hyphen, joiners, fillers, direction marks and
 * overrides, variation selectors, and tags.
 */
const candidates =
  // oxlint-disable-next-line no-control-regex no-misleading-character-class
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

const joining = /[\u0600-\u1fff\ua800-\uabff]/

const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u

/** Matches flags of regions: a black flag, letters as tags, and the end tag. */
const flag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/gu

const NEAR = 2

const before = (text: string, at: number): string => {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(Math.max(0, at - 2), at) : text.slice(Math.max(0, at - 1), at)
}

const behind = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20)

const isNeeded = (text: string, at: number, sign: string): boolean => {
  const code = sign.codePointAt(0)!
  if (code === 0x200c || code === 0x200d) {
    const left = before(text, at)
    const right = behind(text, at + 1)
    return joining.test(left) && joining.test(right) ||
      code === 0x200d && (pictograph.test(left) || left === "\ufe0f") &&
        (pictograph.test(right) || /[♀♂⚕⚖✈]/.test(right))
  }
  if (code === 0x200e || code === 0x200f || code === 0x61c) {
    return rightToLeft.test(text.slice(Math.max(0, at - NEAR), at + NEAR + 1).replace(sign, ""))
  }
  // One variation selector after its base character stays. Several in a row encode hidden data.
  if (code >= 0xfe00 && code <= 0xfe0f) return /^(?!\p{Variation_Selector})[^\sA-Za-z]/u.test(before(text, at))
  if (code >= 0xe0100 && code <= 0xe01ef) return /\p{Script=Han}/u.test(before(text, at))
  return code >= 0x180b && code <= 0x180f && code !== 0x180e && /[\u1800-\u18af]/.test(before(text, at))
}

/**
 * Returns a text without its invisible characters, and their count.
 *
 * @category conversions
 * @since 0.2.0
 */
export const withoutInvisible = (text: string): { readonly text: string; readonly count: number } => {
  candidates.lastIndex = 0
  if (!candidates.test(text)) return { text, count: 0 }
  const flags = new Set<number>()
  for (const { 0: found, index } of text.matchAll(flag)) {
    for (let at = index + 2; at < index + found.length; at += 2) flags.add(at)
  }
  let count = 0
  const clean = text.replace(candidates, (sign, at: number) => {
    if (flags.has(at) || isNeeded(text, at, sign)) return sign
    count++
    return ""
  })
  return { text: clean, count }
}
