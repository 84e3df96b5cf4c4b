import ipaddr from "ipaddr.js"
import * as NodeOs from "node:os"

/** Normalizes an IP address for comparison, without the zone of a link-local one. */
const normalised = (address: string): string => {
  const [plain = ""] = address.split("%", 1)
  return ipaddr.isValid(plain) ? ipaddr.parse(plain).toNormalizedString() : plain
}

/** Returns the current addresses of this machine's network interfaces; empty if the system does not return them. */
const interfaceAddresses = (): ReadonlyArray<string> => {
  try {
    return Object.values(NodeOs.networkInterfaces()).flatMap((list) => list ?? []).map(({ address }) => address)
  } catch {
    return []
  }
}

/**
 * Milliseconds for which addresses are cached. Addresses change with leases and containers, and reading them takes
 * about 0.1 ms.
 */
const ADDRESSES_TTL_MS = 1_000

/** Returns the addresses of the network interfaces, cached for a second. */
const interfaces = (): () => ReadonlyArray<string> => {
  let known: ReadonlyArray<string> = []
  let readAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - readAt >= ADDRESSES_TTL_MS) {
      known = interfaceAddresses()
      readAt = now
    }
    return known
  }
}

/**
 * Returns whether an IP address belongs to this machine, whose firewall usually treats it differently from remote ones.
 */
export const isOwnAddress = (own: () => ReadonlyArray<string> = interfaces()): (address: string) => boolean => {
  let last: ReadonlyArray<string> = []
  let set = new Set<string>()
  return (address) => {
    const list = own()
    if (list !== last) {
      last = list
      set = new Set(list.map(normalised))
    }
    return set.has(normalised(address))
  }
}
