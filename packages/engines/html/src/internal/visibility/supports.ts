/**
 * Evaluates `@supports` conditions.
 *
 * @since 0.2.0
 */

/** Maximum depth of nested `@supports` conditions. */
const DEEPEST_CONDITION = 6

/**
 * Returns whether a browser supports an `@supports` condition. Current browsers support almost everything that exists.
 */
export const isSupported = (given: string, depth: number = 0): boolean => {
  const condition = given.trim()
  if (depth > DEEPEST_CONDITION) return false
  const [, negated] = /^not\b([^]*)$/i.exec(condition) ?? []
  if (negated !== undefined) return !isSupported(negated, depth + 1)
  const all = topLevel(condition, /and\b/iy)
  if (all.length > 1) return all.every((one) => isSupported(one, depth + 1))
  const some = topLevel(condition, /or\b/iy)
  if (some.length > 1) return some.some((one) => isSupported(one, depth + 1))
  const [, selector] = /^selector\(([^]*)\)$/i.exec(condition) ?? []
  if (selector !== undefined) return !/:-(?!webkit-)/.test(selector)
  const [, inner] = /^\(([^]*)\)$/.exec(condition) ?? []
  if (inner === undefined) return !/^font-(?:tech|format)/i.test(condition)
  if (/^\s*(?:\(|not\b|selector\()/i.test(inner)) return isSupported(inner, depth + 1)
  const [, property = "", value = ""] = /^\s*([\w-]+)\s*:\s*([^]*)$/.exec(inner) ?? []
  // only one browser has these properties
  if (/^-(?:ms|moz|o)-/i.test(property)) return false
  if (/^display$/i.test(property)) return displays.test(value.trim())
  return [...value.matchAll(/(?<![\w-])([\w-]+)\(/g)].every(([, name = ""]) => functions.test(name))
}

/** Splits a text at a word, except within brackets. The regular expression for the word must be sticky. */
const topLevel = (text: string, word: RegExp): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === "(") depth++
    else if (sign === ")") depth--
    else if (depth === 0 && (sign === "a" || sign === "o" || sign === "A" || sign === "O")) {
      word.lastIndex = at
      const found = word.exec(text)
      if (found === null || !/[\s)]/.test(text[at - 1] ?? "")) continue
      parts.push(text.slice(from, at))
      at += found[0].length - 1
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

/** Matches a function that browsers support in values. */
const functions =
  /^(?:-(?:webkit|moz|ms|o)-[\w-]+|calc|min|max|clamp|var|env|attr|url|rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color|color-mix|light-dark|contrast-color|(?:repeating-)?(?:linear|radial|conic)-gradient|image(?:-set)?|cross-fade|translate(?:x|y|z|3d)?|scale(?:x|y|z|3d)?|rotate(?:x|y|z|3d)?|skew[xy]?|matrix(?:3d)?|perspective|inset|circle|ellipse|polygon|path|shape|rect|xywh|ray|blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia|cubic-bezier|steps|linear|minmax|repeat|fit-content|counters?|anchor(?:-size)?|round|mod|rem|abs|sign|sin|cos|tan|pow|sqrt|hypot|log|exp|scroll|view|element|if|sibling-(?:index|count)|calc-size)$/i

const displays =
  /^(?:inline|block|contents|none|flow|ruby|grid|flex|table|list-item|run-in|math)(?:-|$)|^-(?:webkit|ms|moz)-/i
