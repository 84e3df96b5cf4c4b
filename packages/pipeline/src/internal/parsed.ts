import type { RawPage } from "@dunlin/schema/RawPage"
import * as Charset from "@dunlin/transformers/Charset"
import * as Html from "@dunlin/transformers/Html"

const MAX_HTML_CHARACTERS = 4_000_000

export const parsed = ({ body, charset, contentType, url }: RawPage): Html.Page | undefined =>
  contentType === "" || contentType === "text/html" || contentType === "application/xhtml+xml"
    ? Html.parse(Charset.decode(body.subarray(0, MAX_HTML_CHARACTERS), charset).text, url)
    : undefined
