/** Parses the front matter of a page: its description and keywords. */

export interface About {
  readonly description: string
  readonly keywords: ReadonlyArray<string>
}

export interface Front {
  readonly about: About
  readonly markdown: string
}

const block = /^---\n([^]*?)\n---\n+/

const valueOf = (text: string): string => text.startsWith("\"") ? JSON.parse(text) as string : text

/** An unknown key throws, so that typos are detected. The message contains `source`. */
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
