import { EgressGuard, Fetcher, FetchError } from "@dunlin/fetcher"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { networkInterfaces } from "node:os"
import { answering, guard, verdict } from "./guardLookups.ts"

/** First and last address of every IPv4 block that is not for the public, and its public neighbours. */
const v4Blocks: ReadonlyArray<readonly [string, string, before: string | null, after: string | null]> = [
  ["0.0.0.0", "0.255.255.255", null, "1.0.0.0"],
  ["10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["224.0.0.0", "255.255.255.255", "223.255.255.255", null]
]

const deniedV6 = [
  "::",
  "::1",
  "::2",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::a00:1",
  "100::1",
  "100:0:0:1::1",
  "1fff:ffff::1",
  "2001::1",
  "2001:0:7f00:1::",
  "2001:2::1",
  "2001:10::1",
  "2001:1ff:ffff::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:a00:1::1",
  "3fff::1",
  "3fff:fff:ffff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "ffff::1"
]
const allowedV6 = [
  "2000::1",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2003::1",
  "2606:4700::1111",
  "2a00:1450::1",
  "3ffe::1",
  "3fff:1000::1"
]

describe("isPublicAddress", () => {
  for (const [first, last, before, after] of v4Blocks) {
    it(`blocks exactly ${first}`, () => {
      assert.isFalse(EgressGuard.isPublicAddress(first))
      assert.isFalse(EgressGuard.isPublicAddress(last))
      if (before !== null) assert.isTrue(EgressGuard.isPublicAddress(before), before)
      if (after !== null) assert.isTrue(EgressGuard.isPublicAddress(after), after)
    })
  }

  it("blocks IPv6 by default", () => {
    for (const address of deniedV6) assert.isFalse(EgressGuard.isPublicAddress(address), address)
    for (const address of allowedV6) assert.isTrue(EgressGuard.isPublicAddress(address), address)
  })

  it("blocks strings that are not addresses, and zones", () => {
    for (
      const text of [
        "",
        "localhost",
        "127.1",
        "0x7f000001",
        "1.2.3",
        "1.2.3.4.5",
        "2606:4700::1%eth0",
        "[::1]",
        " 8.8.8.8"
      ]
    ) {
      assert.isFalse(EgressGuard.isPublicAddress(text), text)
    }
  })

  it("never allows an address that contains an IPv4 address", () => {
    const octet = fc.nat(255)
    fc.assert(fc.property(octet, octet, octet, octet, (a, b, c, d) => {
      const dotted = `${a}.${b}.${c}.${d}`
      const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
      for (
        const address of [
          `::${dotted}`,
          `::ffff:${dotted}`,
          `::ffff:0:${dotted}`,
          `64:ff9b::${dotted}`,
          `2002:${hex(a, b)}:${hex(c, d)}::1`,
          `2001:470:1f0b::5efe:${dotted}`,
          `2001:470:1f0b::200:5efe:${dotted}`
        ]
      ) assert.isFalse(EgressGuard.isPublicAddress(address), address)
    }))
  })

  it("gives the same result for every spelling of an IPv6 address", () => {
    fc.assert(fc.property(fc.ipV6(), (address) => {
      const canonical = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1)
      if (canonical !== undefined) {
        assert.strictEqual(EgressGuard.isPublicAddress(address), EgressGuard.isPublicAddress(canonical))
      }
    }))
  })
})

