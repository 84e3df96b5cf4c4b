/** Connects the HTML side of the transformers to bench/html: main content, and conversion without selection. */
import * as Html from "@dunlin/transformers/Html"

/** Main content as markdown, and as text without marks for metrics that compare plain text. */
class Extracted {
  readonly markdown: string
  private readonly page: Html.Page
  private readonly content: Html.Content

  constructor(page: Html.Page, content: Html.Content) {
    this.markdown = Html.markdown(page, content).markdown
    this.page = page
    this.content = content
  }

  /** Written only when a metric asks for it: the time that is measured is the time to markdown. */
  get text(): string {
    return Html.text(this.page, this.content)
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
