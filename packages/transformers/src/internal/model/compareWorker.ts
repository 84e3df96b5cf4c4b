/** Validates values against callers' schemas in a thread. */
import * as Threads from "@dunlin/common/Threads"
import type { Comparison } from "./compare.ts"
import { conform } from "./conform.ts"

Threads.serve(({ schema, values }: Comparison) => conform(schema, values))
