/** Removes everything between two markers, which must not be parsed as markup; linear. */
export const without = (html: string, open: string, close: string): string => {
  const lower = html.toLowerCase()
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
