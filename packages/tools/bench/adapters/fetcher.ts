import { Charset, EgressGuard, Fetcher, type FetchError, HttpFetcher } from "@dunlin/fetcher"
import { Effect, Layer, ManagedRuntime } from "effect"

interface Options {
  readonly timeout?: number
  readonly maxBytes?: number
  readonly skipTlsVerification?: boolean
  readonly allowHosts?: ReadonlyMap<string, string>
}

const open = (options: Options) =>
  ManagedRuntime.make(
    HttpFetcher.layer({ maxBytes: options.maxBytes }).pipe(
      // the harness names some without a port, which is not a target
      Layer.provide(
        EgressGuard.layer({ allow: Array.from(options.allowHosts?.keys() ?? []).filter((_) => /:\d+$/.test(_)) })
      )
    )
  )

let runtime: ReturnType<typeof open> | undefined

export const fetchPage = async (url: string, options: Options = {}) => {
  runtime ??= open(options)
  const page = await runtime.runPromise(Effect.flatMap(Fetcher.Fetcher, (fetcher) =>
    fetcher.fetch({
      url,
      timeout: options.timeout ?? 60_000,
      options: {
        formats: [{ type: "markdown" }],
        headers: {},
        waitFor: 0,
        mobile: false,
        skipTlsVerification: options.skipTlsVerification ?? true,
        location: { country: "US", languages: [] },
        blockAds: true,
        proxy: "auto",
        actions: []
      }
    })))
  return { status: page.status, url: page.url, text: Charset.decode(page.body, page.charset).text }
}

const tags: Record<FetchError.Reason["_tag"], string> = {
  InvalidUrl: "invalid-url",
  EgressBlocked: "blocked",
  NavigationRefused: "blocked",
  RobotsDisallowed: "blocked",
  DnsError: "dns",
  ConnectError: "connect",
  TlsError: "tls",
  ConnectionReset: "reset",
  ProtocolError: "protocol",
  Timeout: "timeout",
  TooLarge: "too-large",
  DecodeError: "decode",
  RedirectError: "redirect",
  BrowserCrashed: "browser",
  BrowserUnavailable: "browser",
  ActionError: "action",
  ProfileError: "profile",
  IndexError: "index",
  FunctionFailed: "function"
}

export const classify = (error: unknown): string | undefined =>
  tags[(error as FetchError.FetchError | undefined)?.reason?._tag ?? "" as never]

export const close = async () => {
  await runtime?.dispose()
  runtime = undefined
}
