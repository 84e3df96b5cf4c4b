/** Provides the detector of personal data: built-in heuristics, alone or with a model. */
import * as Redactor from "@dunlin/redaction/Redactor"
import * as RedactPii from "@dunlin/schema/RedactPii"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { lazily } from "../lazily.ts"
import { client } from "./client.ts"
import { wrong } from "./variable.ts"

const hosted = Effect.fnUntraced(function*(settings: Settings, engine: "comprehend" | "dlp") {
  const apiUrl = Option.getOrUndefined(settings.pii)
  const need = <A>(variable: string, value: Option.Option<A>): Effect.Effect<A, SettingsError> =>
    Option.isSome(value) ? Effect.succeed(value.value) : wrong(variable, `required when DUNLIN_PII_ENGINE=${engine}`)
  if (engine === "comprehend") {
    const options = {
      region: yield* need("DUNLIN_PII_REGION", settings.piiRegion),
      accessKeyId: yield* need("DUNLIN_PII_ACCESS_KEY", settings.piiAccessKey),
      secretAccessKey: yield* need("DUNLIN_PII_KEY", settings.piiKey),
      apiUrl
    }
    return lazily(() => import("@dunlin/redaction/Comprehend"), ({ layer }) => layer(options))
  }
  const parent = yield* need("DUNLIN_PII_PROJECT", settings.piiProject)
  const file = yield* need("DUNLIN_PII_TOKEN_FILE", settings.piiTokenFile)
  if (!existsSync(file)) return yield* wrong("DUNLIN_PII_TOKEN_FILE", "the file does not exist")
  // Another program renews the token file. Without a readable token, the service rejects the request, and the text is
  // withheld.
  const accessToken = Effect.map(
    Effect.orElseSucceed(Effect.tryPromise(() => readFile(file, "utf8")), () => ""),
    (token) => Redacted.make(token.trim())
  )
  return lazily(() => import("@dunlin/redaction/GoogleDlp"), ({ layer }) => layer({ parent, accessToken, apiUrl }))
})

const model = Effect.fnUntraced(function*(
  { piiKey, piiModel }: Settings,
  piiEngine: Exclude<Settings["piiEngine"], "comprehend" | "dlp">,
  apiUrl: string
) {
  const apiKey = Option.getOrUndefined(piiKey)
  switch (piiEngine) {
    case "presidio":
      return lazily(() => import("@dunlin/redaction/Presidio"), ({ layer }) => layer({ apiUrl }))
    case "token-classification":
      return lazily(() => import("@dunlin/redaction/TokenClassification"), ({ layer }) => layer({ apiUrl, apiKey }))
    case "azure":
      if (apiKey === undefined) return yield* wrong("DUNLIN_PII_KEY", "a key is required when DUNLIN_PII_ENGINE=azure")
      return lazily(() => import("@dunlin/redaction/AzureLanguage"), ({ layer }) => layer({ apiUrl, apiKey }))
    case "openai":
    case "gliner": {
      if (Option.isNone(piiModel)) {
        return yield* wrong("DUNLIN_PII_MODEL", `a model name is required when DUNLIN_PII_ENGINE=${piiEngine}`)
      }
      const options = { apiUrl, apiKey, model: piiModel.value }
      return lazily(
        () => import("@dunlin/redaction/OpenAiCompatible"),
        ({ layer, layerGliner }) => piiEngine === "gliner" ? layerGliner(options) : layer(options)
      )
    }
  }
})

export const forAgents = ({ agentsRedact }: Pick<Settings, "agentsRedact">): RedactPii.RedactPii =>
  agentsRedact === "on" && RedactPii.defaults

export const redactor = Effect.fnUntraced(
  function*(settings: Settings): Effect.fn.Return<Layer.Layer<Redactor.Redactor>, SettingsError> {
    const { pii, piiEngine } = settings
    if (piiEngine === "comprehend" || piiEngine === "dlp") {
      const found = yield* hosted(settings, piiEngine)
      return Redactor.layerModel().pipe(Layer.provide(found), Layer.provide(client(Option.getOrUndefined(pii))))
    }
    if (Option.isNone(pii)) return Redactor.layer
    const found = yield* model(settings, piiEngine, pii.value)
    return Redactor.layerModel().pipe(Layer.provide(found), Layer.provide(client(pii.value)))
  }
)
