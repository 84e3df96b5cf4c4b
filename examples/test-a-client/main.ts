// A client of the contract that waits when it is asked to, and gives up when there are no credits left.
export interface Hit {
  readonly url: string
  readonly title: string
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))

/** Searches, and asks again as long as the server is busy. */
export const search = async (apiUrl: string, query: string, sleep = seconds): Promise<ReadonlyArray<Hit>> => {
  const response = await fetch(`${apiUrl}/v2/search`, {
    method: "POST",
    headers: { authorization: "Bearer fc-anything", "content-type": "application/json" },
    body: JSON.stringify({ query, limit: 3 })
  })
  if (response.status === 429) {
    await sleep(Number(response.headers.get("retry-after")))
    return await search(apiUrl, query, sleep)
  }
  const body = await response.json() as any
  if (response.status === 402) return []
  if (!response.ok) throw new Error(body.error)
  return body.data.web
}

if (import.meta.main) {
  console.log(await search("http://127.0.0.1:3002", "typed errors"))
}
