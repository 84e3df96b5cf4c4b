/** Runs a process that reads pages of another one's crawl, until that one asks for its use of resources. */
import { Effect, Layer } from "effect"
import { jobLayer } from "./jobLayer.ts"
import { task, used } from "./telling.ts"

export const run = async () => {
  const launched = Effect.runPromise(Layer.launch(jobLayer(task, task.data!)))
  process.on("message", () => process.send!(used(), () => process.exit(0)))
  await launched
}
