/** Provides the model for summaries, answers and extracted data. */
import * as ModelFormats from "@dunlin/transformers/ModelFormats"
import type * as LanguageModel from "effect/ai/LanguageModel"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Settings } from "../../Settings.ts"
import { lazily } from "../lazily.ts"
import { client } from "./client.ts"

export const languageModel = (
  { model, modelKey, modelUrl }: Settings
): Option.Option<Layer.Layer<LanguageModel.LanguageModel>> =>
  Option.map(
    Option.all({ model, modelUrl }),
    ({ model, modelUrl }) =>
      lazily(() => import("@dunlin/transformers/OpenAiCompatible"), ({ layer }) =>
        layer({
          apiUrl: modelUrl,
          model,
          apiKey: Option.getOrUndefined(modelKey)
        })).pipe(Layer.provide(client(modelUrl)))
  )

export const modelFormats = (settings: Settings): Layer.Layer<ModelFormats.ModelFormats> =>
  Option.match(languageModel(settings), {
    onNone: () => ModelFormats.layerExtractive,
    onSome: (model) =>
      ModelFormats.layer({
        inputTokens: Option.getOrUndefined(settings.modelInputTokens),
        outputTokens: Option.getOrUndefined(settings.modelOutputTokens),
        timeout: Option.getOrUndefined(settings.modelTimeout),
        concurrency: Option.getOrUndefined(settings.modelConcurrency)
      }).pipe(Layer.provide(model))
  })
