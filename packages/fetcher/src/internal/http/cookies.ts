import type { IncomingHttpHeaders } from "node:http"
import { CookieJar } from "tough-cookie"

const MAX_COOKIES = 100

export interface Cookies {
  readonly store: (url: URL, headers: IncomingHttpHeaders) => void
  readonly header: (url: URL, own: string) => string
}

const nameOf = (pair: string): string => pair.split("=", 1)[0]!.trim()

/** Stores cookies during one request with its redirects. Most servers set none, so the jar is created on demand. */
export const make = (): Cookies => {
  let jar: CookieJar | undefined
  return {
    store: (url, headers) => {
      const list = [headers["set-cookie"] ?? []].flat()
      if (list.length === 0) return
      jar ??= new CookieJar(undefined, { looseMode: true })
      for (const cookie of list.slice(0, MAX_COOKIES)) {
        jar.setCookieSync(cookie.slice(0, 4096), url.href, { ignoreError: true })
      }
    },
    header: (url, own) => {
      const set = jar?.getCookieStringSync(url.href) ?? ""
      if (set === "") return own
      const names = new Set(set.split(";").map(nameOf))
      const others = own.split(";").filter((pair) => pair.trim() !== "" && !names.has(nameOf(pair)))
      return [...others.map((pair) => pair.trim()), set].join("; ")
    }
  }
}
