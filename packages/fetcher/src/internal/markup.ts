export const lowerCased = (html: string): string => {
  const lower = html.toLowerCase()
  return lower.length === html.length ? lower : html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

export const without = (html: string, open: string, close: string): string => {
  const lower = lowerCased(html)
  let out = ""
  let at = 0
  for (;;) {
    const start = lower.indexOf(open, at)
    if (start === -1) return out + html.slice(at)
    const end = lower.indexOf(close, start + open.length)
    out += html.slice(at, start)
    if (end === -1) return out
    at = end + close.length
  }
}

export interface Tag {
  readonly start: number
  readonly end: number
}

const NAME = /[a-z0-9-]/

export const nextTag = (lower: string, name: string, from: number): Tag | undefined => {
  for (let start = lower.indexOf(`<${name}`, from); start !== -1; start = lower.indexOf(`<${name}`, start + 1)) {
    if (NAME.test(lower.charAt(start + name.length + 1))) continue
    const end = lower.indexOf(">", start)
    return end === -1 ? undefined : { start, end }
  }
  return undefined
}

export const tagsOf = function*(lower: string, name: string): Generator<Tag> {
  for (let tag = nextTag(lower, name, 0); tag !== undefined; tag = nextTag(lower, name, tag.end)) yield tag
}
