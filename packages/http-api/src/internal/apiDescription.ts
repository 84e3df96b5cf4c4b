/** Adds the parts of `/openapi.json` that the builder of `HttpApi` does not write. */
import * as Schema from "effect/Schema"
import { examples } from "./examples.ts"

interface Groups {
  readonly [group: string]: {
    readonly endpoints: {
      readonly [name: string]: {
        readonly method: string
        readonly path: string
        readonly query: Schema.Top | undefined
      }
    }
  }
}

const withExample = (json: Record<string, any>, value: object | undefined): Record<string, any> =>
  value === undefined
    ? json
    : {
      ...json,
      content: { "application/json": { ...json.content["application/json"], examples: { usual: { value } } } }
    }

const exampleOf = (method: string, path: string) => examples[`${method} ${path}`] ?? examples[path]

const withExamples = (paths: Record<string, any>): Record<string, any> =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const operations = Object.entries<Record<string, any>>(item).map(([method, operation]) => {
        const { requestBody, responses, ...rest } = operation
        return [method, {
          ...rest,
          ...(requestBody === undefined
            ? {}
            : { requestBody: withExample(requestBody, exampleOf(method, path)?.request) }),
          responses: { ...responses, 200: withExample(responses[200], exampleOf(method, path)?.response) }
        }]
      })
      return [path, Object.fromEntries(operations)]
    })
  )

const eventStream = {
  "text/event-stream": {
    schema: {
      type: "string",
      description: "Events, each with a name and JSON data; the last one is `done` or `error`."
    },
    examples: {
      usual: { value: "event: hits-found\ndata: {\"web\":3,\"news\":0,\"images\":0,\"toScrape\":0}\n\n" }
    }
  }
}

/** `HttpApi` supports one content type per response, so the event stream is added here. */
const withEvents = (paths: Record<string, any>): Record<string, any> => {
  const { post } = paths["/v2/search"]
  const content = { ...post.responses[200].content, ...eventStream }
  const responses = { ...post.responses, 200: { ...post.responses[200], content } }
  return { ...paths, "/v2/search": { ...paths["/v2/search"], post: { ...post, responses } } }
}

const wholeNumbers = (groups: Groups): ReadonlyMap<string, Record<string, any>> =>
  new Map(
    Object.values(groups).flatMap((group) =>
      Object.values(group.endpoints).flatMap(({ method, path, query }) => {
        const { properties = {} } = query === undefined
          ? {}
          : Schema.toJsonSchemaDocument(Schema.toType(query)).schema as Record<string, any>
        return Object.entries<Record<string, any>>(properties)
          .filter(([, { type }]) => type === "integer")
          .map(([name, schema]) =>
            [`${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")} ${name}`, schema] as const
          )
      })
    )
  )

/** `HttpApi` describes whole numbers in query strings as text. */
const withWholeNumbers = (paths: Record<string, any>, groups: Groups): Record<string, any> => {
  const numbers = wholeNumbers(groups)
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries<Record<string, any>>(item).map(([method, operation]) => [method, {
          ...operation,
          ...(operation.parameters === undefined ? {} : {
            parameters: operation.parameters.map((parameter: Record<string, any>) => ({
              ...parameter,
              schema: numbers.get(`${method} ${path} ${parameter.name}`) ?? parameter.schema
            }))
          })
        }])
      )
    ])
  )
}

export const complete = (specification: Record<string, any>, groups: Groups): Record<string, any> => ({
  ...specification,
  servers: [{ url: "/", description: "This server" }],
  paths: withEvents(withExamples(withWholeNumbers(specification.paths, groups))),
  components: {
    ...specification.components,
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } }
  },
  // Keys are checked before decoding, outside of `HttpApi`.
  security: [{ bearer: [] }, {}]
})
