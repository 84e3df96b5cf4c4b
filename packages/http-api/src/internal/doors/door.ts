/**
 * A door is the API of another service in front of the pipeline: it reads the requests of that API, and writes its
 * responses and its errors. Keys, limits, credits, audit and filters are those of the server.
 */
import type * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Schema from "effect/Schema"
import type { ApiError } from "../../ApiError.ts"
import type { DoorName } from "../../Doors.ts"
import type { Request } from "../request.ts"
import type { Services } from "../services.ts"
import type { Work } from "./work.ts"

/** Where clients of an API put their key: a bearer token, the password of Basic, a header, or a field of the body. */
export type KeyPlace = "bearer" | "basic" | { readonly header: string } | { readonly field: string }

/** An error as an API writes it. */
export interface Failure {
  /** @default that of the error */
  readonly status?: number
  readonly body: object
}

export interface Endpoint {
  /** Behind the prefix of the door. `/*` is any path. */
  readonly path: "" | `/${string}`
  readonly methods: ReadonlyArray<"GET" | "POST">
  /** For the description of the API. */
  readonly summary: string
  /** What the endpoint honours. */
  readonly request: Schema.Top & { readonly fields: Schema.Struct.Fields }
  readonly response: Schema.Top
  /** Fields that the API knows and this server cannot honour, each with the end of a sentence that begins with its name. */
  readonly unheeded?: { readonly [field: string]: string }
  /** Fields that do not change a response: the name of the client, or the effort of the service. */
  readonly quiet?: ReadonlyArray<string>
  /** Fields of a request that are in its path or its headers. */
  readonly read?: (request: Request) => { readonly [field: string]: unknown }
  /** Whether `answer` returns an HTTP response, and not a JSON body. @default false */
  readonly isRaw?: boolean
  readonly answer: (asked: never, work: Work) => Effect.Effect<object, ApiError, Services>
}

export interface Door {
  /** Also the prefix of its paths. */
  readonly name: DoorName
  /** How people call the API. */
  readonly title: string
  readonly keys: ReadonlyArray<KeyPlace>
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly failure: (error: ApiError, requestId: string) => Failure
  /** Adds warnings to a body. @default a field `warning` */
  readonly warned?: (body: object, warnings: ReadonlyArray<string>) => object
}

/** What an endpoint is made of: the types of its request and of its response are checked here. */
interface Options<Fields extends Schema.Struct.Fields, Response extends Schema.Top>
  extends Omit<Endpoint, "answer" | "request" | "response" | "isRaw">
{
  readonly request: Schema.Struct<Fields>
  readonly response: Response
}

/** An endpoint that returns a JSON body. */
export const endpoint = <Fields extends Schema.Struct.Fields, Response extends Schema.Top>(
  options: Options<Fields, Response> & {
    readonly answer: (
      asked: Schema.Struct<Fields>["Type"],
      work: Work
    ) => Effect.Effect<Response["Type"] & object, ApiError, Services>
  }
): Endpoint => options

/** An endpoint that writes its HTTP response itself. */
export const rawEndpoint = <Fields extends Schema.Struct.Fields, Response extends Schema.Top>(
  options: Options<Fields, Response> & {
    readonly answer: (
      asked: Schema.Struct<Fields>["Type"],
      work: Work
    ) => Effect.Effect<HttpServerResponse, ApiError, Services>
  }
): Endpoint => ({ ...options, isRaw: true })
