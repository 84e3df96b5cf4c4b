/**
 * Decodes percent-encoded URLs (RFC 3986, section 2.1), for text that anybody may have written.
 *
 * @since 0.2.0
 */

/**
 * Returns the decoded text. A text with a malformed escape, for which `decodeURIComponent` throws, is returned
 * unchanged.
 *
 * @category conversions
 * @since 0.2.0
 */
export const decode = (text: string): string => {
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
