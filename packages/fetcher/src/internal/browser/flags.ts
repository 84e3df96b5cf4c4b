/** Defines the browser's command-line switches. */

/**
 * The first switches send all network traffic through the proxy: no WebRTC over UDP, no QUIC, no direct DNS lookups, no
 * background requests of the browser. The other switches reduce the resources of a headless browser.
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

/** Switches that keep a browser from bypassing its proxy. The operator of a remote browser must set them. */
export const REQUIRED_SWITCHES = [
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--disable-background-networking"
]

/**
 * Chromium's protection against navigation floods stays on. Playwright switches it off, because tests may need such
 * floods.
 */
export const KEPT_PROTECTIONS = ["--disable-ipc-flooding-protection"]

/**
 * Chromium uses only the last of these switches, so the list repeats Playwright's features. It adds requests that
 * outlive a page, and features that cost a fifth of a page's work.
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
 * Repeats the features that Playwright enables. The network service runs in the browser process: on Linux it has no
 * sandbox, and its crash would end other pages' requests anyway.
 */
const enabled = [
  "CDPScreenshotNewSurface",
  "SkipListAccountsWithoutGaiaCookies",
  ...(process.platform === "linux" ? ["NetworkServiceInProcess2"] : [])
]

/**
 * Switches for a browser without a sandbox. A GPU process would then confine nothing, and on Linux it has a separate
 * parent process. Both would only cost memory.
 */
const withoutSandbox = process.platform === "linux" ? ["--in-process-gpu", "--no-unsandboxed-zygote"] : []

export const flagsOf = (isConfined: boolean, own: ReadonlyArray<string>): Array<string> => [
  ...always,
  ...(isConfined ? [] : withoutSandbox),
  `--disable-features=${disabled.join(",")}`,
  `--enable-features=${enabled.join(",")}`,
  ...own
]
