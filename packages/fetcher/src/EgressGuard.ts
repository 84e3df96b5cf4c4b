/**
 * Decides which outgoing connections are allowed, by scheme, port, host name and IP address. A host is blocked if any
 * of its addresses is blocked. Connections use only the checked addresses, so a second DNS response has no effect.
 *
 * @since 0.1.0
 */
import * as EgressTarget from "@dunlin/common/EgressTarget"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as NodeDns from "node:dns"
import * as NodeNet from "node:net"
import { DnsError, EgressBlocked, InvalidUrl } from "./FetchError.ts"
import { isPublicAddress } from "./internal/addresses.ts"
import * as Lookups from "./internal/lookups.ts"
import { badPorts, localNames, localSuffixes } from "./internal/namesAndPorts.ts"
import { opaque } from "./internal/opaque.ts"
import { isOwnAddress } from "./internal/ownAddresses.ts"

export {
  /**
   * Returns whether an IP address (text form, no brackets, no zone) is globally reachable unicast. IPv4-mapped, NAT64,
   * 6to4, Teredo and other forms that embed an IPv4 address are never public.
   *
   * @category predicates
   * @since 0.1.0
   */
  isPublicAddress
} from "./internal/addresses.ts"

/**
 * An IP address of a host.
 *
 * @category models
 * @since 0.1.0
 */
export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/**
 * Resolves all IP addresses of a name.
 *
 * @category models
 * @since 0.1.0
 */
export type Lookup = (
  hostname: string,
  callback: (error: Error | null, addresses: ReadonlyArray<Address>) => void
) => void

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Individual targets that may be private. They are written as `host:port`, exactly as in the URL (IPv6 in brackets).
   *
   * @default none
   */
  readonly allow?: ReadonlyArray<string> | undefined
  /**
   * The allowed ports. If they are set, only these and the ports of `allow` are allowed.
   *
   * @default every port that browsers do not block
   */
  readonly ports?: ReadonlyArray<number> | undefined
  /**
   * The function that resolves names.
   *
   * @default the resolver of the operating system
   */
  readonly lookup?: Lookup | undefined
  /**
   * Returns the IP addresses of this machine, including public ones. All are blocked, except those in `allow`. An
   * address that a router translates is not detected; add it if services of this machine are reachable there.
   *
   * @default those of its network interfaces, looked up again after a second
   */
  readonly ownAddresses?: (() => ReadonlyArray<string>) | undefined
}

/**
 * A parsed destination whose name is not resolved yet.
 *
 * @category models
 * @since 0.1.0
 */
export interface Destination {
  /** The host in lower case, without brackets and trailing dot. */
  readonly host: string
  readonly port: number
  /** Whether the operator allowed exactly this `host:port`. Its IP addresses are then not checked. */
  readonly opened: boolean
}

/**
 * @category services
 * @since 0.1.0
 */
export class EgressGuard extends Context.Service<EgressGuard, {
  /** Parses a URL and checks its scheme, port, name and literal address. It does not resolve the name. */
  readonly check: (url: string) => Result.Result<URL, InvalidUrl | EgressBlocked | DnsError>
  /** Checks a host and port. It does not resolve the name. */
  readonly inspect: (host: string, port: number) => Result.Result<Destination, EgressBlocked>
  /** Resolves a destination once. Connections to all returned addresses are allowed. */
  readonly resolve: (
    destination: Destination
  ) => Effect.Effect<ReadonlyArray<Address>, EgressBlocked | DnsError>
}>()("@dunlin/fetcher/EgressGuard") {}

const unbracket = (host: string): string => host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host

const targetKey = (host: string, port: number): string => `${unbracket(host.toLowerCase()).replace(/\.$/, "")} ${port}`

const parseTarget = (target: string): string => {
  const [, host = "", port] = EgressTarget.pattern.exec(target) ?? []
  if (host === "") throw new TypeError(`\`allow\`: expected ${EgressTarget.expected}, got ${JSON.stringify(target)}`)
  return targetKey(host, Number(port))
}

const isLocalName = (name: string): boolean =>
  localNames.has(name) || !name.includes(".") || localSuffixes.some((suffix) => name.endsWith(suffix))

// Resolvers read a host as an IPv4 number if its last label is numeric (inet_aton).
const looksNumeric = (name: string): boolean => /^(?:\d+|0x[0-9a-f]*)$/.test(name.slice(name.lastIndexOf(".") + 1))

/** Names below `.invalid` never exist (RFC 6761), so the error is the same as for an unknown name. */
const isNowhere = (name: string): boolean => /\.invalid\.?$/.test(name)

