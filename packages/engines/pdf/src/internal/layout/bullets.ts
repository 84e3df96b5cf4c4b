/** Signs before the items of a list. */

/** Bullets of the fonts Symbol and Wingdings are in the private use area. */
const symbols = "\\uf0b7\\uf0a7\\uf0d8\\uf0fc\\uf076\\uf06e\\uf06f\\uf071\\uf0a8\\uf0e0\\uf0e8\\uf0fd\\uf0fe"
const open = "☐□\\uf06f\\uf0a8"
const ticked = "☑☒⊠\\uf0fd\\uf0fe"
const glyphs = `•●▪■○◦‣⁃∙∗·►▶➢➤✓✔❖❑❏▫◾◽█${open}${ticked}${symbols}`

export const bullet = new RegExp(`^(?:[${glyphs}]|[-–—*](?=\\s))\\s*`, "u")

/** Matches a bullet before a wide gap. Characters that also occur as marks in table cells are excluded. */
export const bulletAlone = /^[█•●◦‣⁃▪∗➢❖\uf0b7\uf0a7\uf0d8\uf0fc\uf076]$/u

/** Matches the number of a list item. A number in brackets before another number is a telephone number. */
export const numbered = /^(?!\(\d{3}\)\s*\d{3})(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+/

export const isBullet = (text: string): boolean => bullet.test(text)

const marker = new RegExp(`^\\\\?(?:[${glyphs}]|[-–—*](?=\\s|$))\\s*`, "u")
const box = new RegExp(`^[${open}${ticked}]`, "u")
const tick = new RegExp(`^[${ticked}]`, "u")

export const withoutBullet = (markdown: string): string => {
  const text = box.test(markdown) ? markdown : markdown.replace(marker, "")
  return box.test(text) ? `[${tick.test(text) ? "x" : " "}] ${text.slice(1).trimStart()}` : text
}

export const leaders = /(?:[.·…]\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,6})$/u
