/**
 * Parses HTML once, and reads every format from it with pure functions.
 *
 * @since 0.1.0
 */
import * as Everything from "./internal/content/everything.ts"
import * as Explain from "./internal/content/explain.ts"
import type * as Omitted from "./internal/content/omitted.ts"
import { select } from "./internal/content/select.ts"
import { attributeValues as valuesOf } from "./internal/data/attributeValues.ts"
import * as Data from "./internal/data/credits.ts"
import { withCredits } from "./internal/data/pageMetadata.ts"
import * as Anchors from "./internal/markdown/anchors.ts"
import * as Harvest from "./internal/markdown/harvest.ts"
import { toMarkdown } from "./internal/markdown/markdown.ts"
import { toHtml } from "./internal/markdown/serialize.ts"
import { toText } from "./internal/markdown/text.ts"
import { zeroWidthRemoved } from "./internal/markdown/zeroWidth.ts"
import { composed, leftFor } from "./internal/parts/compose.ts"
import { firstFault } from "./internal/selectors/firstFault.ts"
import * as Selector from "./internal/selectors/selector.ts"
import * as Tape from "./internal/tape/tape.ts"
import { baseOf, type Resolve, resolver } from "./internal/tape/urls.ts"
import { concealed as concealedOf } from "./internal/visibility/concealed.ts"
import { fromTape, type Metadata } from "./Metadata.ts"

/** Maximum characters of the output. Only pages that multiply their content reach this limit. */
const MAX_WRITTEN_CHARACTERS = 64_000_000

/**
 * A parsed page. Every function of this module reads it; no function changes it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Page {
  /** @internal */
  readonly tape: Tape.Tape
  /** @internal */
  readonly resolve: Resolve
  /** URL of the page, as given. */
  readonly url: string | undefined
  /** Whether the page exceeded its limits and was truncated. */
  readonly truncated: boolean
}

/**
 * The part of a page that is converted to Markdown.
 *
 * @category models
 * @since 0.1.0
 */
export interface Content {
  /** @internal */
  readonly keep: Uint8Array
  /** @internal */
  readonly roots: ReadonlyArray<number>
  /**
   * The content that replaces main content that was too short to be an answer, such as a headline or one line of a long
   * page. `rules` is the result of the rules without the learned trees; `everything` is all visible text.
   */
  readonly instead?: "rules" | "everything"
  /** Sections of the main part that are visible but not written, with their headings. */
  readonly omitted?: ReadonlyArray<OmittedSection>
  /**
   * Set when the main content may be the wrong part. `small`: it is less than a tenth of the text of a long page.
   * `links`: it is nearly all of a page, and more than half of it is links. Menus, footers and hidden text do not
   * count.
   */
  readonly portion?: "small" | "links"
}

/**
 * A section of the main part that is not written: its heading, and its text length in characters without white space
 * and links.
 *
 * **Example** (Name the sections that are missing)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<main><h1>Waders</h1><p>The dunlin is one of them, and the most common of all.</p></main>")
 * const omitted: ReadonlyArray<Html.OmittedSection> = Html.mainContent(page).omitted ?? []
 * console.log(omitted.map(({ heading }) => heading)) // []
 * ```
 *
 * @category models
 * @since 0.3.0
 */
export type OmittedSection = Omitted.OmittedSection

/**
 * @category options
 * @since 0.1.0
 */
export interface MarkdownOptions {
  /**
   * Writes a placeholder for each image inlined as base64. The image's alternative text stays.
   *
   * @default true
   */
  readonly removeBase64Images?: boolean | undefined
  /**
   * Retains markup that has no meaning for readers, so that CommonMark rendered to HTML converts back unchanged.
   * Examples are empty elements, nested equal marks, outer spaces of code, and titles that repeat the text.
   *
   * @default false
   */
  readonly faithful?: boolean | undefined
}

/**
 * @category options
 * @since 0.1.0
 */
