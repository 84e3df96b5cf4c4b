/** The switches of the browser. */

/**
 * Nothing may leave except through the proxy: no UDP for WebRTC, no QUIC, no direct name lookups, no requests of the
 * browser's own. The rest keeps a headless browser small.
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

/** The switches without which a browser can go past its proxy: a browser elsewhere is started by its operator. */
export const REQUIRED_SWITCHES = [
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--disable-background-networking"
]

/**
 * Playwright switches off what protects a browser from pages that flood it with navigations (`history.pushState` in a
 * loop). Tests may need such a flood; people's browsers have the protection, so no page depends on its absence.
 */
export const KEPT_PROTECTIONS = ["--disable-ipc-flooding-protection"]

/**
 * Chromium reads the last of these switches only, so the list repeats the features that playwright switches off. It adds
 * requests that a page leaves behind. It also adds a new frame host for every navigation inside one site, and a renderer
 * in reserve, which would fit one of many contexts: they cost a fifth of the work of a page.
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
 * Likewise. On Linux the network service has no sandbox, so a separate process would confine nothing. It would not keep a
 * crash from other pages either: their requests end or hang with it. A crash in the browser process shows at once, and
 * each page is retried alone.
 */
const enabled = [
  "CDPScreenshotNewSurface",
  "SkipListAccountsWithoutGaiaCookies",
  ...(process.platform === "linux" ? ["NetworkServiceInProcess2"] : [])
]

/**
 * Without a sandbox a process for drawing confines nothing, and on Linux it has a separate parent; both would only
 * cost memory.
 */
const withoutSandbox = process.platform === "linux" ? ["--in-process-gpu", "--no-unsandboxed-zygote"] : []

/** The switches of a browser that runs with or without its sandbox; those of the operator come last. */
export const flagsOf = (isConfined: boolean, own: ReadonlyArray<string>): Array<string> => [
  ...always,
  ...(isConfined ? [] : withoutSandbox),
  `--disable-features=${disabled.join(",")}`,
  `--enable-features=${enabled.join(",")}`,
  ...own
]
