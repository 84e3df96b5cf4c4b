/** Locates selected passages on their page. */
import type { Citation, Document } from "@dunlin/schema/Document"
import * as Anchors from "@dunlin/text/Anchors"
import * as Quotation from "@dunlin/text/Quotation"

const MAX_CHARACTERS_OF_CITED_PAGE = 400_000
const MAX_CITATIONS_OF_FIELD = 6

const between = / \u2026 |\n+/

const passagesOf = (field: Citation["field"], text: string): ReadonlyArray<string> =>
  field === "answer" ? [...text.matchAll(/\u201c([^\u201d]+)\u201d/g)].map(([, words]) => words!) : text.split(between)

interface Cited {
  readonly document: Document
  readonly url: string
  readonly marks: ReadonlyArray<Anchors.Mark>
}

export const citationsOf = ({ document, marks, url }: Cited): Pick<Document, "citations"> => {
  const { markdown } = document
  if (typeof markdown !== "string" || markdown.length > MAX_CHARACTERS_OF_CITED_PAGE) return {}
  let anchors: ReadonlyArray<Anchors.Anchor> | undefined
  const verify = Quotation.verifier(markdown)
  const citations = (["highlights", "answer"] as const).flatMap((field): ReadonlyArray<Citation> =>
    passagesOf(field, document[field] ?? "").filter((text) => /[\p{L}\p{N}]/u.test(text))
      .slice(0, MAX_CITATIONS_OF_FIELD).flatMap((text): ReadonlyArray<Citation> => {
        const found = verify(text)
        if (!found.isFound) return []
        const anchor = Anchors.at(anchors ??= Anchors.locate(markdown, marks), found.ranges[0]!.start)
        return [{
          field,
          text,
          link: Anchors.link(url, anchor === undefined ? { fragment: found.fragment } : { id: anchor }),
          ...(anchor === undefined ? {} : { anchor }),
          ...(found.headings.length === 0 ? {} : { headings: found.headings })
        }]
      })
  )
  return citations.length === 0 ? {} : { citations }
}
