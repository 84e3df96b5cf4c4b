/** Decides whether a page that was fetched over HTTP needs a browser, by a table of evidence. */
import type { EngineReason, RawPage } from "@dunlin/schema/RawPage"
import { decode } from "../../Charset.ts"
import { lowerCased, tagsOf, without } from "../markup.ts"
import { canAddContent } from "./contentScripts.ts"
import { addsData } from "./inlineScripts.ts"
import { type Outline, outlineOf } from "./outline.ts"

/** A text with fewer characters outside header, navigation, footer and sidebars is not content. */
const EMPTY_CHARACTERS = 200
/** A page with this many characters counts as having content, even if its text says that it needs scripts. */
const SHORT_CHARACTERS = 1_500
/** A page with this many characters counts as having content, even if it has markers that scripts replace. */
const MARKED_CHARACTERS = 3_000
/** Minimum number of markers of one template syntax in a document. A single marker may be an example in the text. */
const TEMPLATE_MARKS = 2

/** Status codes of responses that may be a bot challenge, which a browser passes by running scripts. */
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
/** Matches a script that attaches content to elements which is not in their HTML. */
const MAKES_ROOTS = /\battachShadow\s*\(|\bcustomElements\s*\.\s*define\s*\(/
/** Matches a script that navigates to another page. */
const GOES_ON = /\blocation\s*\.\s*(?:reload|replace|assign)\b|\blocation(?:\s*\.\s*href)?\s*=[^=]/
/** Matches a script that sets a cookie. */
const SETS_COOKIE = /\bdocument\s*\.\s*cookie\s*=/

interface Seen extends Outline {
  readonly status: number
  readonly hash: string
}

/** The reasons for using a browser, with their tests. The first test that matches decides. */
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

/** Matches tags that may start or end a shadow root, or load a style sheet. */
const ROOT_OR_SHEET = /<(?:\/template|template|link)\b|@import\b/g
/** Maximum distance of a style sheet from the start of its shadow root, in characters. */
const MAX_CHARACTERS_TO_SHEET = 20_000
/** Matches the attribute of a declarative shadow root. */
const ROOT_MODE = /\bshadowrootmode\b/
/** Matches the relation of a style sheet. */
const STYLE_SHEET = /\bstylesheet\b/

/** Returns whether a declarative shadow root loads an external style sheet, which may hide text. */
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

/** Matches the URL of a frame in its tag. */
const FRAME_URL = /[\s"'/]src\s*=\s*["']?([^"'\s>]+)/i
/** Matches the URL that a script will copy to the tag of a frame. */
const LATER_FRAME_URL = /\bsrc\s*=\s*["']?([^"'\s>]+)/i
/** Matches the attributes of an invisible frame. */
const UNSEEN_FRAME = /\bhidden\b|display\s*:\s*none|\b(?:width|height)\s*[=:]\s*["']?[0-9]{1,2}(?:px)?\s*["';\s]/i
/** Matches an embedded page in a frame whose scripts may fill it. */
const DOCUMENT_WITH_SCRIPT = /\bsrcdoc\s*=\s*(?:"[^"]*|'[^']*)(?:<|&lt;)script\b/i
/** Maximum frames with an embedded page that are read over HTTP. */
const MAX_FRAMES_WITH_DOCUMENT = 20
/** Maximum frames whose URLs are examined. A page with more is rendered. */
const MAX_EXAMINED_FRAMES = 200

/** Returns the tags and URLs of the frames that browsers with scripts load. */
const framesOf = function*(html: string): Generator<{ readonly tag: string; readonly address: string }> {
  const scripted = without(html, "<noscript", "</noscript")
  for (const { end, start } of tagsOf(lowerCased(scripted), "iframe")) {
    const tag = scripted.slice(start, end)
    const address = (FRAME_URL.exec(tag) ?? LATER_FRAME_URL.exec(tag))?.[1]
    if (address !== undefined) yield { tag, address }
  }
}

/**
 * Returns whether the page shows another page of its site in a frame. Such a frame is part of the content, unlike a map
 * or a player.
 */
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

/**
 * Returns whether some content can only be read by a browser: frames at other URLs, scripts of frames, attached shadow
 * roots, shadow roots with external style sheets. It takes linear time, because any site may send the page.
 */
const hasParts = (html: string, lower: string, { inline, length }: Outline, url: string): boolean => {
  const hasFrames = lower.includes("<iframe")
  return /<frameset\b/.test(lower) || hasFrames && length < EMPTY_CHARACTERS && hasFrame(html) ||
    length < SHORT_CHARACTERS && (MAKES_ROOTS.test(inline) || hasFrames && hasOwnFrame(html, url)) ||
    hasRootWithFile(lower) ||
    hasFrames && lower.includes("srcdoc") &&
      (DOCUMENT_WITH_SCRIPT.test(html) || countFramesWithDocument(lower) > MAX_FRAMES_WITH_DOCUMENT)
}

/** Reasons that depend only on the page itself, not on other pages of its kind. */
export const OF_THE_PAGE: ReadonlySet<EngineReason | undefined> = new Set(["challenge", "parts"])

export interface Need {
  /** The reason why the page needs a browser; absent if its content is complete. */
  readonly reason: EngineReason | undefined
  /**
   * Whether the page has executable scripts, or parts that only a browser reads. A page without both never needs a
   * browser.
   */
  readonly hasScripts: boolean
  /**
   * Returns whether a browser could show more content. It examines all scripts, so call it only if a browser may be
   * used.
   */
  readonly canDiffer: () => boolean
}

const NONE: Need = { reason: undefined, hasScripts: false, canDiffer: () => false }

const needed = (reason: EngineReason): Need => ({ reason, hasScripts: true, canDiffer: () => true })

/**
 * Evaluates the evidence of a page. Parts that only a browser reads, such as the frames of a frameset, need one even
 * without scripts. A page without such parts and without executable scripts never needs a browser. `blocksAds` says
 * that the browser blocks advertisements.
 */
export const needOf = (page: RawPage, url: string, blocksAds: boolean): Need => {
  if (page.contentType !== "text/html") return NONE
  const html = decode(page.body, page.charset).text
  const lower = lowerCased(html)
  const outline = outlineOf(html, MARKED_CHARACTERS, lower)
  if (page.status < 400 && hasParts(html, lower, outline, page.url)) return needed("parts")
  // the text of a long page ends before its last scripts
  const isFilled = page.status < 400 && addsData(html, lower)
  if (outline.scripts === 0 && !isFilled) return NONE
  const seen = { ...outline, status: page.status, hash: URL.parse(url)?.hash ?? "" }
  const [reason] = EVIDENCE.find(([, holds]) => holds(seen)) ?? []
  if (reason !== undefined || isFilled) return needed(reason ?? "placeholder")
  return { reason, hasScripts: true, canDiffer: () => canAddContent(html, lower, page.url, blocksAds) }
}

/** Maximum characters of each page that are compared. */
const COMPARED_CHARACTERS = 50_000
/** Minimum number of new words in a rendered page for content to count as missing over HTTP. */
const NEW_WORDS = 20
/** Minimum share of the words of a rendered page that are new. */
const NEW_WORDS_SHARE = 0.15

const wordsOf = (page: RawPage): Set<string> =>
  new Set(
    outlineOf(decode(page.body, page.charset).text, COMPARED_CHARACTERS).text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ??
      []
  )

/** Returns whether a rendered page has content that the HTTP response lacks. */
export const hasMore = (rendered: RawPage, http: RawPage): boolean => {
  if (rendered.status < 400 && http.status >= 400) return true
  const known = wordsOf(http)
  const words = wordsOf(rendered)
  let fresh = 0
  for (const word of words) if (!known.has(word)) fresh++
  return fresh >= Math.min(NEW_WORDS, Math.max(1, known.size)) && fresh >= words.size * NEW_WORDS_SHARE
}
