import type { IncomingHttpHeaders } from "node:http"
import { CookieJar } from "tough-cookie"

/** More cookies than this in one answer are ignored. */
const maxCookies = 100

export interface Cookies {
  /** Keeps what an answer set. */
  readonly store: (url: URL, headers: IncomingHttpHeaders) => void
  /** The `cookie` header for a URL, empty when there is none: `own`, but what a server has set since wins. */
  readonly header: (url: URL, own: string) => string
}

const nameOf = (pair: string): string => pair.split("=", 1)[0]!.trim()

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
    header: (url, own) => {
      const set = jar?.getCookieStringSync(url.href) ?? ""
      if (set === "") return own
      const names = new Set(set.split(";").map(nameOf))
      const kept = own.split(";").filter((pair) => pair.trim() !== "" && !names.has(nameOf(pair)))
      return [...kept.map((pair) => pair.trim()), set].join("; ")
    }
  }
}
