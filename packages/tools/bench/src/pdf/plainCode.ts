/**
 * Parses code blocks like every markdown parser: a block contains no headings or tables.
 *
 * The original harness removes the fences of code before it searches headings and tables. So shell comments that
 * start with `#` counted as headings, and tables within code as tables of the expected output. Here fenced code
 * becomes indented code, and bars in code are replaced. This applies to the actual and the expected output.
 */

const fence = /^ {0,3}(`{3,}|~{3,})/
const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])\s/
const indented = /^(?: {4}|\t)/

const withoutBars = (line: string): string => line.replaceAll("|", "¦")

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
