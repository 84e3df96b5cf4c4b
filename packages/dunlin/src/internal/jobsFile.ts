import * as Context from "effect/Context"

/** The file of the client's monitors. Without a file, monitors are in memory and end with the client. */
export const JobsFile = Context.Reference<string | undefined>("dunlin/JobsFile", { defaultValue: () => undefined })