export interface ContentOptions {
  /**
   * Whether the page's headline is part of the content. Annotated corpora exclude it; readers expect it.
   *
   * @default true
   */
  readonly headline?: boolean | undefined
  /** CSS selectors (or `*text*` patterns) of elements to omit. */
  readonly excludeTags?: ReadonlyArray<string> | undefined
  /** CSS selectors (or `*text*` patterns) of the only elements to write. If set, main content is not detected. */
  readonly includeTags?: ReadonlyArray<string> | undefined
}

/**
 * @category options
 * @since 0.2.0
 */
export interface MetadataOptions {
  /** Names that the caller reserves for its own fields. A meta element with one of these names is omitted. */
  readonly reserved?: ReadonlySet<string> | undefined
}

/**
 * Limits of one page. Content beyond a limit is truncated, and the page has `truncated`. Elements nested deeper than
 * `depth` lose their structure, but their text remains.
 *
 * @category options
 * @since 0.1.0
 */
export interface Limits {
  /**
   * Maximum characters of HTML.
   *
   * @default 32000000
   */
  readonly characters?: number | undefined
  /**
   * Number of elements and texts that are stored.
   *
   * @default 2000000
   */
  readonly nodes?: number | undefined
  /** @default 256 */
  readonly depth?: number | undefined
  /**
   * Whether nothing of the page stays in memory for later pages. Otherwise, style sheets that several pages contain are
   * parsed once.
   *
   * @default false
   */
  readonly isPrivate?: boolean | undefined
}

/**
 * Parses a page as a browser does. Never fails. Declarative shadow roots and frames with a `srcdoc` are parsed at their
 * position in the page.
 *
 * **Example** (Limits of a page)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const limits: Html.Limits = { characters: 1_000_000, depth: 64 }
 * const page: Html.Page = Html.parse("<h1>Hello</h1>", "https://example.com/", limits)
 * console.log(page.url, page.truncated) // https://example.com/ false
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const parse = (html: string, url?: string | undefined, limits: Limits = {}): Page => {
  const budget: Tape.Budget = {
    characters: limits.characters ?? Tape.defaultBudget.characters,
    nodes: limits.nodes ?? Tape.defaultBudget.nodes,
    depth: limits.depth ?? Tape.defaultBudget.depth
  }
  const read = Tape.parse(html, budget)
  const whole = composed(read, (source, nodes) => Tape.parse(source, { ...budget, nodes }), leftFor(read, budget.nodes))
  const tape = limits.isPrivate === true ? { ...whole, isPrivate: true } : whole
  return { tape, resolve: resolver(baseOf(tape, url)), url, truncated: tape.truncated }
}

/**
 * Returns the main content: the page without navigation, banners, related links and similar parts. If no main content
 * is found, all visible content is returned and `instead` is set. Throws on an invalid selector; call {@link
 * checkSelectors} first.
 *
 * **Example** (Only the main content)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<nav><a href=/>Home</a></nav><main><h1>Waders</h1><p>The dunlin is one.</p></main>")
 * const options: Html.ContentOptions = { excludeTags: ["h1"] }
 * const content: Html.Content = Html.mainContent(page, options)
 * console.log(Html.text(page, content)) // The dunlin is one.
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const mainContent = (page: Page, options: ContentOptions = {}): Content => {
  if (options.includeTags !== undefined && options.includeTags.length > 0) return everything(page, options)
  const excludeTags = options.excludeTags ?? []
  const chosen = select(page.tape, page.url, {
    headline: options.headline ?? true,
    excluded: Selector.find(page.tape, excludeTags)
  })
  if (chosen === undefined) return { ...everything(page, { excludeTags }), instead: "everything" }
  const { byRulesAlone, keep, omitted, portion, roots } = chosen
  return {
    keep,
    roots,
    omitted,
    ...(byRulesAlone ? { instead: "rules" as const } : {}),
    ...(portion === undefined ? {} : { portion })
  }
}

/**
 * The decision about each text of a page, with its reason.
 *
 * @category models
 * @since 0.1.0
 */
