/** Provides the APIs of other services that the server also implements. */
import * as ApiError from "@dunlin/http-api/ApiError"
import * as Doors from "@dunlin/http-api/Doors"
import { TextRanker } from "@dunlin/http-api/TextRanker"
import { Reranker } from "@dunlin/providers/Reranker"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "../../Settings.ts"
import { reranker } from "../settings/vectors.ts"

const namesOf = (written: ReadonlyArray<string>): ReadonlyArray<Doors.DoorName> =>
  Doors.names.filter((name) => written.includes("all") || written.includes(name))

const ranking = Layer.effect(
  TextRanker,
  Effect.map(Reranker, ({ score }) => (request) =>
    Effect.mapBoth(score(request), {
      onFailure: ({ message }) => ApiError.make("SERVICE_UNAVAILABLE", `Texts cannot be ranked: ${message}`),
      onSuccess: (scores) => scores.map((score) => score ?? 0)
    }))
)

export const doors = (
  settings: Settings & { readonly doors: ReadonlyArray<string> }
): Layer.Layer<never> => {
  const open = Layer.succeed(Doors.Doors, namesOf(settings.doors))
  const model = reranker(settings)
  return model === undefined ? open : Layer.merge(open, ranking.pipe(Layer.provide(model)))
}
