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