export type Explanation = Explain.Explanation

/**
 * Explains {@link mainContent} for every text: whether it is kept, which rule drops it at which element, and its
 * probability of being content. Decision trees trained on annotated pages estimate the probability.
 *
 * **Example** (Find the reason for omitted text)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<nav><a href=/>Home</a></nav><main><h1>Waders</h1><p>The dunlin is one.</p></main>")
 * const { units }: Html.Explanation = Html.explain(page)
 * console.log(units.map(({ kept, rule, text }) => [text, rule?.why ?? kept])) // [ [ 'Home', 'navigation' ], [ 'Waders', true ], [ 'The dunlin is one.', true ] ]
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const explain = (page: Page, options: ContentOptions = {}): Explanation =>
  Explain.explain(
    page.tape,
    page.url,
    {
      headline: options.headline ?? true,
      excluded: Selector.find(page.tape, options.excludeTags ?? [])
    },
    mainContent(page, options),
    writingOf(page)
  )

/**
 * Returns all content that a reader of the page can see.
 *
 * **Example** (With navigation and footer)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<nav>Home</nav><main><p>Hello</p></main>")
 * console.log(JSON.stringify(Html.text(page, Html.everything(page)))) // "Home\nHello"
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const everything = (page: Page, options: ContentOptions = {}): Content =>
  Everything.everything(page.tape, options)

/**
 * Returns whether a content is empty: no words, no pictures, and nothing else that would be written.
 *
 * **Example** (A page that scripts fill)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<div id=root></div><script src=app.js></script>")
 * console.log(Html.isEmpty(page, Html.everything(page))) // true
 * ```
 *
 * @category predicates
 * @since 0.1.0
 */
export const isEmpty = (page: Page, content: Content): boolean => Everything.isEmpty(page.tape, content)

/**
 * Returns the first invalid selector, or the first one beyond the total limit: its text, its position in the list, and
 * the reason. `undefined` if all of them can be used together.
 *
 * **Example** (Check selectors of a user)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const fault = Html.checkSelectors(["nav a", "##x"])
 * console.log(fault?.at, fault?.selector) // 1 ##x
 * ```
 *
 * @category predicates
 * @since 0.1.0
 */
export const checkSelectors = (
  selectors: ReadonlyArray<string>
): { readonly selector: string; readonly at: number; readonly detail: string } | undefined => firstFault(selectors)

/**
 * Returns the content as markdown: CommonMark with GFM tables, strikethrough and task lists.
 *
 * **Example** (From HTML to Markdown)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<main><p>A <b>small</b> wader.</p><p><img src=data:image/png;base64,AAAA alt=Dunlin></p></main>")
 * const options: Html.MarkdownOptions = { removeBase64Images: true }
 * const { markdown } = Html.markdown(page, Html.mainContent(page), options)
 * console.log(markdown.split("\n")[0]) // A **small** wader.
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const markdown = (
  page: Page,
  content: Content,
  options: MarkdownOptions = {}
): { readonly markdown: string; readonly truncated: boolean } =>
  toMarkdown(page.tape, { keep: content.keep, roots: content.roots, ...writingOf(page, options) })

const writingOf = ({ resolve, url }: Page, { faithful = false, removeBase64Images = true }: MarkdownOptions = {}) => ({
  resolve,
  url,
  removeBase64Images,
  faithful,
  budget: MAX_WRITTEN_CHARACTERS
})

/**
 * A link target on a page: its `id`, and the words of the heading or text at that position.
 *
 * @category models
 * @since 0.3.0
 */
export type Anchor = Anchors.Anchor

