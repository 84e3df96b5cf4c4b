/** Reads a site and indexes its pages, with the index run of this project. */
import { createClient } from "dunlin"
import { task, tell } from "./telling.ts"

export const run = () =>
  tell(async () => {
    await using client = createClient({ allow: [new URL(task.url).host] })
    const found: Array<string> = []
    await client.index(task.url, {
      delay: 0,
      depth: 1000,
      limit: task.cap,
      concurrency: task.concurrency,
      maxAge: 0,
      onEvent: (event) => {
        if (event._tag === "PageIndexed") found.push(event.url)
      }
    })
    return found
  })
