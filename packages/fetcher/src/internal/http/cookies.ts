import type { IncomingHttpHeaders } from "node:http"
import { CookieJar } from "tough-cookie"

/** More cookies than this in one answer are ignored. */
const maxCookies = 100

export type Cookies = {
  /** Keeps what an answer set. */
  readonly store: (url: URL, headers: IncomingHttpHeaders) => void
  /** The `cookie` header for a URL, empty when there is none. */
  readonly header: (url: URL) => string
}

/** The cookies of one request and its redirects. The jar is only made when a server sets one. */
export const make = (): Cookies => {
  let jar: CookieJar | undefined
  return {
    store: (url, headers) => {
      // undici leaves a single one as a string
      const list = [headers["set-cookie"] ?? []].flat()
      if (list.length === 0) return
      jar ??= new CookieJar(undefined, { looseMode: true })
      for (const cookie of list.slice(0, maxCookies)) {
        jar.setCookieSync(cookie.slice(0, 4096), url.href, { ignoreError: true })
      }
    },
    header: (url) => jar?.getCookieStringSync(url.href) ?? ""
  }
}
