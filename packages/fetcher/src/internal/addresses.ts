import ipaddr from "ipaddr.js"
import * as NodeNet from "node:net"

/**
 * IPv4 addresses that are not globally reachable unicast. Source: IANA IPv4 Special-Purpose Address Registry, plus
 * multicast and class E.
 */
const deniedV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3"
]

/** Public addresses on which cloud platforms serve machine-specific data: keys, configuration, internal services. */
const platformV4 = [
  // Azure: WireServer, DNS, health probes
  "168.63.129.16/32",
  "161.26.0.0/16",
  "166.8.0.0/14",
  // Equinix Metal: metadata, selected by the client's IP address
  "192.80.8.124/32"
]

/** The only unicast range that is allocated. All other IPv6 addresses are denied. */
const allowedV6 = "2000::/3"

/**
 * Denied parts of the allocated range: protocol assignments (Teredo, ORCHID), documentation, 6to4, documentation.
 * Source: IANA IPv6 Special-Purpose Address Registry.
 */
const deniedV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]

/** Interface identifiers of ISATAP, which embed an IPv4 address (RFC 5214, section 6.1). */
const isatap = new Set([0x0000_5efe, 0x0200_5efe])

const denied4 = [...deniedV4, ...platformV4].map((block) => ipaddr.IPv4.parseCIDR(block))
const allowed6 = ipaddr.IPv6.parseCIDR(allowedV6)
const denied6 = deniedV6.map((block) => ipaddr.IPv6.parseCIDR(block))

export const isPublicAddress = (address: string): boolean => {
  switch (NodeNet.isIP(address)) {
    case 4: {
      const parsed = ipaddr.IPv4.parse(address)
      return !denied4.some((block) => parsed.match(block))
    }
    case 6: {
      if (address.includes("%")) return false
      const parsed = ipaddr.IPv6.parse(address)
      const [, , , , high = 0, low = 0] = parsed.parts
      return parsed.match(allowed6) && !denied6.some((block) => parsed.match(block)) &&
        !isatap.has(high * 0x1_0000 + low)
    }
    default:
      return false
  }
}
