/**
 * HTML: one parse, and pure functions that read every format from it.
 *
 * @since 0.1.0
 */
import type { AttributeValues, Metadata } from "@dunlin/schema/Document"
import * as Harvest from "./internal/html/harvest.ts"
import { toMarkdown } from "./internal/html/markdown.ts"
import { select } from "./internal/html/select.ts"
import * as Tags from "./internal/html/tags.ts"
import * as Tape from "./internal/html/tape.ts"
import { toText } from "./internal/html/text.ts"
import { baseOf, type Resolve, resolver } from "./internal/html/urls.ts"
import { visible } from "./internal/html/visible.ts"
import { fromTape } from "./Metadata.ts"

/**
 * A parsed page. Every function of this module reads it; nothing changes it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Page {
  /** @internal */
  readonly tape: Tape.Tape
  /** @internal */
  readonly resolve: Resolve
  /** Address of the page, as given. */
  readonly url: string | undefined
  /** The page was larger than its budget and was cut. */
  readonly truncated: boolean
}

/**
 * The part of a page that is written.
 *
 * @category models
 * @since 0.1.0
 */
export interface Content {
  /** @internal */
  readonly keep: Uint8Array
  /** @internal */
  readonly roots: ReadonlyArray<number>
}

/**
 * @category options
 * @since 0.1.0
 */
export interface MarkdownOptions {
  /**
   * Writes a placeholder instead of images inlined as base64; their alternative text stays.
   *
   * @default true
   */
  readonly removeBase64Images?: boolean | undefined
  /**
   * Keeps what says nothing to a reader, so that CommonMark rendered to HTML comes back as it was: empty elements, a mark
   * inside the same mark, the outer spaces of code, titles that repeat the text.
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
   * Whether the headline of the page belongs to its content. Corpora of annotated pages keep it apart, readers want it.
   *
   * @default true
   */
  readonly headline?: boolean | undefined
}

/**
 * Parses a page. Never fails: whatever came is read as a browser would, up to 32 million characters, two million nodes
 * and a depth of 256.
 *
 * @category constructors
 * @since 0.1.0
 */
export const parse = (html: string, url?: string | undefined): Page => {
  const tape = Tape.parse(html)
  return { tape, resolve: resolver(baseOf(tape, url)), url, truncated: tape.truncated }
}

/**
 * The main content, without navigation, banners, related links and the like.
 *
 * @category getters
 * @since 0.1.0
 */
export const mainContent = (page: Page, options: ContentOptions = {}): Content =>
  select(page.tape, page.url, options.headline ?? true)

/**
 * Everything a reader of the page would see.
 *
 * @category getters
 * @since 0.1.0
 */
export const everything = (page: Page): Content => visible(page.tape)

/**
 * The markdown of a content: CommonMark with GFM tables, strikethrough and task lists.
 *
 * @category conversions
 * @since 0.1.0
 */
export const markdown = (
  page: Page,
  content: Content,
  options: MarkdownOptions = {}
): { readonly markdown: string; readonly truncated: boolean } =>
  toMarkdown(page.tape, {
    keep: content.keep,
    roots: content.roots,
    resolve: page.resolve,
    removeBase64Images: options.removeBase64Images ?? true,
    faithful: options.faithful ?? false,
    budget: 64_000_000
  })

/**
 * Converts a fragment of HTML as it is, without choosing.
 *
 * @category conversions
 * @since 0.1.0
 */
export const toMarkdownText = (html: string, url?: string | undefined): string => {
  const page = parse(html, url)
  return markdown(page, everything(page), { faithful: true }).markdown
}

/**
 * The plain text of a content: one line per block, no marks, no addresses.
 *
 * @category conversions
 * @since 0.1.0
 */
export const text = (page: Page, content: Content): string => toText(page.tape, content.keep, content.roots)

/**
 * Where the links lead: absolute, unique, in document order.
 *
 * @category getters
 * @since 0.1.0
 */
export const links = (page: Page, content?: Content): ReadonlyArray<string> =>
  Harvest.links(page.tape, page.resolve, page.url, content?.keep)

/**
 * The images: absolute, unique, in document order, largest candidates, without inlined ones.
 *
 * @category getters
 * @since 0.1.0
 */
export const images = (page: Page, content?: Content): ReadonlyArray<string> =>
  Harvest.images(page.tape, page.resolve, content?.keep)

/**
 * What the page says about itself.
 *
 * @category getters
 * @since 0.1.0
 */
export const metadata = (page: Page): Metadata => fromTape(page.tape, page.resolve)

/**
 * Values of one attribute on the elements a selector finds.
 *
 * @category models
 * @since 0.1.0
 */
export type Attributes = typeof AttributeValues.Type

/** @internal */
export const isElement = (page: Page, i: number): boolean => page.tape.tag[i] !== Tags.TEXT
