/**
 * Defines compatible APIs in front of the pipeline. Each reads the requests of another service's API, and writes that
 * API's responses and errors. Keys, limits, credits, audit and filters are those of this server.
 */
import type * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Schema from "effect/Schema"
import type { ApiError } from "../../ApiError.ts"
import type { DoorName } from "../../Doors.ts"
import type { Request } from "../request.ts"
import type { Services } from "../services.ts"
import type { Work } from "./work.ts"

/** Position of the key in a request: as a bearer token, as the Basic password, in a header, or in a body field. */
export type KeyPlace = "bearer" | "basic" | { readonly header: string } | { readonly field: string }

/** An error in the format of an API. */
export interface Failure {
  /** HTTP status of the response. @default the status of the error */
  readonly status?: number
  readonly body: object
}

export interface Endpoint {
  /** The endpoint's path without the API's prefix. `/*` matches any path. */
  readonly path: "" | `/${string}`
  readonly methods: ReadonlyArray<"GET" | "POST">
  /** For the API description. */
  readonly summary: string
  /** The supported fields. */
  readonly request: Schema.Top & { readonly fields: Schema.Struct.Fields }
  readonly response: Schema.Top
  /** Known fields that have no effect. The value completes a sentence that starts with the field's name. */
  readonly unheeded?: { readonly [field: string]: string }
  /** Fields that do not change a response, such as the client's name. */
  readonly quiet?: ReadonlyArray<string>
  /** Reads request fields from the path or headers. */
  readonly read?: (request: Request) => { readonly [field: string]: unknown }
  /** Whether `answer` returns an HTTP response instead of a JSON body. @default false */
  readonly isRaw?: boolean
  readonly answer: (asked: never, work: Work) => Effect.Effect<object, ApiError, Services>
}

export interface Door {
  /** Name of the API, and prefix of its paths. */
  readonly name: DoorName
  /** The API's display name. */
  readonly title: string
  readonly keys: ReadonlyArray<KeyPlace>
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly failure: (error: ApiError, requestId: string) => Failure
  /** Adds warnings to a body. @default a field `warning` */
  readonly warned?: (body: object, warnings: ReadonlyArray<string>) => object
}

/** The parts of an endpoint. The compiler checks its request and response types here. */
interface Options<Fields extends Schema.Struct.Fields, Response extends Schema.Top>
  extends Omit<Endpoint, "answer" | "request" | "response" | "isRaw">
{
  readonly request: Schema.Struct<Fields>
  readonly response: Response
}

/** Creates an endpoint that returns a JSON body. */
export const endpoint = <Fields extends Schema.Struct.Fields, Response extends Schema.Top>(
  options: Options<Fields, Response> & {
    readonly answer: (
      asked: Schema.Struct<Fields>["Type"],
      work: Work
    ) => Effect.Effect<Response["Type"] & object, ApiError, Services>
  }
): Endpoint => options

/** Creates an endpoint that writes its HTTP response itself. */
export const rawEndpoint = <Fields extends Schema.Struct.Fields, Response extends Schema.Top>(
  options: Options<Fields, Response> & {
    readonly answer: (
      asked: Schema.Struct<Fields>["Type"],
      work: Work
    ) => Effect.Effect<HttpServerResponse, ApiError, Services>
  }
): Endpoint => ({ ...options, isRaw: true })
