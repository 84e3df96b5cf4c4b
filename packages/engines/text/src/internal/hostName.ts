/** Converts internationalised host names, without the tables of a platform. */
import { decode } from "punycode/punycode.es6.js"

/** Maximum characters of a label in a host name (RFC 1035). Longer labels are not decoded. */
const MAX_LABEL_CHARACTERS = 63

/** Returns the text of a label without its `xn--`; `undefined` if the label is invalid. */
const decoded = (label: string): string | undefined => {
  if (label.length > MAX_LABEL_CHARACTERS) return undefined
  try {
    return decode(label)
  } catch {
    return undefined
  }
}

/** Converts a host name to the form that people write. A malformed label is not changed. */
export const toUnicode = (host: string): string =>
  host.split(".").map((label) => label.startsWith("xn--") ? decoded(label.slice(4)) ?? label : label).join(".")

/** Returns a host name in DNS form, by the rules of URLs (UTS 46); empty if it is invalid. */
export const toAscii = (host: string): string => {
  const parsed = URL.parse(`ws://${host}`)
  return parsed !== null && parsed.href === `ws://${parsed.hostname}/` ? parsed.hostname : ""
}
