/** What can be known of settings before anything is built of them. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { accessSync, constants } from "node:fs"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { checkRows } from "./read.ts"
import { commonSettings } from "./table.ts"
import { wrong } from "./variable.ts"

const hasAccess = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export const check = Effect.fnUntraced(function*(settings: Settings): Effect.fn.Return<void, SettingsError> {
  yield* checkRows(commonSettings, settings)
  if (settings.index === "database" && Option.isNone(settings.database)) {
    return yield* wrong("DUNLIN_DATABASE_URL", "the index is to be in the database (DUNLIN_INDEX): name one")
  }
  if (Option.isSome(settings.modelUrl) && Option.isNone(settings.model)) {
    return yield* wrong("DUNLIN_MODEL", "the endpoint of DUNLIN_MODEL_URL needs the name of a model")
  }
  if (Option.isSome(settings.model) && Option.isNone(settings.modelUrl)) {
    return yield* wrong("DUNLIN_MODEL_URL", "the model of DUNLIN_MODEL needs the address of an endpoint")
  }
  if (Option.isSome(settings.embeddingsUrl) && Option.isNone(settings.embeddingsModel)) {
    return yield* wrong("DUNLIN_EMBEDDINGS_MODEL", "the endpoint of DUNLIN_EMBEDDINGS_URL needs the name of a model")
  }
  if (Option.isSome(settings.embeddingsModel) && Option.isNone(settings.embeddingsUrl)) {
    return yield* wrong(
      "DUNLIN_EMBEDDINGS_URL",
      "the model of DUNLIN_EMBEDDINGS_MODEL needs the address of an endpoint"
    )
  }
  if (Option.isSome(settings.rerankerModel) && Option.isNone(settings.rerankerUrl)) {
    return yield* wrong("DUNLIN_RERANKER_URL", "the model of DUNLIN_RERANKER_MODEL needs the address of an endpoint")
  }
  if (Option.isSome(settings.browser) && !hasAccess(settings.browser.value, constants.X_OK)) {
    return yield* wrong("DUNLIN_BROWSER", "there is no program of this path")
  }
  const unreadable = settings.filterLists.find((path) => !hasAccess(path, constants.R_OK))
  if (unreadable !== undefined) {
    return yield* wrong("DUNLIN_FILTER_LISTS", `${JSON.stringify(unreadable)} cannot be read`)
  }
})
