import * as Context from "effect/Context"

/** The file of the monitors of a client; without one they are in memory, and end with the client. */
export const JobsFile = Context.Reference<string | undefined>("dunlin/JobsFile", { defaultValue: () => undefined })
