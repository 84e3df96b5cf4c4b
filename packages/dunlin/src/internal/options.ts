/** Validates the options of a client. In JavaScript, a mistyped name would otherwise be ignored. */
import * as EgressTarget from "@dunlin/common/EgressTarget"
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const parts = {
  index: "LocalIndex.layerIndex({ filename })` of @dunlin/providers",
  embedder: "Embedder.layer(options)` of @dunlin/providers",
  provider: "Searxng.layer({ apiUrl })` or `SearchFunction.layer(name, ask)` of @dunlin/providers",
  reranker: "Reranker.layer(options)` of @dunlin/providers",
  categories: "CategoryProviders.layer({ github })` of @dunlin/pipeline",
  fetcher: "Fetcher.layer({ http })` or `FetchFunction.layer(load)` of @dunlin/fetcher",
  profiles: "Profiles.layerFile({ directory })` of @dunlin/fetcher",
  cache: "RedisCache.layer({ url })` of @dunlin/cache",
  artifacts: "FileArtifacts.layer({ directory })` of @dunlin/cache",
  pdf: "PdfJs.layer()` of @dunlin/transformers",
  models: "ModelFormats.layer().pipe(Layer.provide(model))` of @dunlin/transformers",
  passageFilter: "PassageFilter.layer().pipe(Layer.provide(model))` of @dunlin/transformers",
  media: "YtDlp.layer(options)` of @dunlin/transformers",
  redactor: "Redactor.layerHeuristic(options)` of @dunlin/redaction",
  threatGuard: "ThreatGuard.layer().pipe(Layer.provide(classifier))` of @dunlin/threat-protection",
  credits: "CreditLedger.layerMemory({ initial })` of @dunlin/credits"
}

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.UndefinedOr(schema))

const layerAs = (how: string) => maybe(Schema.declare(Layer.isLayer, { expected: `a layer, such as \`${how}` }))

const pipelineOf = (stage: string) =>
  maybe(Schema.declare(Predicate.isFunction, {
    expected: `a function of the pipeline, such as \`(pipeline) => pipeline.insertAfter("${stage}", mine)\``
  }))

const Target = Schema.String.check(Schema.isPattern(EgressTarget.pattern, { expected: EgressTarget.expected }))

const make = () => ({
  data: maybe(Schema.String),
  allow: maybe(Schema.Array(Target).annotate({ expected: "a list of targets, each `host:port`" })),
  htmlThreads: maybe(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a whole number of at least 0" }))
  ),
  ...Object.fromEntries(Object.entries(parts).map(([name, how]) => [name, layerAs(how)])),
  scrape: pipelineOf("redact"),
  search: pipelineOf("refine")
})

const isTelemetry = (value: unknown): boolean =>
  value === false || Layer.isLayer(value) || (Predicate.isObject(value) && !Array.isArray(value) &&
    Object.keys(value).every((name) => name === "tracer" || name === "meter"))

/** Created with the first client, because importing must be cheap. */
const schemas = () => {
  const fields = make()
  const telemetry = maybe(Schema.declare((value): value is unknown => isTelemetry(value), {
    expected: "false, a layer, or `{ tracer, meter }` of OpenTelemetry"
  }))
  const maxConcurrency = maybe(
    Schema.Int.check(Schema.isGreaterThan(0, { expected: "a whole number of at least 1" }))
  )
  return { services: Schema.Struct(fields), client: Schema.Struct({ ...fields, telemetry, maxConcurrency }) }
}

let made: ReturnType<typeof schemas> | undefined

export const check = <O extends object>(of: "createClient" | "Services.layer", given: O | undefined): Partial<O> => {
  if (given === undefined) return {}
  made ??= schemas()
  // These schemas change no values.
  return InvalidOptions.read<unknown>(of, of === "createClient" ? made.client : made.services, given) as O
}

const isSecret = (value: unknown): value is unknown => typeof value === "string" || Redacted.isRedacted(value)

const isRedaction = (value: unknown): value is unknown =>
  typeof value === "boolean" || (Predicate.isObject(value) && !Array.isArray(value))

const cassetteSchemas = () => ({
  file: Schema.Struct({ file: Schema.NonEmptyString }),
  real: Schema.Struct({
    provider: layerAs(parts.provider),
    fetcher: layerAs(parts.fetcher),
    models: layerAs(parts.models)
  }),
  options: Schema.Struct({
    mode: maybe(Schema.Literals(["auto", "record", "replay"])),
    secrets: maybe(Schema.Array(Schema.declare(isSecret, { expected: "a string, or a `Redacted` string" }))),
    redactPII: maybe(Schema.declare(isRedaction, { expected: "a boolean, or `redact` options" }))
  })
})

let cassette: ReturnType<typeof cassetteSchemas> | undefined

export const checkCassette = (file: unknown, real: unknown, options: unknown): void => {
  cassette ??= cassetteSchemas()
  const of = "Cassette.parts"
  InvalidOptions.read<unknown>(of, cassette.file, { file })
  InvalidOptions.read<unknown>(of, cassette.real, real as object)
  InvalidOptions.read<unknown>(of, cassette.options, options as object)
}
