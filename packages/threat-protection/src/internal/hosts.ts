/** Normalizes the host of a URL: A-labels, lower case, without trailing dots. */
import * as HostName from "@dunlin/schema/HostName"
import * as CodeUnit from "@dunlin/text/CodeUnit"
import { domainToUnicode } from "node:url"

const withoutTrailingDots = (host: string): string => {
  let end = host.length
  while (end > 0 && host[end - 1] === ".") end--
  return end === host.length ? host : host.slice(0, end)
}

export interface Host {
  /** An IPv6 address keeps its brackets. */
  readonly name: string
  readonly isAddress: boolean
}

/** `URL` has already converted every form of an IPv4 address to four decimal numbers. */
const DOTS_OF_IPV4 = 3

const isIpv4 = (host: string): boolean => {
  let dots = 0
  for (let index = 0; index < host.length; index++) {
    if (host[index] === ".") dots++
    else if (!CodeUnit.isDigit(host.charCodeAt(index))) return false
  }
  return dots === DOTS_OF_IPV4
}

/** Returns `undefined` for an invalid URL. The host of a URL such as `data:` is empty. */
export const hostOf = (url: string): Host | undefined => {
  const plain = HostName.ofPlainUrl(url)
  if (plain !== undefined) return { name: plain, isAddress: false }
  const parsed = URL.parse(url)
  if (parsed === null) return undefined
  const name = withoutTrailingDots(parsed.hostname.toLowerCase())
  return { name, isAddress: name.startsWith("[") || isIpv4(name) }
}

export const lastLabel = (host: Host): string => host.isAddress ? "" : host.name.slice(host.name.lastIndexOf(".") + 1)

/** Globs that A-labels cannot express need the Unicode form. */
export const unicodeOf = (host: Host): string => domainToUnicode(host.name)

export { withoutTrailingDots }
