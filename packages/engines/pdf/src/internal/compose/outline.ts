/** Reads a document's metadata: title, author, language, and the titles of its outline. */
import { normalise } from "../layout/elements.ts"

/** Maximum characters of a title, because some programs store a whole page there. */
const MAX_TITLE_CHARACTERS = 500

/** Maximum depth of titles, because Markdown has six heading levels. */
const MAX_OUTLINE_LEVELS = 6

/** Limits the work, because an outline may be cyclic. */
const MAX_OUTLINE_ENTRIES = 5000

interface Node {
  readonly title?: unknown
  readonly items?: ReadonlyArray<Node>
}

export interface Document {
  readonly numPages: number
  readonly getMetadata: () => Promise<
    { readonly info?: unknown; readonly metadata?: { get: (name: string) => unknown } | null }
  >
  readonly getOutline: () => Promise<ReadonlyArray<Node> | null>
}

const text = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  const clean = value.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim().slice(0, MAX_TITLE_CHARACTERS)
  return clean === "" ? undefined : clean
}

/** Matches titles that programs set in documents without a title. */
const placeholder =
  /^(?:untitled|microsoft (?:word|powerpoint|excel) - .*|.*\.(?:docx?|pdf|indd|tex|dvi|pptx?|xlsx?|qxd|rtf)|document\d*|slide \d+|powerpoint presentation)$/i

export interface About {
  readonly title: string | undefined
  readonly author: string | undefined
  readonly language: string | undefined
}

export const about = async (document: Document): Promise<About> => {
  const nothing = { title: undefined, author: undefined, language: undefined }
  const read = await document.getMetadata().catch(() => undefined)
  if (read === undefined) return nothing
  const info = (read.info ?? {}) as Record<string, unknown>
  const title = text(info.Title) ?? text(read.metadata?.get("dc:title"))
  const language = text(info.Language)
  return {
    title: title !== undefined && placeholder.test(title) ? undefined : title,
    author: text(info.Author),
    language: language !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language) ? language : undefined
  }
}

export const outline = async (document: Document): Promise<Map<string, number>> => {
  const titles = new Map<string, number>()
  let level = await document.getOutline().catch(() => null) ?? []
  for (let depth = 1; depth <= MAX_OUTLINE_LEVELS && level.length > 0 && titles.size < MAX_OUTLINE_ENTRIES; depth++) {
    const next: Array<Node> = []
    for (const node of level.slice(0, MAX_OUTLINE_ENTRIES)) {
      const title = normalise(text(node.title) ?? "")
      if (title.length > 1 && !titles.has(title)) titles.set(title, depth)
      if (Array.isArray(node.items)) next.push(...node.items)
    }
    level = next
  }
  return titles
}
