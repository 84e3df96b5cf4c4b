/** Connects to remote browsers, and verifies that their pages use the egress proxy. */
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as NodeCrypto from "node:crypto"
import * as NodeNet from "node:net"
import type { Browser } from "playwright-core"
import type { EgressProxy } from "../../EgressProxy.ts"
import { BrowserUnavailable } from "../../FetchError.ts"
import type { RemoteBrowser } from "../../RemoteBrowser.ts"
import { ask, remote, send } from "./calls.ts"
import { type Chromium, type Elsewhere, loadPlaywright, openSession, type Started, toChromium } from "./chromium.ts"
import { REQUIRED_SWITCHES } from "./flags.ts"
import type { Patience } from "./patience.ts"

const REACH_LIMIT_MS = 5_000

const OCTETS = 256

const PLAYWRIGHT = /^playwright\+/

interface Place {
  readonly host: string
  readonly port: number
  readonly label: string
}

export const placeOf = ({ url }: RemoteBrowser): Place => {
  const text = Secret.text(url, "url").replace(PLAYWRIGHT, "")
  const { hostname, port, protocol } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, "")
  const number = port === "" ? (/^(?:https|wss):$/.test(protocol) ? 443 : 80) : Number(port)
  return { host, port: number, label: `${hostname}:${number}` }
}

export const isHere = ({ host }: Place): boolean => host === "localhost" || host === "::1" || host.startsWith("127.")

const endsOf = (place: Place): Effect.Effect<{ readonly own: string; readonly other: string }, BrowserUnavailable> =>
  Effect.callback((resume) => {
    const socket = NodeNet.connect({ host: place.host, port: place.port, timeout: REACH_LIMIT_MS })
    const fail = (why: string) => {
      socket.destroy()
      resume(Effect.fail(new BrowserUnavailable({ detail: `the browser at ${place.label} ${why}` })))
    }
    socket.once("connect", () => {
      const { localAddress = "", remoteAddress = "" } = socket
      socket.destroy()
      resume(Effect.succeed({ own: localAddress, other: remoteAddress }))
    })
    socket.once("timeout", () => fail("does not respond"))
    socket.once("error", (error: NodeJS.ErrnoException) => fail(`cannot be reached (${error.code ?? "unknown"})`))
    return Effect.sync(() => socket.destroy())
  })

const hostOf = (address: string): string =>
  address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address.includes(":") ? `[${address}]` : address

export interface Options {
  readonly browser: RemoteBrowser
  readonly proxy: Effect.Effect<EgressProxy, BrowserUnavailable>
  readonly egressHost: string | undefined
  readonly onClient: (address: string) => void
  readonly patience: Pick<Patience, "connectMs">
}

/** Opens a URL of the browser's own machine. If the page loads, the browser does not use the proxy. */
const verify = Effect.fnUntraced(function*(
  chromium: Chromium,
  { host, label }: Elsewhere,
  proxy: EgressProxy,
  limit: number
) {
  // A random loopback address, so that no setting allows it by accident.
  const octets = ["127", ...[1, 2, 3].map(() => NodeCrypto.randomInt(1, OCTETS - 1))]
  const target = octets.join(".")
  const server = proxyFor(proxy, host)
  const seen = Effect.acquireUseRelease(
    ask(
      chromium.browser,
      (browser) => browser.newContext({ proxy: { server, bypass: "<-loopback>" } }),
      limit
    ),
    (context) =>
      Effect.flatMap(
        ask(remote(context), (context) => context.newPage(), limit),
        (page) =>
          Effect.ignore(
            ask(remote(page), (page) => page.goto(`http://${target}/`, { timeout: limit }), limit)
          )
      ),
    (context) => Effect.sync(() => send(context.close()))
  )
  const detail = `the browser at ${label} cannot reach the egress proxy at ${server}; set DUNLIN_BROWSER_PROXY to an ` +
    "address of this process that the browser can reach"
  yield* Effect.mapError(seen, () => new BrowserUnavailable({ detail: `the browser at ${label} cannot open a page` }))
  if (proxy.failure(target, 80) === undefined) return yield* new BrowserUnavailable({ detail })
})

export const proxyFor = (proxy: EgressProxy, host: string): string => `http://${host}:${new URL(proxy.url).port}`

export const missingSwitches = (chromium: Chromium): Effect.Effect<ReadonlyArray<string>> =>
  Effect.flatMap(openSession(chromium), (session) => ask(session, (session) => session.send("SystemInfo.getInfo")))
    .pipe(
      Effect.map(({ commandLine }) => REQUIRED_SWITCHES.filter((name) => !commandLine.includes(name))),
      Effect.orElseSucceed(() => [])
    )

const warnedOf = new Set<string>()

export const warnOfSwitches = Effect.fnUntraced(function*(chromium: Chromium, label: string) {
  if (warnedOf.has(label)) return
  warnedOf.add(label)
  const missing = yield* missingSwitches(chromium)
  if (missing.length > 0) {
    yield* Effect.logWarning(
      `the browser at ${label} was started without ${
        missing.join(" ")
      }, so its own DNS lookups and requests can bypass the proxy; restart it with these switches, or restrict its ` +
        "network with a firewall. WebRTC is already disabled in pages."
    )
  }
})

/**
 * Playwright lists pages of other clients in the first context, and dismisses dialogs without a listener. This would
 * cancel "Leave this page?" for those clients. A listener without action prevents it.
 */
const ignoreDialogsOfOthers = (browser: Browser): void => {
  for (const context of browser.contexts()) context.on("dialog", () => undefined)
}

export const connect = Effect.fnUntraced(function*(
  { browser, egressHost, onClient, patience, proxy }: Options
): Effect.fn.Return<Chromium, BrowserUnavailable, Scope.Scope> {
  const type = yield* loadPlaywright
  const place = placeOf(browser)
  const { other, own } = yield* endsOf(place)
  onClient(other)
  const elsewhere: Elsewhere = { host: egressHost ?? hostOf(own), label: place.label }
  const url = Secret.text(browser.url, "url")
  const options = { timeout: patience.connectMs }
  const open = Effect.callback<Started, BrowserUnavailable>((resume) => {
    const connecting: Promise<Browser> = PLAYWRIGHT.test(url)
      ? type.connect(url.replace(PLAYWRIGHT, ""), options)
      : type.connectOverCDP(url, options)
    connecting.then(
      (browser) => {
        ignoreDialogsOfOthers(browser)
        resume(Effect.succeed(toChromium(browser, { elsewhere })))
      },
      // Playwright's message contains the URL with its token.
      () =>
        resume(Effect.fail(new BrowserUnavailable({ detail: `the browser at ${place.label} rejected the connection` })))
    )
    return Effect.sync(() => send(connecting.then((browser) => browser.close())))
  })
  const { chromium } = yield* Effect.acquireRelease(open, ({ close }) => close, { interruptible: true })
  yield* verify(chromium, elsewhere, yield* proxy, patience.connectMs)
  return chromium
})
