export const parseWeb = (url: string): URL | null => {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.protocol === "https:" || parsed.protocol === "http:") ? parsed : null
}

/** Returns `null` for URLs without a known redirect. */
export const unwrap = (url: URL): URL | null => {
  const host = url.hostname.replace(/^www\./, "")
  const known = redirectors.get(host) ?? (isGoogle(host) ? google : undefined)
  if (known?.path === url.pathname) {
    for (const name of known.names) {
      const target = parseWeb(url.searchParams.get(name) ?? "")
      if (target !== null) return target
    }
  }
  if (host === "bing.com" && url.pathname === "/ck/a") return unwrapBing(url)
  if (host === "r.search.yahoo.com") return unwrapYahoo(url)
  if (host.endsWith(".safelinks.protection.outlook.com")) return parseWeb(url.searchParams.get("url") ?? "")
  const isAmp = host.endsWith(".cdn.ampproject.org") || (isGoogle(host) && url.pathname.startsWith("/amp/"))
  return isAmp ? unwrapAmp(url) : null
}

const isGoogle = (host: string): boolean => /^google\.[a-z.]{2,6}$/.test(host)

/** Reads `/c/s/example.com/a` and `/amp/s/example.com/a`, where `s` means https. */
const unwrapAmp = (url: URL): URL | null => {
  const [, , ...rest] = url.pathname.split("/")
  const address = rest[0] === "s" ? rest.slice(1) : rest
  return address[0]?.includes(".") === true ? parseWeb(`https://${address.join("/")}${url.search}`) : null
}

/** The parameter `u` is `a1` followed by the URL in Base64. */
const unwrapBing = (url: URL): URL | null => {
  const packed = url.searchParams.get("u") ?? ""
  return packed.startsWith("a1") ? parseWeb(Buffer.from(packed.slice(2), "base64url").toString("utf8")) : null
}

/** Reads the path `/_ylt=x/RV=2/RE=1/RO=10/RU=https%3a%2f%2fexample.com%2fa/RK=2/RS=x`. */
const unwrapYahoo = (url: URL): URL | null => {
  const packed = url.pathname.split("/").find((segment) => segment.startsWith("RU="))
  // Form decoding leaves malformed escapes unchanged. `decodeURIComponent` would throw.
  return packed === undefined ? null : parseWeb(new URLSearchParams(packed.replaceAll("+", "%2B")).get("RU") ?? "")
}

interface Redirector {
  readonly path: string
  readonly names: ReadonlyArray<string>
}

const google: Redirector = { path: "/url", names: ["q", "url"] }

const redirectors = new Map<string, Redirector>([
  ["duckduckgo.com", { path: "/l/", names: ["uddg"] }],
  ["html.duckduckgo.com", { path: "/l/", names: ["uddg"] }],
  ["l.facebook.com", { path: "/l.php", names: ["u"] }],
  ["lm.facebook.com", { path: "/l.php", names: ["u"] }],
  ["l.instagram.com", { path: "/", names: ["u"] }],
  ["linkedin.com", { path: "/redir/redirect", names: ["url"] }],
  ["out.reddit.com", { path: "/", names: ["url"] }],
  ["slack-redir.net", { path: "/link", names: ["url"] }],
  ["steamcommunity.com", { path: "/linkfilter/", names: ["u", "url"] }],
  ["vk.com", { path: "/away.php", names: ["to"] }],
  ["youtube.com", { path: "/redirect", names: ["q"] }]
])
