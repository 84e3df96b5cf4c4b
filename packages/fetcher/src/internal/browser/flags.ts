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
 * Switches of Playwright that are removed. Playwright disables the protection against pages that flood the browser with
 * navigations (`history.pushState` in a loop). Tests may need such floods; regular browsers have the protection, so no
 * page depends on its absence.
 */
export const KEPT_PROTECTIONS = ["--disable-ipc-flooding-protection"]

/**
 * Features that are disabled. Chromium only uses the last of these switches, so the list repeats the features that
 * Playwright disables. It adds requests that outlive a page. It also adds features that cost a fifth of the work of a
 * page: a new frame host for every same-site navigation, and a spare renderer, which would fit only one of many
 * contexts.
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
 * Features that are enabled. The list also repeats the features that Playwright enables. On Linux the network service
 * has no sandbox, so a separate process would confine nothing. It would not isolate crashes either: other pages'
 * requests end or hang with it. A crash in the browser process is visible immediately, and each page is retried alone.
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

/** Returns the switches of a browser with or without a sandbox. The operator's switches come last. */
export const flagsOf = (isConfined: boolean, own: ReadonlyArray<string>): Array<string> => [
  ...always,
  ...(isConfined ? [] : withoutSandbox),
  `--disable-features=${disabled.join(",")}`,
  `--enable-features=${enabled.join(",")}`,
  ...own
]
