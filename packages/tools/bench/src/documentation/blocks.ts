/** Finds the blocks in the content element of a page, and those that a text does not contain. */

export interface DomNode {
  readonly type: string
  readonly data?: string
  readonly name?: string
  readonly children?: ReadonlyArray<DomNode>
}

export interface Block {
  readonly kind: string
  readonly words: ReadonlyArray<string>
}

const BLOCK_NAMES = new Set(
  ("address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hr li main ol p pre section summary table tbody td tfoot th thead tr ul").split(" ")
)

/** Each Chinese or Japanese character is a word, because a line may end between any two of them. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text.normalize("NFKC").toLowerCase().match(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\P{L}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{N}+/gu
  ) ?? []

export const blocksOf = (root: DomNode, isFurniture: (node: DomNode) => boolean): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  const read = (node: DomNode, kind: string) => {
    let text = ""
    const end = () => {
      const words = wordsOf(text)
      if (words.length > 0) blocks.push({ kind, words })
      text = ""
    }
    const walk = (inner: DomNode) => {
      if (inner.type === "text") text += inner.data ?? ""
      else if (inner.children === undefined || isFurniture(inner)) return
      else if (inner.name === "br") text += " "
      else if (BLOCK_NAMES.has(inner.name ?? "")) {
        end()
        read(inner, inner.name!)
      } else for (const child of inner.children) walk(child)
    }
    for (const child of node.children ?? []) walk(child)
    end()
  }
  read(root, root.name ?? "root")
  return blocks
}

/** Number of words per run. Two texts rarely share a run of this length by chance. */
const RUN_WORDS = 3

/** Share of a block's runs that the text must contain. It is below 1, because markup can split a word. */
const PRESENT_SHARE = 0.6

const runsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.length <= RUN_WORDS
    ? [words.join(" ")]
    : Array.from({ length: words.length - RUN_WORDS + 1 }, (_, at) => words.slice(at, at + RUN_WORDS).join(" "))

/** Matches fenced code, whose brackets and entities count as words. */
const FENCED = /(^[ >]*(`{3,}|~{3,}).*\n[^]*?^[ >]*\2[ \t]*$)/m

export const wordsOfMarkdown = (markdown: string): ReadonlyArray<string> => {
  const parts = markdown.split(FENCED)
  return parts.flatMap((part, at) => at % 3 === 2 ? [] : wordsOf(at % 3 === 1 ? part : plain(part)))
}

const plain = (markdown: string): string =>
  markdown.replace(/\]\((?:<[^>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/g, "] ")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/<\/?su[bp]>/g, "").replace(/<br>|&(?:amp|lt|gt|quot|nbsp);/g, " ")

/** A run that occurs twice on the page must occur twice in the text. */
export const lostBlocks = (blocks: ReadonlyArray<Block>, words: ReadonlyArray<string>): ReadonlyArray<Block> => {
  const left = new Map<string, number>()
  for (const length of [1, 2, RUN_WORDS]) {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length).join(" ")
      left.set(run, (left.get(run) ?? 0) + 1)
    }
  }
  const letters = words.join("")
  const copies = new Map<string, number>()
  for (const block of blocks) {
    const key = block.words.join("")
    copies.set(key, (copies.get(key) ?? 0) + 1)
  }
  // Markup without spaces joins words on one side and not on the other.
  const isThere = (key: string) => letters.split(key).length - 1 >= copies.get(key)!
  return blocks.filter((block) => {
    const runs = runsOf(block.words)
    let found = 0
    for (const run of runs) {
      const count = left.get(run) ?? 0
      if (count === 0) continue
      left.set(run, count - 1)
      found++
    }
    return found / runs.length < PRESENT_SHARE && !isThere(block.words.join(""))
  })
}
