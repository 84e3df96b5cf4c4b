/** The data that a framework embeds in a page for its scripts. */

/** Maximum characters of a page, and of one data item, that are parsed. */
const MAX_PAGE_CHARACTERS = 5_000_000
const MAX_DATA_CHARACTERS = 2_000_000
/** Maximum data items of one page. */
const MAX_PIECES = 50
/** Maximum depth of references in serialised data, and maximum values built from them. */
const MAX_DEPTH_OF_REFERENCES = 60
const MAX_VALUES = 200_000

/** JSON in a script element: Next.js, Nuxt 3, SvelteKit, Angular and others. */
const DATA_SCRIPT =
  /<script\b([^>]{0,2000}\btype\s*=\s*["']?application\/json\b[^>]{0,2000})>([^<]*(?:<(?!\/script)[^<]*)*)<\/script/gi
/** JSON that a script assigns: Nuxt 2, Remix, Redux, Apollo and others. */
const ASSIGNED =
  /\b(?:window|self|globalThis)\.(__(?:NUXT|remixContext|INITIAL_(?:STATE|DATA|PROPS)|PRELOADED_STATE|APOLLO_STATE|NEXT_DATA|DATA)__|__remixContext|__staticRouterHydrationData)\s*=\s*/g
/** The properties of an Astro island. */
const ISLAND = /<astro-island\b[^>]{0,20000}\bprops\s*=\s*"([^"]*)"/gi

const parsed = (json: string): unknown => {
  if (json.length > MAX_DATA_CHARACTERS) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Parses data in which equal parts are written once and referenced by number (devalue, used by Nuxt and SvelteKit). */
const unflattened = (values: ReadonlyArray<unknown>): unknown => {
  let left = MAX_VALUES
  const at = (index: unknown, depth: number): unknown => {
    if (typeof index !== "number" || depth > MAX_DEPTH_OF_REFERENCES || --left < 0) return undefined
    const value = values[index]
    if (Array.isArray(value)) {
      const [kind, ...rest] = value
      // a leading string is the type of a value, such as `Reactive`, `Set`, `Date`
      if (typeof kind !== "string") return value.map((one) => at(one, depth + 1))
      return kind === "Set" ? rest.map((one) => at(one, depth + 1)) : kind === "Date" ? rest[0] : at(rest[0], depth + 1)
    }
    if (isObject(value)) {
      return Object.entries(value).map(([key, one]) => [key, at(one, depth + 1)] as const)
        .reduce((made, [key, one]) => made.set(key, one), new Map<string, unknown>())
    }
    return value
  }
  return at(0, 0)
}

/** Parses an Astro value: a pair of type and value. */
const ofAstro = (value: unknown, depth = 0): unknown => {
  if (!Array.isArray(value) || depth > MAX_DEPTH_OF_REFERENCES) return undefined
  const [kind, inner] = value as [unknown, unknown]
  if (Array.isArray(inner)) return inner.map((one) => ofAstro(one, depth + 1))
  if (kind !== 0 || !isObject(inner)) return inner
  return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, ofAstro(one, depth + 1)]))
}

/** The JSON at the start of a text, up to its last bracket. */
const jsonAt = (source: string, from: number): unknown => {
  const open = source[from]
  if (open !== "{" && open !== "[") return undefined
  let depth = 0
  let isString = false
  for (let at = from; at < source.length && at - from < MAX_DATA_CHARACTERS; at++) {
    const sign = source[at]
    if (isString) {
      if (sign === "\\") at++
      else if (sign === "\"") isString = false
    } else if (sign === "\"") isString = true
    else if (sign === "{" || sign === "[") depth++
    else if ((sign === "}" || sign === "]") && --depth === 0) return parsed(source.slice(from, at + 1))
  }
  return undefined
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&quot;": "\"",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&#39;": "'"
}
const unescaped = (text: string): string => text.replace(/&(?:quot|amp|lt|gt|#39);/g, (mark) => ENTITIES[mark]!)

/** Parses JSON strings within JSON: responses that a framework has stored with their body as text. */
const opened = (value: unknown): unknown => {
  if (!isObject(value) || typeof value.body !== "string" || !("status" in value)) return value
  return parsed(value.body) ?? value
}

/** The data items of a page, in order. */
export const statesOf = (html: string): ReadonlyArray<unknown> => {
  if (html.length > MAX_PAGE_CHARACTERS) return []
  const found: Array<readonly [at: number, value: unknown]> = []
  for (const { 1: attributes = "", 2: json = "", index } of html.matchAll(DATA_SCRIPT)) {
    const value = parsed(json)
    const isFlat = Array.isArray(value) && /__NUXT_DATA__/.test(attributes)
    found.push([index, isFlat ? unflattened(value) : opened(value)])
  }
  for (const { 0: name, index } of html.matchAll(ASSIGNED)) found.push([index, jsonAt(html, index + name.length)])
  for (const { 1: properties = "", index } of html.matchAll(ISLAND)) {
    const value = parsed(unescaped(properties))
    if (isObject(value)) {
      found.push([index, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, ofAstro(one)]))])
    }
  }
  return found.filter(([, value]) => value !== undefined).sort(([left], [right]) => left - right).slice(0, MAX_PIECES)
    .map(([, value]) => value)
}
