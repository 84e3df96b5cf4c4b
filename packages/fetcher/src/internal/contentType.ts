const token = "[!#$%&'*+.^_`|~0-9a-z-]+"
const type = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`, "i")
const label = /;\s*charset\s*=\s*["']?([^\s;"']{1,40})/i

export interface ContentType {
  readonly essence: string
  readonly charset: string | undefined
}

/**
 * Parses a `content-type` header. The last valid value counts. Its charset may come from an earlier value of the same
 * type (Fetch Standard, "extract a MIME type").
 */
export const parseContentType = (header: string | ReadonlyArray<string> | undefined): ContentType => {
  let found: ContentType = { essence: "", charset: undefined }
  for (const value of [header ?? []].flat().join(",").match(/(?:[^",]|"[^"]*"?)+/g) ?? []) {
    const essence = type.exec(value)?.[1]?.toLowerCase()
    if (essence === undefined || essence === "*/*") continue
    const charset = label.exec(value)?.[1]
    found = { essence, charset: charset ?? (essence === found.essence ? found.charset : undefined) }
  }
  return found
}
