/**
 * Detects an element's role from its class names and ids. Names are split into words, and one to four neighbouring
 * words are looked up in a table, so no regular expression runs over page input.
 *
 * @since 0.1.0
 */

import * as Character from "../tape/characters.ts"
import { hashWith } from "../tape/hash.ts"
import { type Lexicon, Notes } from "./lexicon.ts"
import { WordTable } from "./wordTable.ts"

/**
 * The role of names that are boilerplate on almost every site: navigation, sharing, related links, banners, dialogs.
 */
export const STRONG = 1
/** The role of names that are often boilerplate. They are evidence only together with poor content. */
export const WEAK = 2
export const COMMENTS = 4
export const POSITIVE = 8
export const ARTICLE_BODY = 16
/** The role of tabs, accordions and answers, whose content is shown on demand. */
export const PANEL = 32
export const CHROME = 64
export const CAPTION = 128
export const EMBED = 256
/** The role of names that are often outside the article's body. */
export const LEAD = 512
/** The role of elements that common frameworks hide visually, for screen readers or print. */
export const CONCEALED = 1024
export const AUTHOR = 2048
export const TIME = 4096
export const REVIEWS = 8192
/**
 * The role of signatures, which forums and mails repeat below each post. In references, `signature` is a function's
 * head, which is content.
 */
export const SIGNATURE = 16384