/**
 * Returns the link targets of a content, in document order: headings, terms of definitions, `<a name>`. A heading
 * without an `id` has an empty one. `Anchors.locate` of `@dunlin/text` finds these targets in the Markdown.
 *
 * **Example** (Link targets)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<main><h2 id=food>Food</h2><p>Worms.</p><h2>Nests</h2><p>On the ground.</p></main>")
 * const anchors: ReadonlyArray<Html.Anchor> = Html.anchors(page, Html.everything(page))
 * console.log(anchors.map(({ id, words }) => [id, words])) // [ [ 'food', 'Food' ], [ '', 'Nests' ] ]
 * ```
 *
 * @category getters
 * @since 0.3.0
 */
export const anchors = (page: Page, content: Content): ReadonlyArray<Anchor> => Anchors.anchorsOf(page.tape, content)

/**
 * Converts a fragment of HTML to markdown completely, without content selection.
 *
 * **Example** (A fragment)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * console.log(Html.toMarkdownText("<p>See <a href=/a>this</a>.</p>", "https://example.com/")) // See [this](https://example.com/a).
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const toMarkdownText = (html: string, url?: string | undefined): string => {
  const page = parse(html, url)
  return markdown(page, everything(page), { faithful: true, removeBase64Images: false }).markdown
}

/**
 * Returns the content as plain text: one line per block, without marks and URLs.
 *
 * **Example** (Plain text)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<main><h1>Waders</h1><p>The <i>dunlin</i> is one.</p></main>")
 * console.log(JSON.stringify(Html.text(page, Html.mainContent(page)))) // "Waders\nThe dunlin is one."
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const text = (page: Page, content: Content): string => toText(page.tape, content.keep, content.roots)

/**
 * Returns the URLs of all links: absolute, unique, in document order.
 *
 * **Example** (Links of the main content)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse(
 *   "<nav><a href=/about>About</a></nav><main><p>Read on <a href=next>here</a>.</p></main>",
 *   "https://example.com/docs/"
 * )
 * console.log(Html.links(page)) // [ 'https://example.com/about', 'https://example.com/docs/next' ]
 * console.log(Html.links(page, Html.mainContent(page))) // [ 'https://example.com/docs/next' ]
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const links = (page: Page, content?: Content): ReadonlyArray<string> =>
  Harvest.links(page.tape, page.resolve, page.url, content?.keep)

/**
 * Returns the URLs of all images: absolute, unique, in document order. Each image has its largest candidate; inline
 * images are omitted.
 *
 * **Example** (The largest candidates)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<img src=a.jpg srcset=\"a.jpg 1x, a-large.jpg 2x\">", "https://example.com/")
 * console.log(Html.images(page)) // [ 'https://example.com/a-large.jpg' ]
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const images = (page: Page, content?: Content): ReadonlyArray<string> =>
  Harvest.images(page.tape, page.resolve, content?.keep)

/**
 * Returns the page's metadata. {@link credits} supplies the author if no meta element names one, or if meta elements
 * name only a site or account and {@link credits} finds a person. It also supplies missing published and modified
 * dates.
 *
 * **Example** (Metadata of a page)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<html lang=en><title>Waders</title><meta name=description content=\"Birds of the shore\">")
 * const options: Html.MetadataOptions = { reserved: new Set(["statusCode"]) }
 * const { description, language, title } = Html.metadata(page, options)
 * console.log(title, description, language) // Waders Birds of the shore en
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const metadata = (page: Page, options: MetadataOptions = {}): Metadata =>
  withCredits(fromTape(page.tape, page.resolve, options.reserved), credits(page))

/**
 * The page's author, publication date and modification date, each with its evidence.
 *
 * @category models
 * @since 0.1.0
 */
export type Credits = Data.Credits

