import ipaddr from "ipaddr.js"
import * as NodeOs from "node:os"

/** An address in the one form in which it is compared; the zone of a link-local one is not part of it. */
const normalised = (address: string): string => {
  const [plain = ""] = address.split("%", 1)
  return ipaddr.isValid(plain) ? ipaddr.parse(plain).toNormalizedString() : plain
}

/** What the network interfaces of this machine have now; nothing where the system does not say. */
const interfaceAddresses = (): ReadonlyArray<string> => {
  try {
    return Object.values(NodeOs.networkInterfaces()).flatMap((list) => list ?? []).map(({ address }) => address)
  } catch {
    return []
  }
}

/** Milliseconds: addresses come and go with leases and containers, and reading them takes about 0.1 ms. */
const believedFor = 1_000

/** The addresses of the network interfaces, read again when what is known is older than a second. */
const interfaces = (): () => ReadonlyArray<string> => {
  let known: ReadonlyArray<string> = []
  let readAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - readAt >= believedFor) {
      known = interfaceAddresses()
      readAt = now
    }
    return known
  }
}

/** Whether an address is one of this machine's own, which its firewall treats unlike one of the network. */
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
