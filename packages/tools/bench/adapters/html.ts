/** Connects the HTML side of the transformers to bench/html: main content, and conversion without selection. */
import * as Html from "@dunlin/transformers/Html"

/** Main content as markdown, and as text without marks for metrics that compare plain text. */
class Extracted {
  readonly markdown: string
  private read: { readonly page: Html.Page; readonly content: Html.Content } | undefined
  private plain = ""

  constructor(page: Html.Page, content: Html.Content) {
    this.markdown = Html.markdown(page, content).markdown
    this.read = { page, content }
  }

  /** Written only when a metric asks for it: the time that is measured is the time to markdown. The page is let go then. */
  get text(): string {
    if (this.read !== undefined) {
      this.plain = Html.text(this.read.page, this.read.content)
      this.read = undefined
    }
    return this.plain
  }
}

/**
 * Main content. The corpora keep the headline of a page apart from its text, so it is left out here as it is there;
 * readers get it by default.
 */
export const extract = (html: string, url?: string): { readonly markdown: string; readonly text: string } => {
  const page = Html.parse(html, url === "" ? undefined : url)
  return new Extracted(page, Html.mainContent(page, { headline: false }))
}

/** Everything, exactly. */
export const convert = (html: string, url?: string): string => Html.toMarkdownText(html, url)
