/** What watchers of a job are told, through a WebSocket or as server-sent events. */
import * as JobProgress from "@dunlin/jobs/JobProgress"
import type { Document } from "@dunlin/schema/Document"
import * as Stream from "effect/Stream"
import { toProgress } from "./answers.ts"

export interface Message {
  readonly type: "catchup" | "document" | "done" | "status"
  readonly data: object
}

/** What is known, then every result as it comes, and how the job ended: `status` when it did not end by itself. */
export const told = (target: { readonly team: string; readonly job: string }) => {
  let isFirst = true
  return Stream.flatMap(JobProgress.follow(target), ({ isLast, job, results }) => {
    const documents = results as ReadonlyArray<Document>
    const messages: Array<Message> = isFirst
      ? [{ type: "catchup", data: { ...toProgress(job, documents), next: null } }]
      : documents.map((data): Message => ({ type: "document", data }))
    isFirst = false
    if (isLast) messages.push({ type: job.state === "completed" ? "done" : "status", data: toProgress(job, []) })
    return Stream.fromIterable(messages)
  })
}
