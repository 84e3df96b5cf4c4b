/**
 * Finds the data that a framework embeds in a page for its scripts. Each search is linear, because any site may send
 * the page.
 */
import { lowerCased, nextTag, tagsOf } from "../markup.ts"
import { isObject, ofAstro, ofDevalue, ofFlight, ofTurboStream, TooMuch } from "./serialised.ts"

const MAX_PAGE_CHARACTERS = 5_000_000
const MAX_DATA_CHARACTERS = 2_000_000
const MAX_PIECES = 50

/** Assignments of JSON by Nuxt 2, Remix, Redux, Apollo and others. */
const ASSIGNED =
  /\b(?:window|self|globalThis)\.(__(?:NUXT|remixContext|INITIAL_(?:STATE|DATA|PROPS)|PRELOADED_STATE|APOLLO_STATE|NEXT_DATA|DATA)__|__remixContext|__staticRouterHydrationData)\s*=\s*(?:JSON\.parse\(\s*)?/g
/** Stream parts that React server components and React Router push. */
const STREAMED =
  /\b(?:(__next_f)\s*\.\s*push\(\s*\[\s*1\s*,\s*|__(?:reactRouter|remix)Context\s*\.\s*streamController\s*\.\s*enqueue\(\s*)(?=")/g
const JSON_SCRIPT = /\btype\s*=\s*["']?application\/json\b/
const PROPERTIES = /\bprops\s*=\s*"([^"]*)"/i

const parsed = (json: string): unknown => {
  if (json.length > MAX_DATA_CHARACTERS) throw new TooMuch()
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const CLOSES: Readonly<Record<string, string>> = { "{": "}", "[": "]" }

const endOfJson = (source: string, from: number): number => {
  const open = source.charAt(from)
  if (open !== "\"" && !Object.hasOwn(CLOSES, open)) return from
  let depth = 0
  let isString = false
  for (let at = from; at < source.length; at++) {
    const sign = source[at]
    if (isString) {
      if (sign === "\\") at++
      else if (sign === "\"") {
        isString = false
        if (depth === 0) return at + 1
      }
    } else if (sign === "\"") isString = true
    else if (sign === "{" || sign === "[") depth++
    else if ((sign === "}" || sign === "]") && --depth === 0) return at + 1
  }
  return -1
}

/** Stops at a value without an end, to stay linear. */
const valuesAfter = function*(source: string, pattern: RegExp): Generator<readonly [RegExpExecArray, unknown]> {
  const search = new RegExp(pattern)
  for (let found = search.exec(source); found !== null; found = search.exec(source)) {
    const start = search.lastIndex
    const end = endOfJson(source, start)
    if (end === -1) return
    if (end > start) yield [found, parsed(source.slice(start, end))]
    search.lastIndex = Math.max(end, start)
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&quot;": "\"",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&#39;": "'"
}
const unescaped = (text: string): string => text.replace(/&(?:quot|amp|lt|gt|#39);/g, (mark) => ENTITIES[mark]!)

const opened = (value: unknown): unknown => {
  if (!isObject(value) || typeof value.body !== "string" || !("status" in value)) return value
  return parsed(value.body) ?? value
}

const scriptsOf = function*(html: string, lower: string) {
  for (let tag = nextTag(lower, "script", 0); tag !== undefined;) {
    const end = lower.indexOf("</script", tag.end)
    if (end === -1) return
    yield { at: tag.start, attributes: html.slice(tag.start, tag.end), source: html.slice(tag.end + 1, end) }
    tag = nextTag(lower, "script", end)
  }
}

const ofScript = (attributes: string, source: string, streams: { flight: string; router: string }): Array<unknown> => {
  if (JSON_SCRIPT.test(attributes.toLowerCase())) {
    const value = parsed(source)
    return [Array.isArray(value) && attributes.includes("__NUXT_DATA__") ? ofDevalue(value) : opened(value)]
  }
  const found: Array<unknown> = []
  if (/__(?:next_f|reactRouterContext|remixContext)\b/.test(source)) {
    for (const [{ 1: flight }, value] of valuesAfter(source, STREAMED)) {
      if (typeof value === "string") streams[flight === undefined ? "router" : "flight"] += value
    }
  }
  for (const [, value] of valuesAfter(source, ASSIGNED)) {
    found.push(typeof value === "string" ? parsed(value) : value)
  }
  return found
}

/**
 * Returns the data items of a page, in order. Above a limit it returns no result, because incomplete data would miss
 * content.
 */
export const statesOf = (html: string): ReadonlyArray<unknown> | undefined => {
  if (html.length > MAX_PAGE_CHARACTERS) return undefined
  const lower = lowerCased(html)
  const found: Array<readonly [at: number, value: unknown]> = []
  const streams = { flight: "", router: "" }
  try {
    for (const { at, attributes, source } of scriptsOf(html, lower)) {
      for (const value of ofScript(attributes, source, streams)) found.push([at, value])
    }
    if (streams.flight !== "") found.push([html.length, ofFlight(streams.flight, parsed)])
    if (streams.router !== "") {
      const [first = ""] = streams.router.split("\n", 1)
      const values = parsed(first)
      if (Array.isArray(values)) found.push([html.length, ofTurboStream(values)])
    }
    for (const { end, start } of tagsOf(lower, "astro-island")) {
      const value = parsed(unescaped(PROPERTIES.exec(html.slice(start, end))?.[1] ?? ""))
      if (isObject(value)) {
        found.push([start, new Map(Object.entries(value).map(([key, one]) => [key, ofAstro(one)]))])
      }
    }
  } catch (error) {
    if (error instanceof TooMuch) return undefined
    throw error
  }
  const values = found.filter(([, value]) => value !== undefined)
  if (values.length > MAX_PIECES) return undefined
  return values.sort(([left], [right]) => left - right).map(([, value]) => value)
}
