/** Entry of a thread for small pages: one result per page, in order. */
import * as ThreadQueues from "@dunlin/common/ThreadQueues"
import { type Done, type Job, run } from "./formats.ts"

ThreadQueues.serve<Job, Done>(run)
