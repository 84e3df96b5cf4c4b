/** Serves the routes of a compatible API: keys, input, errors and warnings of all its endpoints. */
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Effect from "effect/Effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"
import * as ApiError from "../../ApiError.ts"
import { readJson } from "../body.ts"
import { keyOf, once } from "../once.ts"
import { operation, presentedKey, type Session } from "../operation.ts"
import type { Request } from "../request.ts"
import { text as textResponse } from "../respond.ts"
import type { Services } from "../services.ts"
import type { Door, Endpoint, KeyPlace } from "./door.ts"
import { Work } from "./work.ts"

interface Input {
  readonly [field: string]: unknown
}

/** Some clients only accept a URL, which contains the key as password. */
const passwordOf = ({ headers }: Request): string | undefined => {
  const [, encoded] = /^basic +(\S+) *$/i.exec(headers.authorization ?? "") ?? []
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, "base64").toString()
  return pair.slice(pair.indexOf(":") + 1)
}

const fieldOf = (request: Request, field: string): Effect.Effect<string | undefined> =>
  // The caller must be authenticated before a large body is read.
  request.isLarge === true ? Effect.succeed(undefined) : Effect.matchEager(readJson(request), {
    onFailure: () => undefined,
    onSuccess: ({ json }) => {
      const value = Predicate.hasProperty(json, field) ? json[field] : undefined
      return typeof value === "string" ? value : undefined
    }
  })

const keyAt = (request: Request, place: KeyPlace): Effect.Effect<string | undefined> => {
  if (place === "bearer") {
    const key = presentedKey(request)
    return Effect.succeed(key === undefined ? undefined : Redacted.value(key))
  }
  if (place === "basic") return Effect.succeed(passwordOf(request))
  return "header" in place ? Effect.succeed(request.headers[place.header]) : fieldOf(request, place.field)
}

const presentedIn = (places: ReadonlyArray<KeyPlace>) => (request: Request) =>
  Effect.gen(function*() {
    for (const place of places) {
      const key = yield* keyAt(request, place)
      if (key !== undefined && key !== "") return Redacted.make(key)
    }
    return undefined
  })

const parametersOf = (parameters: URLSearchParams): Input =>
  Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    })
  )

const isForm = ({ headers }: Request): boolean =>
  (headers["content-type"] ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")

const bodyOf = Effect.fnUntraced(function*(request: Request): Effect.fn.Return<Input, ApiError.ApiError> {
  const text = yield* request.text
  if (text.trim() === "") return {}
  if (isForm(request) && !/^\s*[[{]/.test(text)) return parametersOf(new URLSearchParams(text))
  const { json } = yield* readJson(request)
  if (!Predicate.isObject(json) || Array.isArray(json)) return yield* ApiError.badRequest("body", "one JSON object")
  return json as Input
})

const inputOf = Effect.fnUntraced(function*(endpoint: Endpoint, request: Request, method: string) {
  const { searchParams } = new URL(request.url, "http://localhost")
  const input = {
    ...(endpoint.read === undefined ? parametersOf(searchParams) : {}),
    ...(method === "POST" ? yield* bodyOf(request) : {}),
    ...endpoint.read?.(request)
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
})

const asksForNothing = (value: unknown): boolean =>
  value === false || value === "" || value === "false" || (Array.isArray(value) && value.length === 0)

const unheededOf = ({ quiet = [], request, unheeded = {} }: Endpoint, input: Input): ReadonlyArray<string> =>
  Object.entries(input)
    .filter(([name, value]) => !Object.hasOwn(request.fields, name) && !quiet.includes(name) && !asksForNothing(value))
    .map(([name]) =>
      Object.hasOwn(unheeded, name)
        ? `${name} has no effect: ${unheeded[name]}.`
        : `The field ${name} is unknown and was ignored.`
    )

const decode = (endpoint: Endpoint, input: Input) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(endpoint.request as unknown as Schema.ConstraintDecoder<object>, { errors: "all" })(
      input
    ),
    ({ issue }) => ApiError.fromInvalidRequest(InvalidRequest.fromIssue(issue, input))
  )

const withField = (body: object, warnings: ReadonlyArray<string>): object => ({ ...body, warning: warnings.join(" ") })

export const failureOf = (door: Door) => (error: ApiError.ApiError, requestId: string) => {
  const { body, status = error.status } = door.failure(error, requestId)
  return textResponse(
    JSON.stringify(body),
    {
      "x-request-id": requestId,
      ...(error.retryAfter === undefined ? {} : { "retry-after": String(error.retryAfter) }),
      ...(error.code === "UNAUTHORIZED" && door.keys.includes("basic") ? { "www-authenticate": "Basic" } : {})
    },
    status
  )
}

const handlerOf = (door: Door, endpoint: Endpoint, method: string) => {
  const name = `${door.name}${endpoint.path.replace("/*", "").replaceAll("/", "-").toLowerCase()}`
  const { warned = withField } = door
  // The types were checked when the endpoint was created.
  const answer = endpoint.answer as (
    decoded: object,
    work: Work
  ) => Effect.Effect<object, ApiError.ApiError, Services>
  return operation(
    { name, metered: true, presented: presentedIn(door.keys), toFailure: failureOf(door) },
    (session: Session) =>
      Effect.gen(function*() {
        const { request } = session
        const input = yield* inputOf(endpoint, request, method)
        const asked = yield* decode(endpoint, input)
        const warnings = unheededOf(endpoint, input)
        if (endpoint.isRaw === true) {
          return (yield* answer(asked, new Work(session, undefined, warnings))) as HttpServerResponse.HttpServerResponse
        }
        const key = yield* keyOf(session, name, JSON.stringify(input))
        return yield* once(session, key, (charge) => {
          const work = new Work(session, charge, warnings)
          return Effect.map(
            answer(asked, work),
            (body) => work.warnings.length === 0 ? body : warned(body, work.warnings)
          )
        })
      })
  )
}

export const pathOf = (door: Door, { path }: Endpoint): `/${string}` => `/${door.name}${path}`

export const routesOf = (door: Door) =>
  door.endpoints.flatMap((endpoint) =>
    endpoint.methods.map((method) => ({
      method,
      path: pathOf(door, endpoint),
      handler: handlerOf(door, endpoint, method)
    }))
  )

export const absentIn = (door: Door) => () =>
  Effect.sync(() => {
    const paths = door.endpoints.map((endpoint) => `${endpoint.methods.join(" or ")} ${pathOf(door, endpoint)}`)
    const error = ApiError.make(
      "NOT_FOUND",
      `Unknown endpoint; the ${door.title} endpoints are ${paths.join(", ")}`
    )
    return failureOf(door)(error, randomUUID())
  })
