/** Provides the models that embed passages and rerank results. */
import type { Embedder } from "@dunlin/providers/Embedder"
import type { Reranker } from "@dunlin/providers/Reranker"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Settings } from "../../Settings.ts"
import { lazily } from "../lazily.ts"
import { client } from "./client.ts"

// Trailing spaces of an environment variable are lost, so the space is added.
const prefix = (words: Option.Option<string>): string | undefined =>
  Option.getOrUndefined(Option.map(words, (text) => `${text} `))

export const embedder = (settings: Settings): Option.Option<Layer.Layer<Embedder>> =>
  Option.map(
    Option.all({ apiUrl: settings.embeddingsUrl, model: settings.embeddingsModel }),
    ({ apiUrl, model }) =>
      lazily(() => import("@dunlin/providers/Embedder"), ({ layer }) =>
        layer({
          apiUrl,
          model,
          apiKey: Option.getOrUndefined(settings.embeddingsKey),
          dimensions: Option.getOrUndefined(settings.embeddingsDimensions),
          window: Option.getOrUndefined(settings.embeddingsWindow),
          queryPrefix: prefix(settings.embeddingsQueryPrefix),
          documentPrefix: prefix(settings.embeddingsDocumentPrefix)
        })).pipe(Layer.provide(client(apiUrl)))
  )

export const reranker = (settings: Settings): Layer.Layer<Reranker> | undefined =>
  Option.getOrUndefined(
    Option.map(settings.rerankerUrl, (apiUrl) =>
      lazily(() => import("@dunlin/providers/Reranker"), ({ layer }) =>
        layer({
          apiUrl,
          model: Option.getOrUndefined(settings.rerankerModel),
          apiKey: Option.getOrUndefined(settings.rerankerKey),
          shape: settings.rerankerShape
        })).pipe(Layer.provide(client(apiUrl))))
  )
