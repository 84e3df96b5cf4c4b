import * as Context from "effect/Context"

/** Without a file, monitors are in memory, and are lost when the client closes. */
export const JobsFile = Context.Reference<string | undefined>("dunlin/JobsFile", { defaultValue: () => undefined })
