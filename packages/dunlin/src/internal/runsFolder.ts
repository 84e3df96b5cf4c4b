import * as Context from "effect/Context"

/** The folder that keeps index runs; without one they are in memory, and end with their process. */
export const RunsFolder = Context.Reference<string | undefined>("dunlin/RunsFolder", { defaultValue: () => undefined })
