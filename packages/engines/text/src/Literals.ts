/**
 * Protects literal signs while Markdown marks are removed, for example `__init__` in code, and `\*`. Removes HTML
 * tags.
 *
 * @since 0.3.0
 */

import { tag } from "./internal/tags.ts"

const signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
const sign = /[!-/:-@[-`{-~]/g

/** First of the Unicode noncharacters that replace hidden signs, because texts do not contain them. */
const FIRST_NONCHARACTER = 0xfdd0
const nonCharacter = /[\ufdd0-\ufdef]/g

const literal = /\\([!-/:-@[-`{-~])|(`{1,3})([^`\n]{1,1000})\2/g

/**
 * Replaces each ASCII punctuation character of code with a placeholder. {@link show} restores them.
 *
 * @category converting
 * @since 0.3.0
 */
export const hideAll = (code: string): string =>
  code.replace(sign, (found) => String.fromCharCode(FIRST_NONCHARACTER + signs.indexOf(found)))

/**
 * Removes escapes and code marks from Markdown, and hides the signs that they protect. Later steps that remove other
 * marks do not change these signs.
 *
 * **Example** (Remove marks, and keep signs)
 *
 * ```ts
 * import { Literals } from "@dunlin/text"
 *
 * const hidden = Literals.hide("Call `__init__` **once** \\*")
 * console.log(Literals.show(hidden.replaceAll("**", ""))) // Call __init__ once *
 * ```
 *
 * @category converting
 * @since 0.3.0
 */
export const hide = (markdown: string): string =>
  !markdown.includes("\\") && !markdown.includes("`")
    ? markdown
    : markdown.replace(literal, (_, escaped?: string, __?: string, code?: string) => hideAll(escaped ?? code ?? ""))

/**
 * Restores the signs that {@link hide} has hidden.
 *
 * @category converting
 * @since 0.3.0
 */
export const show = (text: string): string =>
  text.replace(nonCharacter, (found) => signs[found.charCodeAt(0) - FIRST_NONCHARACTER]!)

/**
 * Returns Markdown without HTML tags. Words in angle brackets that are not tags, such as `<commit>`, stay.
 *
 * @category converting
 * @since 0.3.0
 */
export const withoutTags = (markdown: string): string =>
  markdown.includes("<") ? markdown.replace(tag, (found) => /^<br/i.test(found) ? " " : "") : markdown
