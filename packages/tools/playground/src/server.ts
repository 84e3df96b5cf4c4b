/** Sends requests to the page's own server, and to no other server. */
import { after, eventReader, type Failure, failureOf, nothing, ofScrape, type Run } from "./events.ts"
import type { Json, JsonSchema } from "./fields.ts"

const headersOf = (key: string, accept: string): Record<string, string> => ({
  "content-type": "application/json",
  accept,
  ...(key === "" ? {} : { authorization: `Bearer ${key}` })
})

export const readSchemas = async (): Promise<{ readonly search: JsonSchema; readonly scrape: JsonSchema }> => {
  const response = await fetch("/openapi.json")
  if (!response.ok) throw new Error(`the API description could not be read (${response.status})`)
  const { paths } = await response.json()
  const bodyOf = (path: string): JsonSchema => paths[path].post.requestBody.content["application/json"].schema
  return { search: bodyOf("/v2/search"), scrape: bodyOf("/v2/scrape") }
}

const failed = (run: Run, failure: Failure): Run => ({ ...run, status: "failed", failure })

const post = (kind: "search" | "scrape", body: Json, key: string, accept: string, signal: AbortSignal) =>
  fetch(`/v2/${kind}`, { method: "POST", headers: headersOf(key, accept), body: JSON.stringify(body), signal })

/** Calls `onChange` with every state of the run. In the last one, the run is done or failed. */
export const search = async (
  body: Json,
  key: string,
  signal: AbortSignal,
  onChange: (run: Run) => void
): Promise<void> => {
  let run: Run = { ...nothing, status: "running" }
  onChange(run)
  const response = await post("search", body, key, "text/event-stream", signal)
  if (!response.ok || response.body === null) return onChange(failed(run, failureOf(await response.json())))
  const read = eventReader()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const event of read(part.value)) run = after(run, event)
    onChange(run)
  }
  if (run.status === "running") {
    onChange(
      failed(run, { code: "CONNECTION_LOST", error: "The response ended before it was complete.", details: undefined })
    )
  }
}

export const scrape = async (
  body: { readonly [name: string]: Json },
  key: string,
  signal: AbortSignal,
  onChange: (run: Run) => void
): Promise<void> => {
  onChange({ ...nothing, status: "running" })
  const response = await post("scrape", body, key, "application/json", signal)
  const answer = await response.json()
  onChange(response.ok ? ofScrape(String(body.url), answer) : failed(nothing, failureOf(answer)))
}

export const rawPage = async (url: string, key: string): Promise<string> => {
  const response = await post(
    "scrape",
    { url, formats: ["rawHtml"] },
    key,
    "application/json",
    AbortSignal.timeout(90_000)
  )
  const answer = await response.json()
  if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`)
  if (typeof answer.data?.rawHtml !== "string") throw new Error("Only HTML pages can be explained.")
  return answer.data.rawHtml
}
