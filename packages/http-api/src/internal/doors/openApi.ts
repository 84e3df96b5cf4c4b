import * as Schema from "effect/Schema"
import type { DoorName } from "../../Doors.ts"
import type { Door, Endpoint } from "./door.ts"
import { pathOf } from "./serve.ts"
import { doors } from "./table.ts"

type Json = Record<string, any>

const written = (schema: Schema.Top): Json => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema) as unknown as {
    definitions: Json
    schema: Json
  }
  const inPlace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inPlace)
    if (typeof value !== "object" || value === null) return value
    const { $ref, ...rest } = value as Json
    if (typeof $ref === "string") return inPlace(definitions[$ref.split("/").at(-1)!])
    return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, inPlace(inner)]))
  }
  return inPlace(root) as Json
}

const content = (schema: Schema.Top): Json => ({ "application/json": { schema: written(schema) } })

const operationOf = (door: Door, endpoint: Endpoint, method: "GET" | "POST"): Json => {
  const isBelow = endpoint.path.endsWith("/*")
  const fields = Object.entries(endpoint.request.fields)
  const inHeader = (name: string) =>
    endpoint.read !== undefined && (name.includes("-") || name === "accept" || name === "dnt")
  const parameters = fields
    .filter(([name]) => inHeader(name) || (method === "GET" && !(isBelow && (name === "url" || name === "q"))))
    // `Accept` is not a parameter in descriptions (OpenAPI 3.1, section 4.8.12).
    .filter(([name]) => name !== "accept")
    .map(([name, schema]) => ({
      name,
      in: inHeader(name) ? "header" : "query",
      schema: written(schema as Schema.Top)
    }))
  const path = isBelow ? [{ name: "rest", in: "path", required: true, schema: { type: "string" } }] : []
  const named = Object.entries(endpoint.unheeded ?? {}).map(([name, why]) => `- \`${name}\`: ${why}`)
  return {
    tags: [door.title],
    operationId: `${door.name}.${method.toLowerCase()}${endpoint.path.replaceAll("/", ".").replace("*", "rest")}`,
    summary: endpoint.summary,
    ...(named.length === 0
      ? {}
      : { description: `These parameters have no effect; the response names them:\n\n${named.join("\n")}` }),
    parameters: [...path, ...parameters],
    ...(method === "POST" ? { requestBody: { required: true, content: content(endpoint.request) } } : {}),
    responses: {
      200: { description: `A response in ${door.title} format`, content: content(endpoint.response) },
      default: { description: `An error in ${door.title} format` }
    }
  }
}

const pathsOf = (door: Door): Json => {
  const paths: Json = {}
  for (const endpoint of door.endpoints) {
    const path = pathOf(door, endpoint).replace("*", "{rest}")
    for (const method of endpoint.methods) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(door, endpoint, method) }
    }
  }
  return paths
}

export const withDoors = (specification: Json, open: ReadonlyArray<DoorName>): Json => ({
  ...specification,
  paths: { ...specification.paths, ...Object.assign({}, ...open.map((name) => pathsOf(doors[name]))) },
  tags: [...specification.tags ?? [], ...open.map((name) => ({ name: doors[name].title }))]
})
