/** How pages are reached: proxies, the browser, what it leaves out, and its profiles. */
import * as AdBlock from "@dunlin/fetcher/AdBlock"
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import { UserAgent } from "@dunlin/fetcher/UserAgent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { join } from "node:path"
import type { Settings } from "../../Settings.ts"
import { profilesIn } from "../defaults.ts"

export const fetcher = (settings: Settings) => {
  const { basicProxy, browser, browserSandbox, data, enhancedProxy, filterLists, profileKey } = settings
  const shared = {
    basicProxy: Option.getOrUndefined(basicProxy),
    enhancedProxy: Option.getOrUndefined(enhancedProxy)
  }
  const open = (adBlock: AdBlock.AdBlock | undefined) =>
    Fetcher.layer({
      http: shared,
      browser: {
        ...shared,
        adBlock,
        executable: Option.getOrUndefined(browser),
        sandbox: Option.getOrUndefined(Option.map(browserSandbox, (value) => value === "on"))
      }
    })
  const engines = filterLists.length === 0
    ? open(undefined)
    : Layer.unwrap(Effect.map(AdBlock.fromFiles(filterLists), open))
  // for all who ask for pages, since the robots.txt they read is the one for this name
  const layer = Option.isNone(settings.userAgent)
    ? engines
    : Layer.merge(engines, Layer.succeed(UserAgent, settings.userAgent.value))
  return layer.pipe(Layer.provide(profilesIn(join(data, "profiles"), Option.getOrUndefined(profileKey))))
}
