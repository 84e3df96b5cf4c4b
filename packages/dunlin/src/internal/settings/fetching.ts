/** How pages are reached: proxies, the browser and its profiles. */
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { join } from "node:path"
import type { Settings } from "../../Settings.ts"
import { lazily } from "./lazily.ts"

export const fetcher = (settings: Settings) => {
  const { basicProxy, browser, browserSandbox, data, enhancedProxy, profileKey } = settings
  const proxies = {
    basicProxy: Option.getOrUndefined(basicProxy),
    enhancedProxy: Option.getOrUndefined(enhancedProxy)
  }
  const layer = Fetcher.layer({
    http: proxies,
    browser: {
      ...proxies,
      executable: Option.getOrUndefined(browser),
      sandbox: Option.getOrUndefined(Option.map(browserSandbox, (value) => value === "on"))
    }
  })
  // Without a key profiles are not written: they hold sessions.
  return Option.isNone(profileKey)
    ? layer
    : layer.pipe(
      Layer.provide(
        lazily(
          () => import("@dunlin/fetcher/Profiles"),
          ({ layerFile }) => layerFile({ directory: join(data, "profiles"), key: profileKey.value })
        )
      )
    )
}
