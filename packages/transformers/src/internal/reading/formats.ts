/**
 * Creates all deterministic formats of one HTML page. It is a pure function that can run in a worker thread.
 *
 * @since 0.1.0
 */
import * as Menu from "@dunlin/html/Menu"
import * as Product from "@dunlin/html/Product"
import type { Document } from "@dunlin/schema/Document"
import type * as Format from "@dunlin/schema/Format"
import * as Branding from "../../data/Branding.ts"
import * as Charset from "../../html/Charset.ts"
import * as Html from "../../html/Html.ts"
import { cleaned } from "./cleaned.ts"

export interface Job {
  readonly body: Uint8Array
  readonly charset: string | undefined
  readonly url: string
  readonly isRendered: boolean
  /** Whether nothing of the page may stay in memory. */
  readonly isPrivate: boolean
  readonly onlyMainContent: boolean
  readonly includeTags: ReadonlyArray<string>
  readonly excludeTags: ReadonlyArray<string>
  readonly removeBase64Images: boolean
  readonly formats: ReadonlyArray<string>
  readonly selectors: ReadonlyArray<{ readonly selector: string; readonly attribute: string }>
  readonly computedStyles: unknown
}

export interface Done {
  readonly document: Document
  readonly marks?: ReadonlyArray<Html.Anchor> | undefined
  readonly warnings: ReadonlyArray<string>
}

export interface Parts {
  readonly page: Html.Page
  readonly content: Html.Content
  readonly text: string
}

export const read = (job: Job): Parts => {
  const { text } = Charset.decode(job.body, job.charset)
  const page = Html.parse(text, job.url, { isPrivate: job.isPrivate })
  const options = { includeTags: job.includeTags, excludeTags: job.excludeTags }
  const isWhole = !job.onlyMainContent || job.includeTags.length > 0
  return { page, content: isWhole ? Html.everything(page, options) : Html.mainContent(page, options), text }
}

interface Made {
  readonly fields?: Partial<Document>
  readonly warning?: string
  /** Whether the page or this format was truncated at a limit. */
  readonly truncated?: boolean
}

type Maker = (parts: Parts, job: Job) => Made

const missing = (what: string, field: string): Made => ({
  warning: `No ${what} was found on the page; \`${field}\` is omitted.`
})

const tooManyValues =
  "The selectors of `attributes` match more values than the response limit; the last ones were omitted (truncated)."

const makers: { readonly [Type in Format.FormatOf<"html"> | "rawHtml"]: Maker } = {
  html: ({ content, page }) => {
    const { html, truncated } = Html.html(page, content)
    return { fields: { html }, truncated }
  },
  rawHtml: ({ text }) => ({ fields: { rawHtml: text } }),
  links: ({ page }) => ({ fields: { links: Html.links(page) } }),
  images: ({ page }) => ({ fields: { images: Html.images(page) } }),
  attributes: ({ page }, { selectors }) => {
    const { attributes, truncated } = Html.attributeValues(page, selectors)
    return { fields: { attributes }, ...(truncated ? { warning: tooManyValues } : {}) }
  },
  product: ({ page }) => {
    const product = Product.fromPage(page)
    return product === undefined ? missing("product", "product") : { fields: { product } }
  },
  menu: ({ page }) => {
    const menu = Menu.fromPage(page)
    return menu === undefined ? missing("menu", "menu") : { fields: { menu } }
  },
  branding: ({ page }, { computedStyles }) => {
    const branding = Branding.fromPage(page, computedStyles)
    return branding === undefined ? missing("branding", "branding") : { fields: { branding } }
  }
}

const MAX_HEADINGS_IN_WARNING = 5

const omissionOf = (omitted: ReadonlyArray<Html.OmittedSection>): string => {
  const named = omitted.slice(0, MAX_HEADINGS_IN_WARNING).map(({ heading }) => JSON.stringify(heading)).join(", ")
  const rest = omitted.length - MAX_HEADINGS_IN_WARNING
  return `Markdown omits ${
    omitted.length === 1 ? "a section" : `${omitted.length} sections`
  } of the main content: ${named}${
    rest > 0 ? ` and ${rest} more` : ""
  }. Request \`onlyMainContent: false\` to include everything.`
}

const portions = {
  small:
    "The main content is less than a tenth of the page's text. Request `onlyMainContent: false` to include everything.",
  links: "The main content is nearly all of the page, and mostly links: the page may be a list or a menu."
} as const

export const derive = (job: Job, parts: Parts): Done => {
  const { content, page } = parts
  const warnings: Array<string> = []
  if (content.instead === "everything" && !Html.isEmpty(page, content)) {
    warnings.push("No main content was found, so all visible text is returned.")
  } else if (content.instead === "rules") {
    warnings.push(
      "Little main content was found, so the part marked as main by the page's structure is returned."
    )
  }
  if (content.portion !== undefined) warnings.push(portions[content.portion])
  const omitted = content.omitted ?? []
  if (omitted.length > 0) warnings.push(omissionOf(omitted))
  const made = Object.entries(makers).flatMap(([type, make]) => job.formats.includes(type) ? [make(parts, job)] : [])
  if (page.truncated || made.some(({ truncated }) => truncated === true)) {
    warnings.push("The page is too large and was truncated.")
  }
  for (const { warning } of made) if (warning !== undefined) warnings.push(warning)
  const fields: Partial<Document> = Object.assign({}, ...made.map(({ fields }) => fields))
  return { document: { ...fields, metadata: Html.metadata(page) }, warnings }
}

export const remarks = (markdown: string, truncated: boolean, job: Job): ReadonlyArray<string> => {
  if (truncated) return ["The Markdown is too large and was truncated."]
  if (markdown !== "") return []
  if (job.includeTags.length + job.excludeTags.length > 0) {
    return ["The selectors in `includeTags` and `excludeTags` match no text."]
  }
  const everything = "use `onlyMainContent: false` to return all visible text."
  if (job.isRendered) {
    return job.onlyMainContent
      ? [`No main content was found after the page's scripts ran; ${everything}`]
      : ["The page has no readable text, even after its scripts ran."]
  }
  return job.onlyMainContent
    ? [`No main content was found: the page may require a browser (\`waitFor: 1\` requests one); or ${everything}`]
    : ["The page has no readable text without JavaScript."]
}

export const run = (job: Job): Done => {
  const parts = read(job)
  const { markdown, truncated } = Html.markdown(parts.page, parts.content, {
    removeBase64Images: job.removeBase64Images
  })
  const done = derive(job, parts)
  return finished(parts, { markdown, ...done.document }, [...done.warnings, ...remarks(markdown, truncated, job)])
}

export const finished = (
  { content, page }: Parts,
  document: Document,
  warnings: ReadonlyArray<string>
): Done => ({
  document: cleaned(document, Html.concealed(page), Html.charactersTakenOut(page, content, document.markdown ?? "")),
  marks: Html.anchors(page, content),
  warnings
})
