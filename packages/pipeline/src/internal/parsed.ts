import type { RawPage } from "@dunlin/schema/RawPage"
import * as Charset from "@dunlin/transformers/Charset"
import * as Html from "@dunlin/transformers/Html"

/** Of larger pages the beginning is read: this is for what stands in their head and their first elements. */
const maxHtml = 4_000_000

/** A page parsed once more, for the formats that read what the transformer does not return; undefined when it is no HTML. */
export const parsed = ({ body, charset, contentType, url }: RawPage): Html.Page | undefined =>
  contentType === "" || contentType === "text/html" || contentType === "application/xhtml+xml"
    ? Html.parse(Charset.decode(body.subarray(0, maxHtml), charset).text, url)
    : undefined
