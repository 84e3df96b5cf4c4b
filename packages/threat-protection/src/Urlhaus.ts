/**
 * Connects URLhaus of abuse.ch, through its API or a downloaded list. A URL that currently spreads malware scores
 * 100, one that did and is offline 60. Only the exact URL counts, because many listed URLs are on popular hosts.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as PlatformError from "effect/PlatformError"
import * as Schema from "effect/Schema"
import * as service from "./internal/service.ts"
import { InvalidResponse, Unauthorized } from "./ThreatError.ts"
import * as UrlClassifier from "./UrlClassifier.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The key that https://auth.abuse.ch issues. */
  readonly authKey: Secret.Secret
  /** @default "https://urlhaus-api.abuse.ch" */
  readonly apiUrl?: string | undefined
}

const Answer = Schema.Struct({
  query_status: Schema.String,
  url_status: Schema.optionalKey(Schema.NullOr(Schema.String)),
  threat: Schema.optionalKey(Schema.NullOr(Schema.String)),
  tags: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String)))
})

const name = "urlhaus"

/** An offline URL may serve malware again. */
const OFFLINE_SCORE = 60

const scoreOf = (status: string | null | undefined): number =>
  status === "offline" ? OFFLINE_SCORE : UrlClassifier.MAX_SCORE

const categoriesOf = (threat: string | null | undefined): ReadonlyArray<string> => [
  (threat ?? "malware_download").replaceAll("_", " ")
]

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<UrlClassifier.UrlClassifier["Service"], never, HttpClient.HttpClient> {
  const { fail, json, send } = yield* service.make(name)
  const apiUrl = options.apiUrl ?? "https://urlhaus-api.abuse.ch"

  return UrlClassifier.make({
    name,
    classify: Effect.fnUntraced(function*(url) {
      const request = HttpClientRequest.post(`${apiUrl}/v1/url/`).pipe(
        HttpClientRequest.setHeader("auth-key", Secret.text(options.authKey, "authKey")),
        HttpClientRequest.bodyUrlParams({ url })
      )
      const answer = yield* json(yield* send(request), Answer)
      switch (answer.query_status) {
        case "ok":
          return { score: scoreOf(answer.url_status), categories: categoriesOf(answer.threat) }
        case "no_results":
        // URLhaus cannot have listed a URL that it cannot parse.
        case "invalid_url":
          return { score: 0, categories: [] }
        case "unknown_auth_key":
        case "no_auth_key":
        case "user_blacklisted":
          return yield* Effect.fail(fail(new Unauthorized()))
        default:
          return yield* Effect.fail(fail(new InvalidResponse()))
      }
    })
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<UrlClassifier.UrlClassifier, never, HttpClient.HttpClient> =>
  Layer.effect(UrlClassifier.UrlClassifier, make(options))

const normal = (url: string): string | undefined => {
  const parsed = URL.parse(url)
  if (parsed === null || !/^(?:https?|ftp):$/.test(parsed.protocol)) return undefined
  parsed.hash = ""
  return parsed.href
}

const csvFields = (line: string): ReadonlyArray<string> => {
  const fields: Array<string> = []
  let index = 0
  while (line[index] === "\"") {
    let field = ""
    for (index++; index < line.length; index++) {
      if (line[index] !== "\"") field += line[index]
      else if (line[index + 1] === "\"") field += line[++index]
      else break
    }
    fields.push(field)
    for (index++; line[index] === "," || line[index] === " "; index++);
  }
  return fields
}

interface Listed {
  readonly url: string
  readonly status: string | undefined
  readonly threat: string | undefined
}

const listedIn = function*(text: string): Generator<Listed> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start)
    const line = text.slice(start, end < 0 ? text.length : end).trim()
    start = end < 0 ? text.length : end + 1
    if (line === "" || line.startsWith("#")) continue
    const fields = line.startsWith("\"") ? csvFields(line) : undefined
    const url = normal(fields === undefined ? line : fields[2] ?? "")
    if (url !== undefined) yield { url, status: fields?.[3], threat: fields?.[5] }
  }
}

/**
 * Returns whether a text lists at least one URL. An error page that was saved as a list does not.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isList = (text: string): boolean => listedIn(text).next().done !== true

/**
 * Classifies by the text of a downloaded list: one URL per line (`text_online`), or the CSV with id, date, URL,
 * status, last seen, threat, tags, link and reporter (`csv_online`, `csv_recent`, `csv`). Lines that start with `#`
 * and lines without a URL are skipped.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromList = (text: string): UrlClassifier.UrlClassifier["Service"] => {
  const listed = new Map<string, { readonly score: number; readonly threat: string | undefined }>()
  for (const { status, threat, url } of listedIn(text)) listed.set(url, { score: scoreOf(status), threat })
  return UrlClassifier.make({
    name: "urlhaus-list",
    classify: (url) =>
      Effect.sync(() => {
        const found = listed.get(normal(url) ?? "")
        return found === undefined
          ? { score: 0, categories: [] }
          : { score: found.score, categories: categoriesOf(found.threat) }
      })
  })
}

/**
 * Reads a downloaded list from a file when the layer is built. No URL is sent to a service. A file without any URL
 * fails, because every URL would then be safe.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFile = (
  filename: string
): Layer.Layer<UrlClassifier.UrlClassifier, PlatformError.PlatformError, FileSystem.FileSystem> =>
  Layer.effect(
    UrlClassifier.UrlClassifier,
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const text = yield* files.readFileString(filename)
      if (isList(text)) return fromList(text)
      return yield* Effect.fail(
        PlatformError.badArgument({
          module: "Urlhaus",
          method: "layerFile",
          description: `${filename} contains no URLs; download the URLhaus list again`
        })
      )
    })
  )
