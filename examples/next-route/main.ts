// `app/search/route.ts` of Next.js: a function from a Request to a Response, which other frameworks of today take as well.
// `next.config.js` needs `serverExternalPackages: ["dunlin"]`, because Dunlin starts threads from files of its own.
import { createClient } from "dunlin"

// One client for all requests; a new one for each would open the index each time.
const client = createClient({ data: process.env.DUNLIN_DATA })

export const runtime = "nodejs"

export const GET = async (request: Request): Promise<Response> => {
  const parameters = new URL(request.url).searchParams
  const query = parameters.get("q") ?? ""
  try {
    const { data, warning } = await client.search(query, { limit: 5, signal: request.signal })
    return Response.json({ results: data.web ?? [], warning })
  } catch (error) {
    if (!(error instanceof Error) || !("_tag" in error)) throw error
    return Response.json({ code: error._tag, error: error.message }, {
      status: error._tag === "InvalidRequest" ? 400 : 503
    })
  }
}

/** The same as a stream of events, for a page that fills in while pages are read. */
export const streaming = (request: Request): Response => {
  const query = new URL(request.url).searchParams.get("q") ?? ""
  const events = client.stream(query, { limit: 5, signal: request.signal })
  const lines = ReadableStream.from((async function*() {
    for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`
  })())
  return new Response(lines.pipeThrough(new TextEncoderStream()), { headers: { "content-type": "text/event-stream" } })
}

export const program = async () => {
  await client.index([{
    url: "https://example.com/dunlin",
    title: "Dunlin",
    text: "The dunlin feels its prey in mud."
  }])
  const found = await GET(new Request("http://localhost/search?q=prey"))
  const wrong = await GET(new Request("http://localhost/search?q="))
  const streamed = await streaming(new Request("http://localhost/search?q=prey")).text()
  await client.close()
  const answer = await found.json() as { readonly results: ReadonlyArray<{ readonly title: string }> }
  return { found: answer, wrong: wrong.status, events: streamed.split("\n\n").length - 1 }
}

if (import.meta.main) {
  console.log(await program())
}
