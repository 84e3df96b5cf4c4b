/**
 * Stores element names as small integers, with the properties that the algorithms need.
 *
 * @since 0.1.0
 */

const names =
  ("#text html head body title base link meta style script noscript template iframe svg math canvas object embed param "
    + "p div section article main aside nav header footer address hgroup center blockquote pre figure figcaption "
    + "ul ol li menu dir dl dt dd table caption colgroup col thead tbody tfoot tr td th "
    + "h1 h2 h3 h4 h5 h6 hr br wbr form fieldset legend details summary dialog search "
    + "a span b strong i em u s strike del ins code kbd samp tt var q cite abbr dfn small big sub sup mark font time data "
    + "bdi bdo ruby rt rp rb label input button select option optgroup datalist textarea output progress meter "
    + "img picture source map area audio video track applet frame frameset noframes slot listing xmp noembed plaintext")
    .split(" ")

const ids = new Map(names.map((name, id) => [name, id]))

export const tagNames: ReadonlyArray<string> = [...names, "#unknown"]

export const UNKNOWN = names.length

export const tagId = (name: string): number => ids.get(name) ?? UNKNOWN

const T = <K extends string>(list: K): Record<K extends `${string}` ? string : never, number> => {
  const out: Record<string, number> = Object.create(null)
  for (const name of list.split(" ")) out[name] = tagId(name)
  return out as never
}

export const TEXT = 0
export const HTML = tagId("html")
export const HEAD = tagId("head")
export const BODY = tagId("body")
export const TITLE = tagId("title")
export const BASE = tagId("base")
export const LINK = tagId("link")
export const META = tagId("meta")
export const STYLE = tagId("style")
export const SCRIPT = tagId("script")
export const NOSCRIPT = tagId("noscript")
export const TEMPLATE = tagId("template")
export const IFRAME = tagId("iframe")
export const SVG = tagId("svg")
export const MATH = tagId("math")
export const P = tagId("p")
export const DIV = tagId("div")
export const SPAN = tagId("span")
export const SECTION = tagId("section")
export const ARTICLE = tagId("article")
export const MAIN = tagId("main")
export const ASIDE = tagId("aside")
export const NAV = tagId("nav")
export const HEADER = tagId("header")
export const FOOTER = tagId("footer")
export const BLOCKQUOTE = tagId("blockquote")
export const PRE = tagId("pre")
export const FIGURE = tagId("figure")
export const FIGCAPTION = tagId("figcaption")
export const UL = tagId("ul")
export const OL = tagId("ol")
export const LI = tagId("li")
export const MENU = tagId("menu")
export const DL = tagId("dl")
export const DT = tagId("dt")
export const DD = tagId("dd")
export const TABLE = tagId("table")
export const CAPTION = tagId("caption")
export const THEAD = tagId("thead")
export const TBODY = tagId("tbody")
export const TFOOT = tagId("tfoot")
export const TR = tagId("tr")
export const TD = tagId("td")
export const TH = tagId("th")
export const H1 = tagId("h1")
export const H6 = tagId("h6")
export const HR = tagId("hr")
export const BR = tagId("br")
export const WBR = tagId("wbr")
export const FORM = tagId("form")
export const SUMMARY = tagId("summary")
export const DIALOG = tagId("dialog")
export const A = tagId("a")
export const CODE = tagId("code")
export const KBD = tagId("kbd")
export const SAMP = tagId("samp")
export const TT = tagId("tt")
export const Q = tagId("q")
export const SUB = tagId("sub")
export const SUP = tagId("sup")
export const B = tagId("b")
export const STRONG = tagId("strong")
export const I = tagId("i")
export const EM = tagId("em")
export const DEL = tagId("del")
export const S = tagId("s")
export const STRIKE = tagId("strike")
export const IMG = tagId("img")
export const PICTURE = tagId("picture")
export const SOURCE = tagId("source")
export const VIDEO = tagId("video")
export const AUDIO = tagId("audio")
export const INPUT = tagId("input")
export const BUTTON = tagId("button")
export const LABEL = tagId("label")
export const CITE = tagId("cite")
export const SELECT = tagId("select")
export const TEXTAREA = tagId("textarea")
export const RP = tagId("rp")
export const RT = tagId("rt")
export const OPTION = tagId("option")
export const XMP = tagId("xmp")
export const NOFRAMES = tagId("noframes")
export const NOEMBED = tagId("noembed")
export const PLAINTEXT = tagId("plaintext")

export const BLOCK = 1
/** Bit for elements that have no content and no end tag. */
export const VOID = 2
/** Bit for elements whose text is never visible. */
export const INVISIBLE = 4
/** Bit for elements that may hold the main content. */
export const CONTAINER = 8
export const HEADING = 16
/** Bit for embedded elements and form controls, which are never part of the text. */
export const EMBEDDED = 32
/** Bit for boundaries that a stray end tag of a paragraph or item does not cross. */
export const SCOPE = 64

const facts = new Uint8Array(names.length + 1)
const mark = (bit: number, list: string) => {
  for (const id of Object.values(T(list))) facts[id]! |= bit
}
mark(
  BLOCK,
  "html head body p div section article main aside nav header footer address hgroup center blockquote pre figure "
    + "figcaption ul ol li menu dir dl dt dd table caption colgroup col thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 hr "
    + "form fieldset legend details summary dialog search listing xmp title base link meta style script template option "
    + "optgroup frameset noframes plaintext"
)
mark(VOID, "area base br col embed frame hr img input link meta param source track wbr")
mark(INVISIBLE, "script style template head title base link meta noscript datalist param")
mark(
  CONTAINER,
  "div section article main ul ol dl table tbody tr td form fieldset header figure details aside blockquote body center li dd "
    + "span slot"
)
mark(HEADING, "h1 h2 h3 h4 h5 h6")
mark(
  EMBEDDED,
  "iframe svg canvas object embed input select option optgroup datalist textarea dialog area audio video source track "
    + "progress meter applet frame frameset noframes noembed"
)
mark(SCOPE, "html body table td th caption template button applet object svg math")

export const is = (id: number, bit: number): boolean => (facts[id]! & bit) !== 0
