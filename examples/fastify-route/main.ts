// Search as a route of Fastify. One client serves all requests; it is closed with the server.
import { type Client, createClient } from "dunlin"
import fastify from "fastify"

/** What the errors of a client have in common. */
type Failure = Error & { readonly _tag: string; readonly isRetryable: boolean }

const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && "_tag" in error && "isRetryable" in error

export const serverOf = (client: Client.Client) => {
  const server = fastify()
  server.addHook("onClose", () => client.close())
  // a wrong parameter is an answer of 400 that names it; without this everything would be a 500
  server.setErrorHandler((error, _request, reply) => {
    if (!isFailure(error)) throw error
    const status = error._tag === "InvalidRequest" ? 400 : error.isRetryable ? 503 : 502
    return reply.status(status).send({ code: error._tag, error: error.message })
  })
  server.get<{ Querystring: { q?: string; limit?: string } }>("/search", async ({ query, signal }) => {
    const { data, warning } = await client.search(query.q ?? "", { limit: Number(query.limit ?? 5), signal })
    return { results: data.web ?? [], warning }
  })
  return server
}

export const program = async () => {
  const client = createClient()
  await client.index([{
    url: "https://example.com/dunlin",
    title: "Dunlin",
    text: "The dunlin feels its prey in mud."
  }])
  const server = serverOf(client)
  const found = await server.inject("/search?q=prey")
  const wrong = await server.inject("/search?q=prey&limit=1000")
  const noNumber = await server.inject("/search?q=prey&limit=many")
  await server.close()
  return {
    found: found.json(),
    wrong: { status: wrong.statusCode, ...wrong.json() },
    noNumber: { status: noNumber.statusCode, ...noNumber.json() }
  }
}

if (import.meta.main) {
  console.log(await program())
}
