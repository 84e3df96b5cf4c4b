/** Parses the front matter of a page: its description and keywords. */

export interface About {
  /** The purpose of the page, in one sentence. */
  readonly description: string
  /** Alternative names of the subject. */
  readonly keywords: ReadonlyArray<string>
}

export interface Front {
  readonly about: About
  readonly markdown: string
}

const block = /^---\n([^]*?)\n---\n+/

/** Returns a YAML value on one line, with or without quotation marks. */
const valueOf = (text: string): string => text.startsWith("\"") ? JSON.parse(text) as string : text

/** Returns the front matter. Throws on an unknown key, so that typos are detected. The message contains `source`. */
export const frontOf = (text: string, source: string): Front => {
  const values = new Map<string, string>()
  for (const line of block.exec(text)?.[1]?.split("\n") ?? []) {
    const [, key = "", value = ""] = /^(description|keywords): (.+)$/.exec(line) ?? []
    if (key === "") throw new Error(`${source}: neither description nor keywords: ${line}`)
    values.set(key, valueOf(value))
  }
  return {
    about: {
      description: values.get("description") ?? "",
      keywords: values.get("keywords")?.split(",").map((word) => word.trim()) ?? []
    },
    markdown: text.replace(block, "")
  }
}
