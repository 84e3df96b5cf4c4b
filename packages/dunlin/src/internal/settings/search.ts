/** Configures the concurrency limits of a search, and the prices of its pages. */
import { SearchSettings } from "@dunlin/pipeline/SearchSettings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Settings } from "../../Settings.ts"

export const searchSettings = ({ enhancedProxy, scrapeConcurrency }: Settings): Layer.Layer<never> =>
  Layer.effect(
    SearchSettings,
    Effect.map(SearchSettings, (defaults) => ({
      ...defaults,
      scrapeConcurrency: Option.getOrElse(scrapeConcurrency, () => defaults.scrapeConcurrency),
      // Without an enhanced proxy, the higher price cannot occur, so it is not reserved.
      prices: Option.isSome(enhancedProxy)
        ? defaults.prices
        : { ...defaults.prices, page: { ...defaults.prices.page, enhanced: defaults.prices.page.basic } }
    }))
  )