describe("check", () => {
  it("parses numeric spellings of an address", () => {
    for (
      const host of [
        "2130706433",
        "0x7f000001",
        "0X7F.1",
        "017700000001",
        "127.1",
        "127.0.1",
        "0177.0.0.01",
        "127.0.0.1.",
        "0",
        "%31%32%37.0.0.1",
        "127%2e0%2e0%2e1",
        "１２７.０.０.１",
        "①②⑦.⓪.⓪.①",
        "127。0。0。1",
        "3232235521",
        "0xa9fea9fe",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:127.0.0.1]",
        "[::127.0.0.1]"
      ]
    ) assert.strictEqual(verdict(`http://${host}/`), "EgressBlocked", host)
  })

  it("rejects names of this machine and of its network", () => {
    for (
      const host of [
        "localhost",
        "LOCALHOST.",
        "a.localhost",
        "localhost.localdomain",
        "localhost..",
        "intranet",
        "printer.local",
        "metadata",
        "metadata.google.internal",
        "kubernetes.default.svc",
        "db.svc.cluster.local",
        "router.home.arpa",
        "1.0.0.127.in-addr.arpa",
        "x.onion",
        "a..b.example",
        "a_b.internal.",
        "example.0x7f"
      ]
    ) assert.notStrictEqual(verdict(`http://${host}/`), "ok", host)
  })

  it("allows public names and addresses", () => {
    for (
      const url of [
        "http://example.com/",
        "https://EXAMPLE.com./a?b#c",
        "https://bücher.example/",
        "http://user:pass@example.com:8080/",
        "http://8.8.8.8/",
        "http://[2606:4700::1111]:8443/",
        "http://my_host.example.com/",
        "http://localhost.example.com/",
        "http://127.0.0.1.nip.example/"
      ]
    ) assert.strictEqual(verdict(url), "ok", url)
  })

  it("allows only http and https", () => {
    for (
      const url of [
        "file:///etc/passwd",
        "ftp://a.example/",
        "gopher://a.example/",
        "data:text/html,x",
        "blob:http://a.example/x",
        "ws://a.example/",
        "view-source:http://a.example/",
        "about:blank"
      ]
    ) {
      assert.strictEqual(verdict(url), "InvalidUrl", url)
    }
  })

  it("rejects the ports of other protocols, and accepts a custom list", () => {
    for (const port of [22, 25, 53, 6000, 6667]) {
      assert.strictEqual(verdict(`http://example.com:${port}/`), "EgressBlocked")
    }
    assert.strictEqual(verdict("http://example.com:8080/", { ports: [80, 443] }), "EgressBlocked")
    assert.strictEqual(verdict("https://example.com/", { ports: [80, 443] }), "ok")
  })

  it("allows exactly the given targets", () => {
    const options = { allow: ["127.0.0.1:8080", "[::1]:9000", "Search.internal:80"] }
    assert.strictEqual(verdict("http://127.0.0.1:8080/x", options), "ok")
    assert.strictEqual(verdict("http://2130706433:8080/", options), "ok")
    assert.strictEqual(verdict("http://[::1]:9000/", options), "ok")
    assert.strictEqual(verdict("http://search.internal/", options), "ok")
    assert.strictEqual(verdict("http://127.0.0.1/", options), "EgressBlocked")
    assert.strictEqual(verdict("http://127.0.0.1:8081/", options), "EgressBlocked")
    assert.strictEqual(verdict("http://127.0.0.2:8080/", options), "EgressBlocked")
    assert.strictEqual(verdict("http://localhost:8080/", options), "EgressBlocked")
    assert.strictEqual(verdict("http://[::1]:9001/", options), "EgressBlocked")
  })

  it("rejects a target without a port", () => {
    for (const target of ["nonsense", "127.0.0.1", ":80", "host:", "host:0x50", "host:70000"]) {
      assert.throws(() => EgressGuard.make({ allow: [target] }), /expected `host:port`/, target)
    }
  })

  it("never allows a literal address that is not public", () => {
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV4Extended()), (address) => {
      const url = URL.parse(`http://${address}/`)
      if (url === null) return
      assert.strictEqual(verdict(url.href) === "ok", EgressGuard.isPublicAddress(url.hostname), address)
    }))
  })

  it("reports names that do not exist", () => {
    assert.strictEqual(verdict("http://nobody.invalid/"), "DnsError")
    assert.strictEqual(verdict("https://NOBODY.invalid.:8443/"), "DnsError")
    assert.strictEqual(verdict("http://nobody.invalid/", { allow: ["nobody.invalid:80"] }), "ok")
    assert.strictEqual(verdict("http://invalid.local/"), "EgressBlocked")
  })

  it("does not reveal why", () => {
    const error = EgressGuard.make().check("http://10.1.2.3/secret?key=1")
    assert.isTrue(Result.isFailure(error))
    assert.notMatch(JSON.stringify(error), /10\.1|secret|key/)
  })

  it("explains to an operator how to allow a target, with one message for all other callers", () => {
    const messages = ["http://10.1.2.3/", "http://example.com:22/", "http://printer.local/"].map((url) =>
      Result.match(EgressGuard.make().check(url), { onFailure: (error) => error.message, onSuccess: () => "" })
    )
    for (const setting of ["allow", "--allow", "DUNLIN_EGRESS_ALLOW"]) assert.include(messages[0], setting)
    assert.strictEqual(new Set(messages).size, 1)
  })
})

