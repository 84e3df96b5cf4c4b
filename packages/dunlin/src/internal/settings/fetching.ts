/** Configures how pages are fetched: proxies, the browser, the resources it blocks, and its profiles. */
import * as AdBlock from "@dunlin/fetcher/AdBlock"
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as RemoteBrowser from "@dunlin/fetcher/RemoteBrowser"
import { UserAgent } from "@dunlin/fetcher/UserAgent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { join } from "node:path"
import type { Settings } from "../../Settings.ts"
import { profilesIn } from "../defaults.ts"

const BYTES_PER_MEGABYTE = 1024 ** 2

export const remoteOf = ({ browserProxy, browserUrl }: Settings) => ({
  remote: Option.getOrUndefined(Option.map(browserUrl, (urls) => RemoteBrowser.parse(Redacted.value(urls)))),
  remoteProxy: Option.getOrUndefined(browserProxy)
})

export const profiles = ({ data, profileKey, profileQuota, profileRetention }: Settings) =>
  profilesIn(join(data, "profiles"), Option.getOrUndefined(profileKey), {
    bytesPerTeam: profileQuota * BYTES_PER_MEGABYTE,
    keptFor: profileRetention
  })

export const fetcher = (settings: Settings) => {
  const { basicProxy, browser, browserSandbox, enhancedProxy, filterLists } = settings
  const shared = {
    basicProxy: Option.getOrUndefined(basicProxy),
    enhancedProxy: Option.getOrUndefined(enhancedProxy)
  }
  const open = (adBlock: AdBlock.AdBlock | undefined) =>
    Fetcher.layer({
      http: shared,
      markdown: settings.markdownFirst === "on",
      browser: {
        ...shared,
        adBlock,
        executable: Option.getOrUndefined(browser),
        sandbox: Option.getOrUndefined(Option.map(browserSandbox, (value) => value === "on")),
        ...remoteOf(settings)
      }
    })
  const engines = filterLists.length === 0
    ? open(undefined)
    : Layer.unwrap(Effect.map(AdBlock.fromFiles(filterLists), open))
  // The rules of robots.txt depend on the user agent, so it applies to all fetchers.
  return Option.isNone(settings.userAgent)
    ? engines
    : Layer.merge(engines, Layer.succeed(UserAgent, settings.userAgent.value))
}
