/**
 * The registered part of a host name, by the public suffix list. A separate module, because the list is large.
 *
 * @since 0.1.0
 */
import { asciiHost } from "@dunlin/text/OperatorValue"
import { getDomain } from "tldts"
import { hostOf } from "./Domains.ts"

/**
 * The registrable domain of a URL or host (`news.bbc.co.uk` gives `bbc.co.uk`, `a.github.io` gives `a.github.io`), or the
 * host itself where there is none (an IP address, `localhost`).
 *
 * @category readers
 * @since 0.1.0
 */
export const of = (urlOrHost: string): string | undefined => {
  const host = urlOrHost.includes("://") ? hostOf(urlOrHost) : asciiHost(urlOrHost)
  return host && (getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host)
}