describe("resolve", () => {
  const resolve = (lookup: EgressGuard.Lookup, host = "site.example") => {
    const guard = EgressGuard.make({ lookup })
    return Effect.flatMap(Effect.fromResult(guard.inspect(host, 80)), guard.resolve)
  }

  it.effect("returns the checked address", () =>
    Effect.gen(function*() {
      const addresses = yield* resolve(answering(["93.184.216.34", "2606:4700::1111"]))
      assert.deepStrictEqual(addresses.map(({ address }) => address), ["93.184.216.34", "2606:4700::1111"])
    }))

  it.effect("rejects a host if any of its addresses is blocked", () =>
    Effect.gen(function*() {
      for (const bad of ["127.0.0.1", "10.0.0.1", "::1", "fd00::1", "::ffff:8.8.8.8"]) {
        const error = yield* Effect.flip(resolve(answering(["93.184.216.34", bad])))
        assert.strictEqual(error._tag, "EgressBlocked", bad)
      }
    }))

  it.effect("distinguishes a missing name from a failed resolver", () =>
    Effect.gen(function*() {
      const failing = (code: string): EgressGuard.Lookup => (_, callback) =>
        callback(Object.assign(new Error(), { code }), [])
      const missing = yield* Effect.flip(resolve(failing("ENOTFOUND")))
      const failed = yield* Effect.flip(resolve(failing("EAI_AGAIN")))
      assert.isTrue(missing._tag === "DnsError" && !missing.temporary)
      assert.isTrue(failed._tag === "DnsError" && failed.temporary)
      assert.strictEqual((yield* Effect.flip(resolve(answering([]))))._tag, "DnsError")
    }))
})

describe("an invalid lookup", () => {
  const resolve = (lookup: unknown, host = "site.example") => {
    const guard = EgressGuard.make({ lookup: lookup as EgressGuard.Lookup, allow: ["opened.example:80"] })
    return Effect.flatMap(Effect.fromResult(guard.inspect(host, 80)), guard.resolve)
  }
  type Callback = (error: unknown, addresses?: unknown) => void
  const misbehaving: Record<string, (host: string, callback: Callback) => unknown> = {
    "fails at once": (_, callback) => callback(new Error("no")),
    "fails with a string": (_, callback) => callback("no"),
    throws: () => {
      throw new Error("no")
    },
    "rejects nothing, answers nothing": (_, callback) => callback(undefined),
    "answers null": (_, callback) => callback(null, null),
    "answers a string": (_, callback) => callback(null, "93.184.216.34"),
    "answers holes": (_, callback) => callback(null, [undefined]),
    "answers what is no address": (_, callback) => callback(null, [{ address: "site.example", family: 4 }]),
    "answers a number": (_, callback) => callback(null, [{ address: 1, family: 4 }]),
    "fails, then answers": (_, callback) => {
      callback(new Error("no"))
      callback(null, [{ address: "93.184.216.34", family: 4 }])
    },
    "fails, then throws": (_, callback) => {
      callback(new Error("no"))
      throw new Error("no")
    }
  }
  for (const [name, lookup] of Object.entries(misbehaving)) {
    it.effect(`${name}: a DnsError, also for an opened target`, () =>
      Effect.gen(function*() {
        for (const host of ["site.example", "opened.example"]) {
          assert.strictEqual((yield* Effect.flip(resolve(lookup, host)))._tag, "DnsError", host)
        }
      }))
  }

  it.effect("answers twice: the first answer counts", () =>
    Effect.gen(function*() {
      const twice = (first: string, second: string) => (_: string, callback: Callback) => {
        for (const address of [first, second]) callback(null, [{ address, family: 4 }])
      }
      const addresses = yield* resolve(twice("93.184.216.34", "10.0.0.1"))
      assert.deepStrictEqual(addresses, [{ address: "93.184.216.34", family: 4 }])
      assert.strictEqual((yield* Effect.flip(resolve(twice("10.0.0.1", "93.184.216.34"))))._tag, "EgressBlocked")
    }))

  it.effect("answers with the wrong family: the family of the address counts", () =>
    Effect.gen(function*() {
      const [address] = yield* resolve((_: string, callback: Callback) =>
        callback(null, [{ address: "2606:4700::1111", family: 4 }])
      )
      assert.strictEqual(address?.family, 6)
    }))

  it.effect("never answers: a DnsError that can be retried", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.flip(resolve(() => undefined)))
      yield* TestClock.adjust("30 seconds")
      const error = yield* Fiber.join(fiber)
      assert.isTrue(error._tag === "DnsError" && error.temporary)
    }))
})

