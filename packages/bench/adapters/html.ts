/** Connects the HTML side of the transformers to bench/html: main content, and conversion without selection. */
import * as Html from "@dunlin/transformers/Html"

/**
 * Main content. The corpora keep the headline of a page apart from its text, so it is left out here as it is there;
 * readers get it by default. `text` is the same content without marks, for metrics that compare plain text.
 */
export const extract = (html: string, url?: string): { readonly markdown: string; readonly text: string } => {
  const page = Html.parse(html, url === "" ? undefined : url)
  const content = Html.mainContent(page, { headline: false })
  const { markdown } = Html.markdown(page, content)
  return {
    markdown,
    // Written only when a metric asks for it: the time that is measured is the time to markdown.
    get text() {
      return Html.text(page, content)
    }
  }
}

/** Everything, exactly. */
export const convert = (html: string, url?: string): string => Html.toMarkdownText(html, url)