const table = new Map<string, number>()
const add = (bit: number, list: string) => {
  for (const entry of list.split(/\s+/)) {
    const forms = entry.endsWith("?") ? [entry.slice(0, -1), entry.slice(0, -2)] : [entry]
    for (const form of forms) {
      const key = form.replaceAll("-", "")
      table.set(key, (table.get(key) ?? 0) | bit)
    }
  }
}
add(
  STRONG,
  `nav navbar navigation navi topnav subnav sitenav main-menu mega-menu megamenu sub-menu submenu breadcrumbs? crumbs? footer
  colophon share sharing sharebar sharedaddy share-buttons? shares? social social-media social-links? social-icons? socials addthis
  addtoany related related-posts? related-articles? related-products? related-content related-links? related-stories recommended
  recommendations? you-may-also-like youmayalsolike more-stories more-articles more-posts more-news read-next readmore read-more
  up-next next-article newsletters? subscribe subscription signup sign-up optin opt-in mailing-list adsbygoogle advert adverts
  advertisements? advertising ads ad adslot ad-slot ad-unit ad-container ad-wrapper dfp sponsored outbrain taboola cookies?
  cookie-banner cookie-notice consent gdpr onetrust popup pop-up modal lightbox overlay offcanvas off-canvas drawer minicart
  mini-cart cart-drawer skip-links? skip-to-content skip-nav screen-reader-text off-screen offscreen sr-only visually-hidden visuallyhidden hidden-print
  noprint no-print print-link print-page print-icon print-button printfriendly print-friendly pagination pager page-numbers? pagenavi prev-next post-navigation nav-links author-bio author-box about-author
  author-info back-to-top scroll-to-top print-only toc table-of-contents tags tag-list post-tags tagcloud tag-cloud paywall login
  log-in search-form searchform toolbar masthead announcement-bar announcement promo-bar site-header page-footer global-header
  site-footer feedback edit-page edit-link language-selector lang-selector language-switcher facets? filters? refinements? refinement-bar sort-by wishlist
  compare copyright credits? trending most-read most-popular popular-posts latest-posts recent-posts latest-news suggested
  suggestions carousel-controls swiper-button mw-editsection cite-backlink navbox catlinks printfooter jump-link noexcerpt quick-links
  hotjar chat-widget live-chat intercom avatar gravatar rating-histogram instagram-feed sharethis wp-block-social-links jp-relatedposts
  yarpp crp-related post-nav post-meta-footer entry-footer entry-utility ssba heateor a2a a2a-kit shariff swipe-nav paginator
  nextprev tag-links cat-links tags-links posttags article-tags article-share article-related story-tags story-share hinweis-banner
  message-cell-user message-user-extras message-user-details message-attribution message-signature message-footer post-profile postprofile
  post-signature user-title usertitle post-controls post-buttons reactions-bar reaction-bar
  block-expand-link expand-link expandlink post-reactions reviews product-reviews customer-reviews reviews-section review-section review-list yotpo judgeme bazaarvoice product-recommendations
  recommended-products product-suggest complete-the-look frequently-bought cart-upsell payment-options mfp-hide waitlist newsletter-form email-capture size-guide size-chart
  teaser-related artikel-teaser weitere-artikel mehr-zum-thema kommentar-form lesen-sie-auch verwandte-artikel
  wpcf7 gform gform-wrapper wpforms hs-form hubspot-form mkto-form ninja-forms nf-form frm-forms forminator honeypot usa-banner`
)
add(
  WEAK,
  `header head sidebar side-bar side aside rail right-rail left-rail widgets? widget-area menu banner promo promotion cta
  call-to-action meta metadata post-meta entry-meta byline dateline timestamp comments? comment-list comments-area disqus respond
  reply replies bottom top utility utilities actions? buttons? tools? controls? tabs dropdown flyout accordion-nav categories
  category-list archives? links link-list blogroll author bio profile caption-credit sponsor partners? logos? brand download-app
  app-banner sticky fixed floating alert notice notification message disclaimer legal terms donate follow subscribe-form form
  contact-form event-list teasers? card-list thumbs thumbnails gallery-nav slider-nav extras? supplementary secondary tertiary more
  teaser-list upsells? cross-sells? recently-viewed similar also-bought bundle customers-also infobox kasten marginalie`
)
add(
  COMMENTS,
  `comments? comment-list comments-area commentlist comment-section disqus disqus-thread respond comment-respond livefyre fb-comments
  user-comments discussion-comments comment-form kommentare leserkommentare commentaires comentarios`
)
add(
  POSITIVE,
  `article-body article-content article-text articlebody post-content post-body entry-content entry-body entry story-body
  story-content storytext body-copy body-content page-content main-content content-body markdown-body prose rich-text richtext
  blog-content blog-post single-content td-post-content mw-parser-output rst-content documentation docs-content article story post
  text content main`
)
add(
  ARTICLE_BODY,
  `article-body article-content article-text articlebody post-content post-body entry-content story-body story-content story-text
  storytext body-copy markdown-body td-post-content mw-parser-output single-content blog-content blog-post-content
  article-body-content article-main main-article post-text artikel-text artikeltext post-entry`
)
add(
  PANEL,
  "tab-pane tab-panel tabpanel accordion collapse collapsed collapsible faq faqs answer answers expand expandable panel"
)
add(CHROME, "nav navbar navigation menu modal filter filters cart search dialog drawer popup expand-link expandlink")
add(
  CAPTION,
  `caption captions figcaption img-caption image-caption photo-caption picture-caption media-caption wp-caption-text news-caption
  newscaption image-credit photo-credit img-credit photo-credits caption-text image-subtitle bildunterschrift bildtext
  legende copyright-image pic-caption`
)
add(
  CONCEALED,
  "screen-reader-text screen-reader-only off-screen offscreen sr-only visually-hidden visuallyhidden a11y-hidden assistive-text"
)
add(EMBED, "embed embeds embedded twitter-tweet tweet instagram-media fb-post")
add(
  LEAD,
  `lead lede lead-text intro introduction teaser-text teasertext summary standfirst subtitle sub-title subheadline sub-headline
  excerpt deck dek abstract vorspann anreisser introtext intro-text chapo stand-first article-intro content-intro kicker-text
  subheading sub-heading strapline tagline article-summary entry-summary bajada entradilla sottotitolo ingress`
)
add(
  AUTHOR,
  `authors? author-name username user-name bigusername user-details creator poster posted-by hnuser nickname display-name
  post-user message-name comment-author forum-post-author`
)
add(TIME, "date datetime timestamp time post-time post-date posted-on dateline relative-time")

add(SIGNATURE, "signatures?")

add(
  REVIEWS,
  `reviews? product-reviews customer-reviews reviews-section review-section review-list yotpo judgeme bazaarvoice bv
  ratings-reviews reviews-ratings trustpilot okendo stamped loox feefo powerreviews testimonials?`
)

const MAX_JOINED_WORDS = 4
const words = new WordTable(table)

const known = new Notes()

export const roleOfName = (lexicon: Lexicon, name: number): number => {
  known.turnTo(lexicon)
  const noted = known.of(name)
  return (noted !== 0
    ? noted
    : known.set(name, 1 + rolesOfLetters(lexicon.letters, lexicon.startOf(name), lexicon.startOf(name + 1)))) - 1
}

export const rolesOfText = (name: string): number => {
  const codes = Uint16Array.from({ length: name.length }, (_, at) => name.charCodeAt(at))
  return rolesOfLetters(codes, 0, codes.length)
}

export const united = (bits: number): number => (bits & EMBED) !== 0 ? bits & ~(STRONG | WEAK) : bits

/** Maximum characters of an id that names a role. A longer one is a slug or generated. */
const TOO_LONG_FOR_ID = 40
const MAX_HYPHENS = 1
const MAX_HYPHENS_OF_ADVERTISEMENT = 4

