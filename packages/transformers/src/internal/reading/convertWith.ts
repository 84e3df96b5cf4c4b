import * as Effect from "effect/Effect"
import type { Engine } from "../../html/MarkdownEngine.ts"
import { Crashed, TransformError } from "../../TransformError.ts"
import { derive, type Done, finished, type Job, read, remarks } from "./formats.ts"

export const convertWith = Effect.fnUntraced(
  function*(engine: Engine, job: Job): Effect.fn.Return<Done, TransformError> {
    const parts = yield* Effect.try({
      try: () => read(job),
      catch: (cause) => new TransformError({ reason: new Crashed({ cause }) })
    })
    const { markdown, truncated } = yield* engine.convert({ ...parts, removeBase64Images: job.removeBase64Images })
    const done = derive(job, parts)
    return finished(parts, { markdown, ...done.document }, [...done.warnings, ...remarks(markdown, truncated, job)])
  }
)
