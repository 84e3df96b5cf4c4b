/** Whether a page fetched over HTTP needs a browser: a table of evidence. */
import type { EngineReason, RawPage } from "@dunlin/schema/RawPage"
import { decode } from "../../Charset.ts"
import { type Outline, outlineOf } from "./outline.ts"

/** Minimum characters outside header, navigation, footer and sidebars; fewer are not written content. */
const EMPTY_CHARACTERS = 200
/** A page with more characters has content, whatever it says about scripts. */
const SHORT_CHARACTERS = 1_500
/** A page with more characters has content, whatever markers it has. */
const MARKED_CHARACTERS = 3_000
/** Minimum markers of one template syntax in a document; a single one may be an example in the text. */
const TEMPLATE_MARKS = 2

/** Status codes of pages that may require a script check first. */
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
/** A script that attaches content to elements which is not in their HTML. */
const MAKES_ROOTS = /\battachShadow\s*\(/
const GOES_ON = /\blocation\s*\.\s*(?:reload|replace|assign)\b|\blocation(?:\s*\.\s*href)?\s*=[^=]/
const SETS_COOKIE = /\bdocument\s*\.\s*cookie\s*=/

interface Seen extends Outline {
  readonly status: number
  readonly hash: string
}

/** The reasons for using a browser, with their tests; the first match counts. */
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

/** A shadow root with an external style sheet, which may hide text. */
const ROOT_WITH_FILE =
  /<template\b[^>]*\bshadowrootmode\b[^>]*>(?:(?!<\/template)[^]){0,20000}(?:<link\b[^>]{0,2000}\bstylesheet\b|@import\b)/i
const FRAME = /<iframe\b[^>]*\bsrc\s*=\s*["']?[^"'\s>]/i
const FRAMES = /<iframe\b([^>]*)\bsrc\s*=\s*["']?([^"'\s>]+)([^>]*)/gi
const NOSCRIPT = /<noscript\b[^]*?<\/noscript/gi
/** The page for browsers with scripts. */
const scripted = (html: string): string => html.replace(NOSCRIPT, "")
/** Matches the attributes of an invisible frame. */
const UNSEEN_FRAME = /\bhidden\b|display\s*:\s*none|\b(?:width|height)\s*[=:]\s*["']?[0-9]{1,2}(?:px)?\s*["';\s]/i
/** Matches a frame with an embedded page. */
const FRAME_WITH_DOCUMENT = /<iframe\b[^>]*\bsrcdoc\s*=/gi
/** An embedded page in a frame whose scripts may fill it. */
const DOCUMENT_WITH_SCRIPT = /\bsrcdoc\s*=\s*(?:"[^"]*|'[^']*)(?:<|&lt;)script\b/i
/** Maximum frames with an embedded page that are read over HTTP. */
const MAX_FRAMES_WITH_DOCUMENT = 20

/**
 * Whether the page shows another page of its site in a frame: that is part of its content, unlike a map or a player.
 */
const hasOwnFrame = (html: string, url: string): boolean => {
  const page = URL.parse(url)
  for (const [, before = "", address = "", after = ""] of scripted(html).matchAll(FRAMES)) {
    const frame = URL.parse(address.replaceAll("&amp;", "&"), url)
    const isOwn = frame !== null && frame.origin === page?.origin && frame.pathname !== page.pathname
    if (isOwn && !UNSEEN_FRAME.test(`${before} ${after} `)) return true
  }
  return false
}

/**
 * Whether some content can only be read by a browser: frames at other URLs, scripts of frames, attached shadow roots,
 * shadow roots with external style sheets.
 */
const hasParts = (html: string, { inline, length }: Outline, url: string): boolean =>
  /<frameset\b/i.test(html) || length < EMPTY_CHARACTERS && FRAME.test(scripted(html)) ||
  length < SHORT_CHARACTERS && (MAKES_ROOTS.test(inline) || hasOwnFrame(html, url)) ||
  html.includes("shadowrootmode") && ROOT_WITH_FILE.test(html) ||
  /\bsrcdoc\b/i.test(html) &&
    (DOCUMENT_WITH_SCRIPT.test(html) || (html.match(FRAME_WITH_DOCUMENT)?.length ?? 0) > MAX_FRAMES_WITH_DOCUMENT)

/** Reasons that concern only the page itself, whatever other pages of its kind showed. */
export const OF_THE_PAGE: ReadonlySet<EngineReason | undefined> = new Set(["challenge", "parts"])

export interface Need {
  /** Why the page needs a browser; absent if its content is complete. */
  readonly reason: EngineReason | undefined
  /** Whether the page has executable scripts, or such parts; otherwise it never needs a browser. */
  readonly hasScripts: boolean
}

const NONE: Need = { reason: undefined, hasScripts: false }

/** Evaluates the evidence of a page. A page without executable scripts never needs a browser. */
export const needOf = (page: RawPage, url: string): Need => {
  if (page.contentType !== "text/html") return NONE
  const html = decode(page.body, page.charset).text
  const outline = outlineOf(html, MARKED_CHARACTERS)
  if (page.status < 400 && hasParts(html, outline, page.url)) return { reason: "parts", hasScripts: true }
  if (outline.scripts === 0) return NONE
  const seen = { ...outline, status: page.status, hash: URL.parse(url)?.hash ?? "" }
  return { reason: EVIDENCE.find(([, holds]) => holds(seen))?.[0], hasScripts: true }
}

/** Maximum characters of each page that are compared. */
const COMPARED_CHARACTERS = 50_000
/** Minimum number and share of new words in a rendered page that count as content missing over HTTP. */
const NEW_WORDS = 20
const NEW_WORDS_SHARE = 0.15

const wordsOf = (page: RawPage): Set<string> =>
  new Set(
    outlineOf(decode(page.body, page.charset).text, COMPARED_CHARACTERS).text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ??
      []
  )

/** Whether a rendered page has content that the HTTP response lacks. */
export const hasMore = (rendered: RawPage, http: RawPage): boolean => {
  if (rendered.status < 400 && http.status >= 400) return true
  const known = wordsOf(http)
  const words = wordsOf(rendered)
  let fresh = 0
  for (const word of words) if (!known.has(word)) fresh++
  return fresh >= Math.min(NEW_WORDS, Math.max(1, known.size)) && fresh >= words.size * NEW_WORDS_SHARE
}
