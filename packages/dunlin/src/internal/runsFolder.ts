import * as Context from "effect/Context"

/** The folder that stores index runs. Without it, runs are in memory and end with the process. */
export const RunsFolder = Context.Reference<string | undefined>("dunlin/RunsFolder", { defaultValue: () => undefined })