describe("addresses of this machine or its cloud platform", () => {
  const verdictOf = (guard: EgressGuard.EgressGuard["Service"], url: string) =>
    Result.match(guard.check(url), { onFailure: ({ _tag }) => _tag, onSuccess: () => "ok" })

  it("are blocked if a cloud serves metadata on public addresses", () => {
    const guard = EgressGuard.make({ ownAddresses: () => [] })
    for (const address of ["168.63.129.16", "161.26.0.10", "166.8.0.1", "166.11.255.254", "192.80.8.124"]) {
      assert.strictEqual(verdictOf(guard, `http://${address}/machine?comp=goalstate`), "EgressBlocked", address)
    }
    for (const address of ["168.63.129.15", "168.63.129.17", "161.25.0.1", "166.7.0.1", "166.12.0.1", "192.80.8.125"]) {
      assert.strictEqual(verdictOf(guard, `http://${address}/`), "ok", address)
    }
    const opened = EgressGuard.make({ allow: ["168.63.129.16:80"] })
    assert.strictEqual(verdictOf(opened, "http://168.63.129.16/"), "ok")
    assert.strictEqual(verdictOf(opened, "http://168.63.129.16:32526/"), "EgressBlocked")
  })

  it.effect("are blocked if a network interface has them now", () =>
    Effect.gen(function*() {
      let own = ["93.184.216.34", "2606:4700:0:0::0001"]
      const guard = EgressGuard.make({
        ownAddresses: () => own,
        allow: ["93.184.216.34:8080"],
        lookup: answering(["93.184.216.35", "93.184.216.34"])
      })
      const all = ["http://93.184.216.34/", "http://[2606:4700::1]/", "http://1572395042/"]
      for (const url of all) assert.strictEqual(verdictOf(guard, url), "EgressBlocked", url)
      assert.strictEqual(verdictOf(guard, "http://93.184.216.34:8080/"), "ok")
      const named = Effect.flatMap(Effect.fromResult(guard.inspect("site.example", 80)), guard.resolve)
      assert.strictEqual((yield* Effect.flip(named))._tag, "EgressBlocked")
      own = ["2606:4700::2%eth0"]
      for (const url of all) assert.strictEqual(verdictOf(guard, url), "ok", url)
      assert.strictEqual(verdictOf(guard, "http://[2606:4700::2]/"), "EgressBlocked")
      assert.lengthOf(yield* named, 2)
    }))

  it("are those of the interfaces by default", () => {
    const guard = EgressGuard.make()
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    assert.isNotEmpty(addresses)
    for (const { address, family } of addresses) {
      const host = family === "IPv6" ? `[${address.split("%", 1)[0]}]` : address
      assert.strictEqual(verdictOf(guard, `http://${host}/`), "EgressBlocked", host)
    }
  })
})

describe("layerConfig", () => {
  const check = (list: string | undefined) =>
    Effect.map(EgressGuard.EgressGuard, (guard) => Result.isSuccess(guard.check("http://127.0.0.1:8080/"))).pipe(
      Effect.provide(EgressGuard.layerConfig),
      Effect.provide(
        ConfigProvider.layer(ConfigProvider.fromUnknown(list === undefined ? {} : { DUNLIN_EGRESS_ALLOW: list }))
      )
    )

  it.effect("allows the targets of the environment", () =>
    Effect.gen(function*() {
      assert.isFalse(yield* check(undefined))
      assert.isFalse(yield* check("127.0.0.1:80"))
      assert.isTrue(yield* check(" searx:8888 , 127.0.0.1:8080 "))
    }))
})

it("cannot be retried after a refusal", () => {
  assert.strictEqual(FetchError.make(new FetchError.EgressBlocked()).retry, "never")
  assert.isTrue(Result.isFailure(guard.inspect("10.0.0.1", 80)))
  assert.isDefined(Fetcher.Fetcher)
})
