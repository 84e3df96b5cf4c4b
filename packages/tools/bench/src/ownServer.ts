/** Sends requests to a local server on loopback, over connections that stay open. */
import { Agent, request } from "node:http"

const agent = new Agent({ keepAlive: true })

export const ask = (url: string, body?: object): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST"
    const call = request(url, { agent, method, headers: { "content-type": "application/json" } }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk: string) => text += chunk)
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text })).on("error", reject)
    })
    call.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
