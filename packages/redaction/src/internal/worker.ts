/** Processes large texts in a thread: one job at a time, one result per job. */
import * as Threads from "@dunlin/common/Threads"
import { detect } from "@dunlin/pii/Detect"
import { pack } from "./packed.ts"
import type { Job } from "./threads.ts"

Threads.serve(({ options, text }: Job) => pack(detect(text, options)))