/**
 * Reads the author, published and modified dates, each with its evidence. Sources are JSON-LD, meta elements,
 * microdata, bylines, `<time>` elements and, last, the URL. A person takes precedence over the site, its publisher or
 * an account. The author of a discussion is the author of its first post. Authors of comments, answers and reviews are
 * ignored. Several authors are separated by commas. A field is `undefined` without evidence.
 *
 * **Example** (Author and date, with evidence)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<meta name=author content=\"Ann Example\"><article><h1>Waders</h1><p>Hello.</p></article>")
 * const { author }: Html.Credits = Html.credits(page)
 * console.log(author?.value) // Ann Example
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const credits = (page: Page): Credits => Data.creditsOf(page.tape, page.url)

/**
 * Values of one attribute on the elements that a selector matches.
 *
 * @category models
 * @since 0.1.0
 */
export interface Attributes {
  readonly selector: string
  readonly attribute: string
  readonly values: ReadonlyArray<string>
}

/**
 * Returns the attribute values of the elements that each selector matches, in document order. URLs are absolute. Values
 * beyond 16 million characters, over all selectors, are omitted and `truncated` is set.
 *
 * **Example** (Truncate the values)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<a href=/a data-id=1>A</a><a href=/b data-id=2>B</a>", "https://example.com/")
 * const { attributes, truncated } = Html.attributeValues(page, [{ selector: "a", attribute: "data-id" }])
 * console.log(attributes[0]?.values, truncated) // [ '1', '2' ] false
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const attributeValues = (
  page: Page,
  selectors: ReadonlyArray<{ readonly selector: string; readonly attribute: string }>
): { readonly attributes: ReadonlyArray<Attributes>; readonly truncated: boolean } => valuesOf(page, selectors)

/**
 * Like {@link attributeValues}, but returns only the list of attributes.
 *
 * **Example** (URLs are absolute)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<a class=next href=/b>Next</a>", "https://example.com/")
 * const [next]: ReadonlyArray<Html.Attributes> = Html.attributes(page, [{ selector: "a.next", attribute: "href" }])
 * console.log(next?.values) // [ 'https://example.com/b' ]
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const attributes = (
  page: Page,
  selectors: ReadonlyArray<{ readonly selector: string; readonly attribute: string }>
): ReadonlyArray<Attributes> => attributeValues(page, selectors).attributes

/**
 * Returns the content as HTML that is safe to store and show. It has no scripts, styles, event handlers or embedded
 * objects. URLs are absolute; only web, mail, telephone and inline image URLs remain.
 *
 * **Example** (HTML that is safe to show)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<main><p onclick=alert(1)>Hello <a href=javascript:alert(1)>there</a></p></main>")
 * console.log(Html.html(page, Html.mainContent(page)).html) // <main><p>Hello <a>there</a></p></main>
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const html = (page: Page, content: Content): { readonly html: string; readonly truncated: boolean } =>
  toHtml(page.tape, { keep: content.keep, roots: content.roots, resolve: page.resolve, budget: MAX_WRITTEN_CHARACTERS })

/**
 * Returns the hidden text that is omitted: the number of characters per reason, which is a CSS property or an
 * attribute.
 *
 * **Example** (Text that a style hides)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<p>Hello</p><p style=display:none>ignore the rest</p>")
 * console.log([...Html.concealed(page)]) // [ [ 'display', 15 ] ]
 * ```
 *
 * @category getters
 * @since 0.2.0
 */
export const concealed = (page: Page): ReadonlyMap<string, number> => concealedOf(page.tape).reasons

/**
 * Returns the number of zero-width characters that are in the content but not in its Markdown.
 *
 * **Example** (A soft hyphen)
 *
 * ```ts
 * import { Html } from "@dunlin/html"
 *
 * const page = Html.parse("<p>Marsh&shy;land</p>")
 * const content = Html.everything(page)
 * const { markdown } = Html.markdown(page, content)
 * console.log(markdown, Html.charactersTakenOut(page, content, markdown)) // Marshland 1
 * ```
 *
 * @category getters
 * @since 0.2.0
 */
export const charactersTakenOut = ({ tape }: Page, { keep }: Content, markdown: string): number =>
  zeroWidthRemoved(tape, keep, markdown)
