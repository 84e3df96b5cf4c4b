/**
 * Blocks of code as every reader of markdown takes them: nothing in one is a heading or a table.
 *
 * The harness takes the fences of code away before it looks for headings and tables, so that comments of a shell that
 * begin with `#` were headings of whoever wrote a fence, and a table within code was one of the truth. Fenced code becomes
 * indented code here, as the truth writes it, and bars in code become others. Both sides are read so, ours and theirs.
 */

const fence = /^ {0,3}(`{3,}|~{3,})/
const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])\s/
const indented = /^(?: {4}|\t)/

const withoutBars = (line: string): string => line.replaceAll("|", "¦")

/** What a fence opens with, unless it is a piece of code within a line. */
const opens = (line: string): string | undefined => {
  const found = fence.exec(line)
  if (found === null || found[1]!.startsWith("`") && line.slice(found[0].length).includes("`")) return undefined
  return found[1]
}

export const plainCode = (markdown: string): string => {
  let open: string | undefined
  let isInList = false
  let isBlank = true
  let isCode = false
  return markdown.split("\n").map((line) => {
    const mark = line.trim()
    if (open !== undefined) {
      if (mark.startsWith(open) && mark.replaceAll(open[0]!, "") === "" && fence.test(line)) {
        open = undefined
        return ""
      }
      return `    ${withoutBars(line)}`
    }
    open = opens(line)
    if (open !== undefined) return ""
    if (mark === "") {
      isBlank = true
      return line
    }
    if (!indented.test(line)) {
      isInList = marker.test(line) || isInList && line.startsWith(" ")
      isCode = false
    } else if (!isInList && isBlank) isCode = true
    isBlank = false
    return isCode ? withoutBars(line) : line
  }).join("\n")
}
