/** Converts internationalised host names, without the tables of a platform. */
import { decode } from "punycode/punycode.es6.js"

/** Maximum characters of a label (RFC 1035). Longer labels are invalid, so they are not decoded. */
const MAX_LABEL_CHARACTERS = 63

const decoded = (label: string): string | undefined => {
  if (label.length > MAX_LABEL_CHARACTERS) return undefined
  try {
    return decode(label)
  } catch {
    return undefined
  }
}

export const toUnicode = (host: string): string =>
  host.split(".").map((label) => label.startsWith("xn--") ? decoded(label.slice(4)) ?? label : label).join(".")

/** Converts a host name to ASCII; an empty text if the name is invalid (UTS 46). */
export const toAscii = (host: string): string => {
  const parsed = URL.parse(`ws://${host}`)
  return parsed !== null && parsed.href === `ws://${parsed.hostname}/` ? parsed.hostname : ""
}
