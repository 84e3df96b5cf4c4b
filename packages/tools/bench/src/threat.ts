/**
 * Measures the cost of one policy decision, with 3 lists of 1000 entries each, compared with regular expressions.
 *
 * Usage: node --no-warnings packages/tools/bench/src/threat.ts
 *
 * `DUNLIN_BENCH_PEERS=<folder with node_modules>` adds picomatch if it is installed there.
 */
import { SafeBrowsingUrl, ThreatGuard, ThreatPolicy } from "@dunlin/threat-protection"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { createRequire } from "node:module"
import * as os from "node:os"
import * as path from "node:path"
import { median } from "./measure.ts"

const size = 1000
const whitelist = Array.from(
  { length: size },
  (_, index) => index % 3 === 0 ? `*.partner${index}.example` : `good${index}.example`
)
const blacklist = Array.from(
  { length: size },
  (_, index) =>
    [
      `bad${index}.example`,
      `*.evil${index}.example`,
      `*login-${index}*`,
      `brand${index}.*`,
      `a*b${index}*c.example`
    ][index % 5]!
)
const blockedTlds = Array.from({ length: size }, (_, index) => `blocked${index}`)
const organisation = { mode: "off", whitelist, blacklist, blockedTlds } as const

const urls = Array.from({ length: 2000 }, (_, index) =>
  [
    `https://www.some-ordinary-site-${index}.com/articles/${index}?page=2`,
    `https://docs.project${index}.org/reference/api`,
    `https://shop.blocked-not-${index}.co.uk/products/${index}`,
    `https://www.partner${index}.example/`,
    `https://secure-login-${index}.bank.test/`
  ][index % 5]!)

const rows: Array<Record<string, string | number>> = []
const measure = (name: string, run: (url: string) => unknown) => {
  const times: Array<number> = []
  for (let round = 0; round < 30; round++) {
    const start = performance.now()
    for (const url of urls) run(url)
    times.push((performance.now() - start) / urls.length * 1000)
  }
  rows.push({
    what: name,
    "us per URL": median(times).toFixed(2),
    "worst round": Math.max(...times.slice(5)).toFixed(2)
  })
}

const policy = ThreatPolicy.resolve(organisation)
const small = ThreatPolicy.resolve({
  ...organisation,
  whitelist: whitelist.slice(0, 10),
  blacklist: blacklist.slice(0, 10),
  blockedTlds: blockedTlds.slice(0, 10)
})

measure("URL.parse alone", (url) => URL.parse(url))
const lists = (policy: ThreatPolicy.ThreatPolicy) => (url: string) => {
  const host = new URL(url).hostname
  return policy.whitelist.matches(host) || policy.blacklist.matches(host) || policy.blockedTlds.matches(host)
}
measure("three lists of 10 (DomainMatcher.matches)", lists(small))
measure("three lists of 1000 (DomainMatcher.matches)", lists(policy))

const scope = Effect.runSync(Scope.make())
const guard = Context.get(Effect.runSync(Layer.buildWithScope(ThreatGuard.layerLists, scope)), ThreatGuard.ThreatGuard)
measure("ThreatPolicy.decide, 3 x 10", (url) => ThreatPolicy.decide(small, url))
measure("ThreatPolicy.decide, 3 x 1000", (url) => ThreatPolicy.decide(policy, url))
measure("ThreatGuard.check with span and metric, 3 x 1000", (url) => Effect.runSync(guard.check(url, policy)))

const toRegExp = (entry: string) =>
  new RegExp(`^${entry.startsWith("*") ? "" : "(?:.*\\.)?"}${entry.replaceAll(".", "\\.").replaceAll("*", ".*")}$`)
const expressions = [...whitelist, ...blacklist, ...blockedTlds].map(toRegExp)
measure("3000 regular expressions, one after another", (url) => {
  const host = new URL(url).hostname
  return expressions.some((expression) => expression.test(host))
})
const peers = process.env["DUNLIN_BENCH_PEERS"]
if (peers !== undefined) {
  const picomatch = createRequire(path.join(path.resolve(peers), "index.js"))("picomatch")
  const isMatch = picomatch([...whitelist, ...blacklist, ...blockedTlds])
  measure("picomatch of 3000 globs", (url) => isMatch(new URL(url).hostname))
}
measure(
  "Safe Browsing: canonical form, expressions, hashes",
  (url) => SafeBrowsingUrl.expressions(SafeBrowsingUrl.parse(url)!).map(SafeBrowsingUrl.hash)
)

const compile = performance.now()
for (let turn = 0; turn < 20; turn++) {
  ThreatPolicy.resolve({ whitelist: [...whitelist], blacklist: [...blacklist], blockedTlds: [...blockedTlds] })
}
const compiled = (performance.now() - compile) / 20

console.log(`${urls.length} URLs, median of 30 rounds, Node ${process.version}, load ${os.loadavg()[0]!.toFixed(1)}`)
console.table(rows)
console.log(`Compiling 3 x ${size} entries: ${compiled.toFixed(2)} ms, once per organisation`)
await Effect.runPromise(Scope.close(scope, Exit.void))
