/** Parses small pages in a thread: one result per page, in order. */
import * as ThreadQueues from "@dunlin/common/ThreadQueues"
import { type Done, type Job, run } from "./formats.ts"

ThreadQueues.serve<Job, Done>(run)
