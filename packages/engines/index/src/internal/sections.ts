/** Selects the sections of a page that match a query. Each section starts at an `id`, so that a link can target it. */
import type { Anchor } from "@dunlin/text/Anchors"
import * as Sections from "@dunlin/text/Sections"
import type { HitSection, TextRange } from "../Hit.ts"
import { plain, type Snippet, snippet, type Token, tokensOf } from "./snippet.ts"

const MAX_SECTIONS = 3

const MIN_SHARE_OF_BEST = 0.5

const WORDS_PER_HEADING_WORD = 3

interface Leaf {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly head: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

const headingOf = (title: string): string => plain(title.replace(/\s*\{#[^{}\s]+\}\s*$/, "")).text

const leavesOf = (
  text: string,
  starts: ReadonlyArray<{ readonly id: string; readonly at: number }>,
  read: (text: string) => ReadonlyArray<Token>
): ReadonlyArray<Leaf> => {
  const bodies = starts.map(({ at }, index) => {
    const end = starts[index + 1]?.at ?? text.length
    const line = text.indexOf("\n", at)
    return line < 0 || line > end ? end : line + 1
  })
  const contexts = Sections.contextsAt(text, bodies)
  const wordsIn = (part: string) => new Set(read(part).map(({ word }) => String(word)))
  return starts.map(({ at, id }, index) => {
    const own = text.slice(at, starts[index + 1]?.at ?? text.length)
    const title = headingOf(contexts[index]?.headings.at(-1)?.title ?? "")
    return { id, title, text: text.slice(bodies[index], at + own.length), head: wordsIn(title), words: wordsIn(own) }
  })
}

/** Returns the starts of sections in the text of a hit, which may contain only parts of the page. */
const startsIn = (
  anchors: ReadonlyArray<Anchor>,
  parts: ReadonlyArray<TextRange & { readonly at: number }> | undefined
): ReadonlyArray<{ readonly id: string; readonly at: number }> =>
  anchors.flatMap(({ id, start }) => {
    if (parts === undefined) return [{ id, at: start }]
    const part = parts.find((part) => part.start <= start && start < part.end)
    return part === undefined ? [] : [{ id, at: part.at + start - part.start }]
  }).toSorted((left, right) => left.at - right.at)

/**
 * Returns the sections that match best. A word that occurs in fewer sections has more weight. `read` finds the
 * searched words of a text.
 */
export const sectionsOf = (
  title: string,
  { anchors = [], text = "", textParts }: {
    readonly anchors?: ReadonlyArray<Anchor> | undefined
    readonly text?: string | undefined
    readonly textParts?: ReadonlyArray<TextRange & { readonly at: number }> | undefined
  },
  read: (text: string) => ReadonlyArray<Token>
): ReadonlyArray<HitSection> => {
  const starts = startsIn(anchors, textParts)
  const leaves = leavesOf(text, starts, read)
  const frequencies = new Map<string, number>()
  for (const { words } of leaves) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const scoreOf = ({ head, words }: Leaf): number => {
    let score = 0
    for (const word of words) {
      const rarity = Math.log(1 + leaves.length / frequencies.get(word)!)
      score += rarity * (head.has(word) ? WORDS_PER_HEADING_WORD : 1)
    }
    return score
  }
  const scored = leaves.map((leaf) => ({ leaf, score: scoreOf(leaf) })).toSorted((one, other) =>
    other.score - one.score
  )
  const best = scored[0]?.score ?? 0
  const known = new Set([title.trim()])
  const out: Array<HitSection> = []
  for (const { leaf, score } of scored) {
    if (out.length === MAX_SECTIONS || score <= 0 || score < best * MIN_SHARE_OF_BEST) break
    // Skips a heading that repeats the page's title, because the page's own link leads there, and one that is empty
    // or occurred before.
    if (leaf.title === "" || known.has(leaf.title)) continue
    known.add(leaf.title)
    const shown: Snippet = snippetOf(leaf.text, read)
    out.push({ id: leaf.id, title: leaf.title, description: shown.text, matches: shown.matches })
  }
  return out
}

const snippetOf = (text: string, read: (text: string) => ReadonlyArray<Token>): Snippet => {
  const prose = plain(text)
  return snippet(prose, read(prose.text))
}

export const readerOf = (
  termsOf: (word: string) => ReadonlyArray<string>,
  wanted: ReadonlySet<string>
) =>
(text: string): ReadonlyArray<Token> => {
  const found = tokensOf(text, (word) => termsOf(word).some((term) => wanted.has(term)))
  return found.map(({ at, word }) => ({ at, word: termsOf(String(word)).find((term) => wanted.has(term))! }))
}
