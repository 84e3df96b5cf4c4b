import ipaddr from "ipaddr.js"
import * as NodeOs from "node:os"

const normalised = (address: string): string => {
  const [plain = ""] = address.split("%", 1)
  return ipaddr.isValid(plain) ? ipaddr.parse(plain).toNormalizedString() : plain
}

const interfaceAddresses = (): ReadonlyArray<string> => {
  try {
    return Object.values(NodeOs.networkInterfaces()).flatMap((list) => list ?? []).map(({ address }) => address)
  } catch {
    return []
  }
}

/** Addresses change with leases and containers. Reading them takes 0.1 ms. */
const ADDRESSES_TTL_MS = 1_000

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

/** A firewall usually treats this machine's own addresses differently from remote ones. */
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
