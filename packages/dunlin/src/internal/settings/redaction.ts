/** Who finds personal data: the built-in heuristics, alone or beside a model. */
import * as Redactor from "@dunlin/redaction/Redactor"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { client } from "./client.ts"
import { lazily } from "./lazily.ts"
import { wrong } from "./variable.ts"

const model = Effect.fnUntraced(function*({ piiEngine, piiKey, piiModel }: Settings, apiUrl: string) {
  const apiKey = Option.getOrUndefined(piiKey)
  switch (piiEngine) {
    case "presidio":
      return lazily(() => import("@dunlin/redaction/Presidio"), ({ layer }) => layer({ apiUrl }))
    case "token-classification":
      return lazily(() => import("@dunlin/redaction/TokenClassification"), ({ layer }) => layer({ apiUrl, apiKey }))
    case "azure":
      if (apiKey === undefined) return yield* wrong("DUNLIN_PII_KEY", "the engine azure needs a key")
      return lazily(() => import("@dunlin/redaction/AzureLanguage"), ({ layer }) => layer({ apiUrl, apiKey }))
    case "openai":
    case "gliner": {
      if (Option.isNone(piiModel)) return yield* wrong("DUNLIN_PII_MODEL", `the engine ${piiEngine} needs a model`)
      const options = { apiUrl, apiKey, model: piiModel.value }
      return lazily(
        () => import("@dunlin/redaction/OpenAiCompatible"),
        ({ layer, layerGliner }) => piiEngine === "gliner" ? layerGliner(options) : layer(options)
      )
    }
  }
})

export const redactor = Effect.fnUntraced(
  function*(settings: Settings): Effect.fn.Return<Layer.Layer<Redactor.Redactor, unknown>, SettingsError> {
    if (Option.isNone(settings.pii)) return Redactor.layer
    const apiUrl = settings.pii.value
    return Redactor.layerModel().pipe(Layer.provide(yield* model(settings, apiUrl)), Layer.provide(client(apiUrl)))
  }
)
