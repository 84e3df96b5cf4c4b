/** Parses the entries of arXiv's Atom feeds. */
import { Parser } from "htmlparser2"

export interface Entry {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly published: string
  readonly authors: ReadonlyArray<string>
  readonly doi: string
  readonly journal: string
  readonly pdf: string
}

type Field = "id" | "title" | "summary" | "published" | "doi" | "journal" | "author"

const fields: Record<string, Field> = {
  id: "id",
  title: "title",
  summary: "summary",
  published: "published",
  "arxiv:doi": "doi",
  "arxiv:journal_ref": "journal",
  name: "author"
}

/** Deeper than any feed. Limits the parser, which takes quadratic time for unclosed elements. */
const MAX_DEPTH_OF_FEED = 100

export const entries = (xml: string): ReadonlyArray<Entry> | undefined => {
  const found: Array<Entry> = []
  let isFeed = false
  let depth = 0
  let entry: (Record<Field | "pdf", string> & { authors: Array<string> }) | undefined = undefined
  let field: Field | undefined = undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (++depth > MAX_DEPTH_OF_FEED) parser.pause()
      if (name === "feed") isFeed = true
      else if (name === "entry") {
        entry = {
          id: "",
          title: "",
          summary: "",
          published: "",
          doi: "",
          journal: "",
          author: "",
          pdf: "",
          authors: []
        }
      } else if (entry !== undefined && name === "link" && attributes["title"] === "pdf") {
        entry.pdf = attributes["href"] ?? ""
      } else field = Object.hasOwn(fields, name) ? fields[name] : undefined
    },
    ontext: (text) => {
      if (entry !== undefined && field !== undefined) entry[field] += text
    },
    onclosetag: (name) => {
      depth--
      if (entry !== undefined && name === "name") {
        entry.authors.push(entry.author)
        entry.author = ""
      } else if (entry !== undefined && name === "entry") {
        const { author: _, ...complete } = entry
        found.push(complete)
        entry = undefined
      }
      field = undefined
    }
  }, { xmlMode: true, decodeEntities: true })
  parser.write(xml)
  parser.end()
  return isFeed ? found : undefined
}
