/** One spelling for the addresses of one page. */
export const canonicalUrl = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  parsed.hash = ""
  return parsed.href
}
