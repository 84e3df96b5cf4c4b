/** Defines the browser's command-line switches. */

/**
 * The first switches send all traffic through the proxy: no WebRTC over UDP, no QUIC, no direct DNS lookups, no
 * background requests. The others reduce CPU time and memory.
 */
const always = [
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--disable-background-networking",
  "--disable-domain-reliability",
  "--no-pings",
  "--disable-gpu",
  "--mute-audio",
  "--disable-blink-features=AutomationControlled"
]

/** Without these switches, a browser can bypass its proxy. The operator of a remote browser must set them. */
export const REQUIRED_SWITCHES = [
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--disable-background-networking"
]

/** Playwright disables Chromium's protection against navigation floods. This list keeps it. */
export const KEPT_PROTECTIONS = ["--disable-ipc-flooding-protection"]

/**
 * Chromium uses only the last `--disable-features`, so this list repeats Playwright's features. Further ones send
 * requests after a page has closed, or cost a fifth of a page's work.
 */
const disabled = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "FetchLaterAPI",
  "RenderDocument",
  "SpareRendererForSitePerProcess"
]

/**
 * Repeats the features that Playwright enables. The network service runs in the browser process, because it has no
 * sandbox on Linux anyway.
 */
const enabled = [
  "CDPScreenshotNewSurface",
  "SkipListAccountsWithoutGaiaCookies",
  ...(process.platform === "linux" ? ["NetworkServiceInProcess2"] : [])
]

/** Without a sandbox, a GPU process isolates nothing. It and its parent process would only cost memory. */
const withoutSandbox = process.platform === "linux" ? ["--in-process-gpu", "--no-unsandboxed-zygote"] : []

export const flagsOf = (isConfined: boolean, own: ReadonlyArray<string>): Array<string> => [
  ...always,
  ...(isConfined ? [] : withoutSandbox),
  `--disable-features=${disabled.join(",")}`,
  `--enable-features=${enabled.join(",")}`,
  ...own
]
