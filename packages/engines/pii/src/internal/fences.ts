/**
 * Finds the code that fences enclose.
 *
 * @since 0.2.0
 */
import type { OffsetList } from "./offsets.ts"

const FENCE = "```"

/** Lists the fenced parts of a text. An unclosed fence extends to the end. */
export const listCode = (text: string, code: OffsetList): void => {
  let at = 0
  while ((at = text.indexOf(FENCE, at)) >= 0) {
    const before = text[at - 1]
    if (at === 0 || before === "\n" || before === " " || before === ">") {
      const close = text.indexOf(`\n${FENCE}`, at + FENCE.length)
      const end = close < 0 ? text.length : close + 1 + FENCE.length
      code.pair(at, end)
      at = end
    } else at += FENCE.length
  }
}
