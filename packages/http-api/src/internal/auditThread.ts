/** Writes an audit log in a thread, so that locks and the disk do not delay requests. */
import * as Threads from "@dunlin/common/Threads"
import type { DatabaseSync } from "node:sqlite"
import { type Job, open, perform } from "./auditFile.ts"

const databases = new Map<string, DatabaseSync>()

Threads.serve(({ file, job }: { readonly file: string; readonly job: Job }) => {
  const database = databases.get(file) ?? open(file)
  databases.set(file, database)
  return perform(database, job)
})
