/**
 * Finds the registrable part of a host name, by the public suffix list. It is a separate module, because the list is
 * large.
 *
 * @since 0.1.0
 */
import { asciiHost } from "@dunlin/text/OperatorValue"
import { getDomain } from "tldts"
import { hostOf } from "./Domains.ts"

/**
 * Returns the registrable domain of a URL or host: `bbc.co.uk` for `news.bbc.co.uk`, `a.github.io` for `a.github.io`.
 * Returns the host itself if it has none, such as an IP address or `localhost`.
 *
 * @category readers
 * @since 0.1.0
 */
export const of = (urlOrHost: string): string | undefined => {
  const host = urlOrHost.includes("://") ? hostOf(urlOrHost) : asciiHost(urlOrHost)
  return host && (getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host)
}
