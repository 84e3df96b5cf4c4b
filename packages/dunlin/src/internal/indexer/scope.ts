/** Which addresses belong to a run. */

/** The host as people see it: without `www.`, which the two usually share, and with a port of its own. */
export const siteOf = (url: string): string => {
  const parsed = URL.parse(url)
  return parsed === null ? "" : parsed.host.replace(/^www\./, "")
}

/** The same site, and the folder the start is in. */
export const below = (start: string): (url: string) => boolean => {
  const { pathname } = new URL(start)
  const site = siteOf(start)
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1)
  return (link) => {
    const url = URL.parse(link)
    return url !== null && /^https?:$/.test(url.protocol) && siteOf(link) === site && url.pathname.startsWith(folder)
  }
}

// What has no text to be found by; HTML, PDF and text are left.
const files =
  /\.(?:7z|apk|avi|avif|bin|bmp|bz2|css|deb|dmg|eot|exe|flac|gif|gz|ico|iso|jar|jpe?g|js|m4[av]|mjs|mov|mp[34]|mpe?g|msi|og[agv]|otf|png|rar|rpm|svg|swf|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|wmv|woff2?|xz|zip|zst)$/i

/** Whether an address names a file without text. */
export const isFile = (url: string): boolean => files.test(URL.parse(url)?.pathname ?? "")
