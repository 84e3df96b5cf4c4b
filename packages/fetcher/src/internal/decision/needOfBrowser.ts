/** Decides whether a page that was fetched over HTTP needs a browser, by a table of evidence. */
import type { EngineReason, RawPage } from "@dunlin/schema/RawPage"
import { decode } from "../../Charset.ts"
import { lowerCased, tagsOf, without } from "../markup.ts"
import { canAddContent } from "./contentScripts.ts"
import { addsData } from "./inlineScripts.ts"
import { type Outline, outlineOf } from "./outline.ts"

const EMPTY_CHARACTERS = 200
const SHORT_CHARACTERS = 1_500
/** In a longer text, remaining template markers do not matter. */
const MARKED_CHARACTERS = 3_000
/** A single template marker may be an example in the text. */
const TEMPLATE_MARKS = 2

const GATE_STATUSES: ReadonlySet<number> = new Set([401, 403, 405, 429, 503])

const EMPTY_ROOT =
  /\bid\s*=\s*["']?(?:root|app|__next|__nuxt|___gatsby|svelte|main|app-root|react-root|q-app)(?:["'\s][^>]*)?><\/>/
const TEMPLATE = /\{\{[^{}]{1,80}\}\}/g
const MARKED_TAG =
  /\b(?:aria-busy\s*=\s*["']?true|hx-trigger\s*=\s*["'][^"']*(?:load|revealed|intersect)|class\s*=\s*["'][^"']*(?:skeleton|shimmer))|<(?:turbo-frame|include-fragment)\b[^>]*\bsrc\s*=|<astro-island\b[^>]*\bclient\s*=\s*["']?only/
const LOADING = /(?:^|[>\s])(?:loading|please wait|one moment)\b[^.]{0,30}(?:…|\.\.\.)|^\s*(?:loading|please wait)\b/i
const WANTS_SCRIPTS =
  /(?:enable|activate|turn on|requires?|needs?|without)\s+(?:your\s+browser'?s?\s+)?java\s?script|java\s?script\s+(?:is|must be|has been)\s+(?:disabled|required|enabled|turned off)/i
const CHALLENGE =
  /checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human|just a moment|security check|are you a robot|ddos protection/i
const MAKES_ROOTS = /\battachShadow\s*\(|\bcustomElements\s*\.\s*define\s*\(/
const GOES_ON = /\blocation\s*\.\s*(?:reload|replace|assign)\b|\blocation(?:\s*\.\s*href)?\s*=[^=]/
const SETS_COOKIE = /\bdocument\s*\.\s*cookie\s*=/

interface Seen extends Outline {
  readonly status: number
  readonly hash: string
}

const EVIDENCE: ReadonlyArray<readonly [EngineReason, (page: Seen) => boolean]> = [
  [
    "challenge",
    ({ inline, length, noscript, status, text }) =>
      GATE_STATUSES.has(status) && length < SHORT_CHARACTERS &&
      (SETS_COOKIE.test(inline) || GOES_ON.test(inline) || CHALLENGE.test(text) || WANTS_SCRIPTS.test(text + noscript))
  ],
  ["navigation", ({ hash, status }) => status < 400 && /^#[!/]/.test(hash)],
  [
    "navigation",
    ({ inline, length, status }) =>
      status < 400 && length < SHORT_CHARACTERS && GOES_ON.test(inline) &&
      (length < EMPTY_CHARACTERS || SETS_COOKIE.test(inline))
  ],
  [
    "script-required",
    ({ length, status, text }) => status < 400 && length < SHORT_CHARACTERS && WANTS_SCRIPTS.test(text)
  ],
  [
    "placeholder",
    ({ length, status, text }) =>
      status < 400 && length < MARKED_CHARACTERS && (text.match(TEMPLATE)?.length ?? 0) >= TEMPLATE_MARKS
  ],
  [
    "placeholder",
    ({ length, status, tags }) =>
      status < 400 && length < SHORT_CHARACTERS && (EMPTY_ROOT.test(tags) || MARKED_TAG.test(tags))
  ],
  ["placeholder", ({ length, status, text }) => status < 400 && length < SHORT_CHARACTERS && LOADING.test(text)],
  ["empty", ({ length, status }) => status < 400 && length < EMPTY_CHARACTERS]
]

const ROOT_OR_SHEET = /<(?:\/template|template|link)\b|@import\b/g
const MAX_CHARACTERS_TO_SHEET = 20_000
const ROOT_MODE = /\bshadowrootmode\b/
const STYLE_SHEET = /\bstylesheet\b/

const hasRootWithFile = (lower: string): boolean => {
  if (!lower.includes("shadowrootmode")) return false
  const pattern = new RegExp(ROOT_OR_SHEET)
  let root = -Infinity
  for (let found = pattern.exec(lower); found !== null; found = pattern.exec(lower)) {
    const { 0: mark, index } = found
    const isNear = index - root <= MAX_CHARACTERS_TO_SHEET
    if (mark === "</template") root = -Infinity
    else if (mark === "@import" && isNear) return true
    else if (mark !== "@import") {
      const end = lower.indexOf(">", index)
      if (end === -1) return false
      const tag = lower.slice(index, end)
      if (mark === "<template" && ROOT_MODE.test(tag)) root = end
      if (mark === "<link" && isNear && STYLE_SHEET.test(tag)) return true
      pattern.lastIndex = end
    }
  }
  return false
}

const FRAME_URL = /[\s"'/]src\s*=\s*["']?([^"'\s>]+)/i
const LATER_FRAME_URL = /\bsrc\s*=\s*["']?([^"'\s>]+)/i
const UNSEEN_FRAME = /\bhidden\b|display\s*:\s*none|\b(?:width|height)\s*[=:]\s*["']?[0-9]{1,2}(?:px)?\s*["';\s]/i
const DOCUMENT_WITH_SCRIPT = /\bsrcdoc\s*=\s*(?:"[^"]*|'[^']*)(?:<|&lt;)script\b/i
const MAX_FRAMES_WITH_DOCUMENT = 20
/** A page with more frames is rendered without a check. */
const MAX_EXAMINED_FRAMES = 200

const framesOf = function*(html: string): Generator<{ readonly tag: string; readonly address: string }> {
  const scripted = without(html, "<noscript", "</noscript")
  for (const { end, start } of tagsOf(lowerCased(scripted), "iframe")) {
    const tag = scripted.slice(start, end)
    const address = (FRAME_URL.exec(tag) ?? LATER_FRAME_URL.exec(tag))?.[1]
    if (address !== undefined) yield { tag, address }
  }
}

const hasOwnFrame = (html: string, url: string): boolean => {
  const page = URL.parse(url)
  let examined = 0
  for (const { address, tag } of framesOf(html)) {
    const frame = URL.parse(address.replaceAll("&amp;", "&"), url)
    const isOwn = frame !== null && frame.origin === page?.origin && frame.pathname !== page.pathname
    if (++examined > MAX_EXAMINED_FRAMES || isOwn && !UNSEEN_FRAME.test(`${tag} `)) return true
  }
  return false
}

const hasFrame = (html: string): boolean => framesOf(html).next().done !== true

const countFramesWithDocument = (lower: string): number => {
  let count = 0
  for (const { end, start } of tagsOf(lower, "iframe")) if (/\bsrcdoc\s*=/.test(lower.slice(start, end))) count++
  return count
}

const hasParts = (html: string, lower: string, { inline, length }: Outline, url: string): boolean => {
  const hasFrames = lower.includes("<iframe")
  return /<frameset\b/.test(lower) || hasFrames && length < EMPTY_CHARACTERS && hasFrame(html) ||
    length < SHORT_CHARACTERS && (MAKES_ROOTS.test(inline) || hasFrames && hasOwnFrame(html, url)) ||
    hasRootWithFile(lower) ||
    hasFrames && lower.includes("srcdoc") &&
      (DOCUMENT_WITH_SCRIPT.test(html) || countFramesWithDocument(lower) > MAX_FRAMES_WITH_DOCUMENT)
}

export const OF_THE_PAGE: ReadonlySet<EngineReason | undefined> = new Set(["challenge", "parts"])

export interface Need {
  readonly reason: EngineReason | undefined
  readonly hasScripts: boolean
  readonly canDiffer: () => boolean
}

const NONE: Need = { reason: undefined, hasScripts: false, canDiffer: () => false }

const needed = (reason: EngineReason): Need => ({ reason, hasScripts: true, canDiffer: () => true })

export const needOf = (page: RawPage, url: string, blocksAds: boolean): Need => {
  if (page.contentType !== "text/html") return NONE
  const html = decode(page.body, page.charset).text
  const lower = lowerCased(html)
  const outline = outlineOf(html, MARKED_CHARACTERS, lower)
  if (page.status < 400 && hasParts(html, lower, outline, page.url)) return needed("parts")
  // `outline` stops at its text limit, so later scripts are examined here.
  const isFilled = page.status < 400 && addsData(html, lower)
  if (outline.scripts === 0 && !isFilled) return NONE
  const seen = { ...outline, status: page.status, hash: URL.parse(url)?.hash ?? "" }
  const [reason] = EVIDENCE.find(([, applies]) => applies(seen)) ?? []
  if (reason !== undefined || isFilled) return needed(reason ?? "placeholder")
  return { reason, hasScripts: true, canDiffer: () => canAddContent(html, lower, page.url, blocksAds) }
}

const COMPARED_CHARACTERS = 50_000
/** HTTP counts as incomplete if the rendered page has this many new words. */
const NEW_WORDS = 20
const NEW_WORDS_SHARE = 0.15

const wordsOf = (page: RawPage): Set<string> =>
  new Set(
    outlineOf(decode(page.body, page.charset).text, COMPARED_CHARACTERS).text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ??
      []
  )

export const hasMore = (rendered: RawPage, http: RawPage): boolean => {
  if (rendered.status < 400 && http.status >= 400) return true
  const known = wordsOf(http)
  const words = wordsOf(rendered)
  let fresh = 0
  for (const word of words) if (!known.has(word)) fresh++
  return fresh >= Math.min(NEW_WORDS, Math.max(1, known.size)) && fresh >= words.size * NEW_WORDS_SHARE
}
