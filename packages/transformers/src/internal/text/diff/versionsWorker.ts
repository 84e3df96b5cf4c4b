/** Compares long versions of a page in a thread. */
import * as Threads from "@dunlin/common/Threads"
import { compare, type Version } from "../../../text/ChangeTracking.ts"

export interface Versions {
  readonly previous: Version | undefined
  readonly current: Version
  readonly modes: ReadonlyArray<"git-diff" | "json">
}

Threads.serve(({ current, modes, previous }: Versions) => compare(previous, current, modes))