const systemLookup: Lookup = (hostname, callback) =>
  NodeDns.lookup(
    hostname,
    { all: true, verbatim: true },
    (error, addresses) => callback(error, (addresses ?? []) as ReadonlyArray<Address>)
  )

const inTurn = Lookups.make(systemLookup)

/** Longer than the timeouts of resolvers, so it only ends lookups that hang. */
const LOOKUP_TIMEOUT_MS = 30_000

const answerOf = (lookup: Lookup, hostname: string) =>
  Effect.callback<ReadonlyArray<Address>, DnsError>((resume) => {
    const fail = (error: unknown) => {
      const known = opaque(error)
      resume(
        Effect.fail(new DnsError({ temporary: known.code !== undefined && temporaryDns.has(known.code), ...known }))
      )
    }
    try {
      lookup(hostname, (error, addresses) => {
        if (error !== null && error !== undefined) return fail(error)
        const families = Array.isArray(addresses) ? addresses.map((one) => NodeNet.isIP(String(one?.address))) : []
        if (families.length === 0 || families.includes(0)) return fail(undefined)
        return resume(Effect.succeed(
          addresses.map(({ address }, index) => ({ address, family: families[index] === 4 ? 4 : 6 }))
        ))
      })
    } catch (error) {
      fail(error)
    }
  }).pipe(Effect.timeoutOrElse({
    duration: LOOKUP_TIMEOUT_MS,
    orElse: () => Effect.fail(new DnsError({ temporary: true, code: "ETIMEOUT" }))
  }))

const temporaryDns = new Set(["EAI_AGAIN", "ESERVFAIL", "ETIMEOUT", "ECONNREFUSED"])

/**
 * Builds a guard.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): EgressGuard["Service"] => {
  const allow = new Set((options.allow ?? []).map(parseTarget))
  const ports = options.ports === undefined ? undefined : new Set(options.ports)
  const { lookup } = options
  const answer = (hostname: string) =>
    lookup === undefined ? inTurn((system) => answerOf(system, hostname)) : answerOf(lookup, hostname)
  const isOwn = isOwnAddress(options.ownAddresses)
  const isDialable = (address: string): boolean => isPublicAddress(address) && !isOwn(address)

  const inspect = (hostname: string, port: number): Result.Result<Destination, EgressBlocked> => {
    const refused = () => Result.fail(new EgressBlocked())
    const literal = unbracket(hostname.toLowerCase())
    const host = literal.replace(/\.$/, "")
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return refused()
    if (allow.has(`${host} ${port}`)) return Result.succeed({ host, port, opened: true })
    if (ports === undefined ? badPorts.has(port) : !ports.has(port)) return refused()
    if (NodeNet.isIP(host) !== 0) {
      return isDialable(host) ? Result.succeed({ host, port, opened: false }) : refused()
    }
    if (host === "" || host.length > 253 || `${host}.`.includes("..") || !/^[a-z0-9._-]+$/.test(host)) return refused()
    if (isLocalName(host) || looksNumeric(host)) return refused()
    return Result.succeed({ host, port, opened: false })
  }

  return EgressGuard.of({
    inspect,
    check: (input) => {
      const url = URL.parse(input)
      if (url === null) return Result.fail(new InvalidUrl())
      if (url.protocol !== "http:" && url.protocol !== "https:") return Result.fail(new InvalidUrl())
      const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
      return Result.mapBoth(inspect(url.hostname, port), {
        onSuccess: () => url,
        onFailure: (refused) => isNowhere(url.hostname) ? new DnsError({ temporary: false }) : refused
      })
    },
    resolve: (destination) => {
      const family = NodeNet.isIP(destination.host)
      if (family !== 0) {
        return Effect.succeed([{ address: destination.host, family: family === 4 ? 4 as const : 6 as const }])
      }
      return Effect.filterOrFail(
        answer(destination.host),
        (addresses) => destination.opened || addresses.every(({ address }) => isDialable(address)),
        () => new EgressBlocked()
      )
    }
  })
}

/**
 * Provides the guard with its defaults, or with the given targets allowed.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<EgressGuard> => Layer.sync(EgressGuard, () => make(options))

/**
 * Reads `DUNLIN_EGRESS_ALLOW`, a comma-separated list of `host:port` targets that may be private.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<EgressGuard, Config.ConfigError> = Layer.effect(
  EgressGuard,
  Effect.map(
    Config.String("DUNLIN_EGRESS_ALLOW").pipe(Config.withDefault("")),
    (list) => make({ allow: list.split(",").map((_) => _.trim()).filter((_) => _ !== "") })
  )
)