export const isName = (id: string): boolean => {
  if (id.length >= TOO_LONG_FOR_ID) return false
  let hyphens = 0
  for (let k = 0; k < id.length; k++) {
    if (id.charCodeAt(k) === Character.HYPHEN || id.charCodeAt(k) === Character.UNDERSCORE) hyphens++
  }
  return hyphens <= MAX_HYPHENS ||
    hyphens <= MAX_HYPHENS_OF_ADVERTISEMENT && (id.startsWith("ad") || id.startsWith("div") || id.startsWith("google"))
}

const letters = new Uint16Array(60)
const ends = new Uint8Array(12)

const built = "elementor-widget"
const MIN_BUILT_WORDS = 2
const print = "d-print-"
const shown = "d-print-none"

const rolesOfLetters = (codes: Uint16Array, from: number, to: number): number => {
  const isConcealed = begins(codes, from, to, print) && !(to - from === shown.length && begins(codes, from, to, shown))
  let bits = isConcealed ? CONCEALED : 0
  if (from === to || to - from > letters.length || isUtility(codes, from, to) || isGenerated(codes, from, to)) {
    return bits
  }
  const count = split(codes, from, withoutHash(codes, from, to))
  // A page builder uses "widget" for any part, including headings and pictures.
  for (let first = begins(codes, from, to, built) ? MIN_BUILT_WORDS : 0; first < count; first++) {
    const start = first === 0 ? 0 : ends[first - 1]!
    let hash = 0
    let at = start
    for (let last = first; last < count && last < first + MAX_JOINED_WORDS; last++) {
      for (const end = ends[last]!; at < end; at++) hash = hashWith(hash, letters[at]!)
      const place = words.find(letters, start, at, hash)
      if (place >= 0) bits |= words.values[place]!
    }
  }
  return bits
}

const begins = (codes: Uint16Array, from: number, to: number, prefix: string): boolean => {
  let k = 0
  while (k < prefix.length && from + k < to && codes[from + k] === prefix.charCodeAt(k)) k++
  return k === prefix.length
}

/** Returns whether a class is a utility class, which contains a colon or a bracket: `print:hidden`, `w-[12px]`. */
export const isUtility = (codes: Uint16Array, from: number, to: number): boolean => {
  for (let k = from; k < to; k++) if (codes[k] === Character.COLON || codes[k] === Character.OPEN_BRACKET) return true
  return false
}

const isGenerated = (codes: Uint16Array, from: number, to: number): boolean =>
  begins(codes, from, to, "css-") || begins(codes, from, to, "sc-") || begins(codes, from, to, "jss-") ||
  begins(codes, from, to, "emotion-")

/** Minimum length of a hash in a class name, for example `Card_title__x7Ab2`. */
const MIN_HASH_CHARACTERS = 4
const MAX_HASH_CHARACTERS = 10

/** Returns the end of a class name without the hash that CSS modules append after a double underscore. */
const withoutHash = (codes: Uint16Array, from: number, to: number): number => {
  let at = from
  while (at < to - 1 && !(codes[at] === Character.UNDERSCORE && codes[at + 1] === Character.UNDERSCORE)) at++
  const size = to - at - 2
  if (at === from || size < MIN_HASH_CHARACTERS || size > MAX_HASH_CHARACTERS) return to
  let generated = false
  for (let k = at + 2; k < to; k++) {
    const c = codes[k]!
    if ((c >= Character.UPPER_A && c <= Character.UPPER_Z) || (c >= Character.ZERO && c <= Character.NINE)) {
      generated = true
    } else if (
      !((c >= Character.LOWER_A && c <= Character.LOWER_Z) || c === Character.UNDERSCORE || c === Character.HYPHEN)
    ) return to
  }
  return generated ? at : to
}

const split = (codes: Uint16Array, from: number, to: number): number => {
  let size = 0
  let count = 0
  let start = from
  for (let k = from; k <= to && count < ends.length; k++) {
    const c = k < to ? codes[k]! : Character.HYPHEN
    const capital = c >= Character.UPPER_A && c <= Character.UPPER_Z
    const hump = capital && k > start && isLower(codes[k - 1]!)
    if (c === Character.HYPHEN || c === Character.UNDERSCORE || hump) {
      if (k > start) ends[count++] = size
      start = hump ? k : k + 1
    }
    if (c !== Character.HYPHEN && c !== Character.UNDERSCORE) letters[size++] = capital ? c + Character.TO_LOWER : c
  }
  return count
}

const isLower = (c: number): boolean =>
  (c >= Character.LOWER_A && c <= Character.LOWER_Z) || (c >= Character.ZERO && c <= Character.NINE)
