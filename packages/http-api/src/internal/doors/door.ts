/**
 * Defines compatible APIs in front of the pipeline. Each reads the requests of another service's API, and writes its
 * responses and errors. Keys, limits, credits, audit and filters are those of this server.
 */
import type * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Schema from "effect/Schema"
import type { ApiError } from "../../ApiError.ts"
import type { DoorName } from "../../Doors.ts"
import type { Request } from "../request.ts"
import type { Services } from "../services.ts"
import type { Work } from "./work.ts"

export type KeyPlace = "bearer" | "basic" | { readonly header: string } | { readonly field: string }

export interface Failure {
  readonly status?: number
  readonly body: object
}

export interface Endpoint {
  readonly path: "" | `/${string}`
  readonly methods: ReadonlyArray<"GET" | "POST">
  readonly summary: string
  readonly request: Schema.Top & { readonly fields: Schema.Struct.Fields }
  readonly response: Schema.Top
  readonly unheeded?: { readonly [field: string]: string }
  readonly quiet?: ReadonlyArray<string>
  readonly read?: (request: Request) => { readonly [field: string]: unknown }
  readonly isRaw?: boolean
  readonly answer: (input: never, work: Work) => Effect.Effect<object, ApiError, Services>
}

export interface Door {
  readonly name: DoorName
  readonly title: string
  readonly keys: ReadonlyArray<KeyPlace>
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly failure: (error: ApiError, requestId: string) => Failure
  readonly warned?: (body: object, warnings: ReadonlyArray<string>) => object
}

/** The compiler checks the types of an endpoint here. `Endpoint` itself has none. */
interface Options<Fields extends Schema.Struct.Fields, Response extends Schema.Top>
  extends Omit<Endpoint, "answer" | "request" | "response" | "isRaw">
{
  readonly request: Schema.Struct<Fields>
  readonly response: Response
}

export const endpoint = <Fields extends Schema.Struct.Fields, Response extends Schema.Top>(
  options: Options<Fields, Response> & {
    readonly answer: (
      input: Schema.Struct<Fields>["Type"],
      work: Work
    ) => Effect.Effect<Response["Type"] & object, ApiError, Services>
  }
): Endpoint => options

export const rawEndpoint = <Fields extends Schema.Struct.Fields, Response extends Schema.Top>(
  options: Options<Fields, Response> & {
    readonly answer: (
      input: Schema.Struct<Fields>["Type"],
      work: Work
    ) => Effect.Effect<HttpServerResponse, ApiError, Services>
  }
): Endpoint => ({ ...options, isRaw: true })
