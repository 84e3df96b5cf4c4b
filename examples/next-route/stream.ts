// `app/search/stream/route.ts` of Next.js: the same as events, for a page that fills in while pages are read.
import { createClient } from "dunlin"

const client = createClient({ data: process.env.DUNLIN_DATA })

export const runtime = "nodejs"

export const GET = (request: Request): Response => {
  const query = new URL(request.url).searchParams.get("q") ?? ""
  const encoder = new TextEncoder()
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: unknown) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
      try {
        for await (const event of client.stream(query, { limit: 5, signal: request.signal })) send(event)
      } catch (error) {
        // the status is sent already: what went wrong is the last event
        if (!(error instanceof Error) || !("_tag" in error)) throw error
        send({ _tag: "Failed", code: error._tag, error: error.message })
      }
      controller.close()
    }
  })
  return new Response(lines, { headers: { "content-type": "text/event-stream" } })
}
