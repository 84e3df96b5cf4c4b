/**
 * Evaluates media queries for the assumed screen: a desktop window with scripts and a mouse.
 *
 * @since 0.2.0
 */

/** Size of the assumed window in pixels, as on most desktops. */
export const WINDOW = { width: 1280, height: 800 } as const

/** Default size of one `em` in pixels. */
export const EM = 16

const keywords: Readonly<Record<string, ReadonlyArray<string>>> = {
  orientation: ["landscape"],
  "prefers-color-scheme": ["light"],
  "prefers-reduced-motion": ["no-preference"],
  "prefers-contrast": ["no-preference"],
  "forced-colors": ["none"],
  "inverted-colors": ["none"],
  hover: ["hover"],
  "any-hover": ["hover"],
  pointer: ["fine"],
  "any-pointer": ["fine"],
  scripting: ["enabled"],
  update: ["fast"],
  "display-mode": ["browser"]
}

/** Media features that are true when they are written without a value. */
const plain: ReadonlySet<string> = new Set(
  "width height color hover any-hover pointer any-pointer scripting".split(" ")
)

const MAX_CHARACTERS_OF_MEDIA_QUERY = 1000

/** Returns whether at least one query of a list applies. An empty list applies. */
export const isMedia = (list: string): boolean => {
  if (list === "") return true
  const text = list.trim().toLowerCase()
  if (text === "") return true
  return text.length <= MAX_CHARACTERS_OF_MEDIA_QUERY && text.split(",").some((query) => matchesQuery(query.trim()))
}

const matchesQuery = (query: string): boolean => {
  const negated = /^not\b/.test(query)
  const rest = query.replace(/^(?:not|only)\s+/, "")
  const parts = rest.split(/\band\b/).map((part) => part.trim())
  const all = parts.every((part) => part.includes(" or ") ? part.split(/\bor\b/).some(condition) : condition(part))
  return negated !== all
}

const condition = (given: string): boolean => {
  const text = given.trim()
  if (!text.startsWith("(")) return text === "all" || text === "screen"
  const inner = text.replace(/^\(+|\)+$/g, "").trim()
  if (/^not\b/.test(inner)) return !condition(inner.slice(3).trim())
  return inner.includes(":") ? named(inner) : /[<>=]/.test(inner) ? ranged(inner) : plain.has(inner)
}

const named = (text: string): boolean => {
  const [name = "", value = ""] = text.split(":").map((part) => part.trim())
  if (Object.hasOwn(keywords, name)) return keywords[name]!.includes(value)
  const limit = pixels(value)
  const size = sizeOf(name.replace(/^(?:min|max)-(?:device-)?/, ""))
  if (limit === undefined || size === undefined) return false
  return name.startsWith("min-") ? size >= limit : name.startsWith("max-") ? size <= limit : size === limit
}

const sizeOf = (name: string): number | undefined =>
  name === "width" || name === "device-width"
    ? WINDOW.width
    : name === "height" || name === "device-height"
    ? WINDOW.height
    : undefined

const ranged = (text: string): boolean => {
  const parts = text.split(/(<=|>=|<|>|=)/).map((part) => part.trim())
  for (let k = 0; k + 2 < parts.length; k += 2) {
    const left = sizeOf(parts[k]!) ?? pixels(parts[k]!)
    const right = sizeOf(parts[k + 2]!) ?? pixels(parts[k + 2]!)
    if (left === undefined || right === undefined || !compare(left, parts[k + 1]!, right)) return false
  }
  return true
}

const compare = (left: number, operator: string, right: number): boolean => {
  switch (operator) {
    case "<":
      return left < right
    case "<=":
      return left <= right
    case ">":
      return left > right
    case ">=":
      return left >= right
    default:
      return left === right
  }
}

const pixels = (value: string): number | undefined => {
  const [, digits, unit] = /^(-?[\d.]+)(px|r?em)?$/.exec(value) ?? []
  return digits === undefined ? undefined : Number(digits) * (unit?.endsWith("em") === true ? EM : 1)
}
