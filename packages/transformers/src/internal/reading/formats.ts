/**
 * All deterministic formats of one HTML page, as one pure function, so that it can run in a worker thread.
 *
 * @since 0.1.0
 */
import * as Menu from "@dunlin/html/Menu"
import * as Product from "@dunlin/html/Product"
import type { Document } from "@dunlin/schema/Document"
import * as Branding from "../../data/Branding.ts"
import * as Charset from "../../html/Charset.ts"
import * as Html from "../../html/Html.ts"
import { cleaned } from "./cleaned.ts"

/** What is asked for; can be cloned to a worker. */
export interface Job {
  readonly body: Uint8Array
  readonly charset: string | undefined
  readonly url: string
  readonly onlyMainContent: boolean
  readonly includeTags: ReadonlyArray<string>
  readonly excludeTags: ReadonlyArray<string>
  readonly removeBase64Images: boolean
  /** Types of the formats that are wanted. */
  readonly formats: ReadonlyArray<string>
  readonly selectors: ReadonlyArray<{ readonly selector: string; readonly attribute: string }>
  readonly computedStyles: unknown
}

export interface Done {
  readonly document: Document
  readonly warnings: ReadonlyArray<string>
}

/** A page and the part of it that is written. */
export interface Parts {
  readonly page: Html.Page
  readonly content: Html.Content
  readonly text: string
}

/** The page and the part of it that is written. */
export const read = (job: Job): Parts => {
  const { text } = Charset.decode(job.body, job.charset)
  const page = Html.parse(text, job.url)
  const options = { includeTags: job.includeTags, excludeTags: job.excludeTags }
  const isWhole = !job.onlyMainContent || job.includeTags.length > 0
  return { page, content: isWhole ? Html.everything(page, options) : Html.mainContent(page, options), text }
}

/** Everything but markdown. */
export const derive = (
  job: Job,
  { content, page, text }: Parts
): Done => {
  const asked = (type: string) => job.formats.includes(type)
  const warnings: Array<string> = []
  if (content.instead === "everything" && !Html.isEmpty(page, content)) {
    warnings.push("No main content was found, so everything visible is returned.")
  } else if (content.instead === "rules") {
    warnings.push(
      "Hardly anything looked like main content, so the part of the page that its structure speaks for is returned."
    )
  }
  const cleaned = asked("html") ? Html.html(page, content) : undefined
  if (page.truncated || cleaned?.truncated === true) {
    warnings.push("The page is too large; its end was cut off (truncated).")
  }
  const values = asked("attributes") ? Html.attributeValues(page, job.selectors) : undefined
  if (values?.truncated === true) {
    warnings.push(
      "The selectors of `attributes` find more values than an answer holds; the last ones are left out (truncated)."
    )
  }
  const product = asked("product") ? Product.fromPage(page) : undefined
  if (asked("product") && product === undefined) {
    warnings.push("No product was found on the page; `product` is left out.")
  }
  const menu = asked("menu") ? Menu.fromPage(page) : undefined
  if (asked("menu") && menu === undefined) warnings.push("No menu was found on the page; `menu` is left out.")
  const branding = asked("branding") ? Branding.fromPage(page, job.computedStyles) : undefined
  if (asked("branding") && branding === undefined) {
    warnings.push("No branding was found on the page; `branding` is left out.")
  }
  const document: Document = {
    ...(cleaned === undefined ? {} : { html: cleaned.html }),
    ...(asked("rawHtml") ? { rawHtml: text } : {}),
    ...(asked("links") ? { links: Html.links(page) } : {}),
    ...(asked("images") ? { images: Html.images(page) } : {}),
    ...(values === undefined ? {} : { attributes: values.attributes }),
    ...(product === undefined ? {} : { product }),
    ...(menu === undefined ? {} : { menu }),
    ...(branding === undefined ? {} : { branding }),
    metadata: Html.metadata(page)
  }
  return { document, warnings }
}

/** What is said about markdown that is empty or cut. */
export const remarks = (markdown: string, truncated: boolean, job: Job): ReadonlyArray<string> => {
  if (truncated) return ["The markdown is too large; its end was cut off (truncated)."]
  if (markdown !== "") return []
  if (job.includeTags.length + job.excludeTags.length > 0) {
    return ["No text is left by the selectors of `includeTags` and `excludeTags`."]
  }
  return job.onlyMainContent
    ? [
      "No main content was found: the page may need a browser, or `onlyMainContent: false` to return all that is visible."
    ]
    : ["The page has no readable text without JavaScript."]
}

/** The whole job. */
export const run = (job: Job): Done => {
  const parts = read(job)
  const { markdown, truncated } = Html.markdown(parts.page, parts.content, {
    removeBase64Images: job.removeBase64Images
  })
  const done = derive(job, parts)
  return finished(parts, { markdown, ...done.document }, [...done.warnings, ...remarks(markdown, truncated, job)])
}

/** The document as its readers see it. */
export const finished = (
  { content, page }: Parts,
  document: Document,
  warnings: ReadonlyArray<string>
): Done => ({
  document: cleaned(document, Html.concealed(page), Html.charactersTakenOut(page, content, document.markdown ?? "")),
  warnings
})
