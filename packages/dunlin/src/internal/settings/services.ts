/** Converts settings to services, for the command line and the server. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Settings } from "../../Settings.ts"
import { dataFolder } from "../dataFolder.ts"
import { check } from "./check.ts"
import { fetcher, profiles } from "./fetching.ts"
import { mediaExtractor } from "./media.ts"
import { modelFormats } from "./models.ts"
import { pdf } from "./pdf.ts"
import { categories, provider } from "./providers.ts"
import { redactor } from "./redaction.ts"
import * as storage from "./storage.ts"
import { threatGuard } from "./threats.ts"
import { reranker } from "./vectors.ts"

export const fromSettings = Effect.fnUntraced(
  function*(
    settings: Settings,
    { initialCredits, publicUrl }: {
      readonly initialCredits: number | "unlimited"
      readonly publicUrl?: string | undefined
    }
  ) {
    yield* check(settings)
    yield* dataFolder(settings.data, "DUNLIN_DATA")
    return {
      data: settings.data,
      allow: settings.allow,
      index: storage.index(settings),
      provider: yield* provider(settings),
      reranker: reranker(settings),
      categories: yield* categories(settings),
      fetcher: fetcher(settings),
      profiles: profiles(settings),
      cache: storage.cache(settings),
      artifacts: yield* storage.artifacts(settings, publicUrl),
      redactor: yield* redactor(settings),
      htmlThreads: Option.getOrUndefined(settings.htmlThreads),
      pdf: yield* pdf(settings),
      models: modelFormats(settings),
      media: mediaExtractor(settings),
      threatGuard: yield* threatGuard(settings),
      credits: storage.credits(settings, initialCredits)
    }
  }
)
