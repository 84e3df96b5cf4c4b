/** Pages that are written whole, and what is read of one beside its text: who wrote it, links, pictures, goods, dishes. */
import type * as Branding from "../src/Branding.ts"
import type * as Html from "../src/Html.ts"
import type * as Menu from "../src/Menu.ts"
import type * as Product from "../src/Product.ts"
import { type GoldenPage, pagesOf } from "./goldenPages.ts"

export const wholeFolder = new URL("./fixtures/goldenWhole/", import.meta.url)

export const wholePages = (): ReadonlyArray<GoldenPage> => pagesOf(wholeFolder)

/** The modules that read a page. */
export interface Readers {
  readonly Html: typeof Html
  readonly Branding: typeof Branding
  readonly Menu: typeof Menu
  readonly Product: typeof Product
}

/** What is read of a page that is written whole. */
export interface WholeReading {
  readonly markdown: string
  /** Indented JSON. */
  readonly data: string
}

/** Pages that are written exactly, by how their names begin. */
const EXACT = "exact."

/** What a page asks to leave out: selectors between bars. */
const selectors = /name="exclude-tags" content="([^"]+)"/

export const wholeReadingOf = (
  { Branding, Html, Menu, Product }: Readers,
  { html, name, url }: GoldenPage
): WholeReading => {
  const page = Html.parse(html, url)
  const excludeTags = selectors.exec(html)?.[1]?.split(" | ")
  const fault = excludeTags && Html.checkSelectors(excludeTags)
  const data = {
    metadata: Html.metadata(page),
    credits: Html.credits(page),
    product: Product.fromPage(page),
    menu: Menu.fromPage(page),
    branding: Branding.fromPage(page),
    ...(excludeTags === undefined ? {} : {
      fault,
      without: fault === undefined ? Html.text(page, Html.everything(page, { excludeTags })).split("\n") : []
    }),
    classes: Html.attributes(page, [{ selector: "a, time", attribute: "class" }])[0]?.values,
    links: Html.links(page),
    images: Html.images(page)
  }
  return {
    markdown: `${
      name.startsWith(EXACT) ? Html.toMarkdownText(html, url) : Html.markdown(page, Html.everything(page)).markdown
    }\n`,
    data: `${JSON.stringify(data, undefined, 2)}\n`
  }
}
