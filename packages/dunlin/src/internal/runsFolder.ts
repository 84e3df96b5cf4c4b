import * as Context from "effect/Context"

export const RunsFolder = Context.Reference<string | undefined>("dunlin/RunsFolder", { defaultValue: () => undefined })
