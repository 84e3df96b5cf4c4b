// Measures the pipeline's overhead over handwritten promise code with the same stub stages, relative to one page.
import { Pipeline, Stage } from "@dunlin/pipeline"
import { Effect } from "effect"
import { once } from "node:events"
import { Agent, get } from "node:http"
import { buffer } from "node:stream/consumers"
import { Worker } from "node:worker_threads"
import { compare, print } from "./measure.ts"

interface State {
  readonly query: string
}

const stubs = {
  authorize: ({ query }: State) => ({ caller: query }),
  plan: ({ query }: State) => ({ plan: query }),
  reserve: ({ query }: State) => ({ reservation: query }),
  search: ({ query }: State) => ({ hits: query }),
  refine: ({ query }: State) => ({ refined: query }),
  scrape: ({ query }: State) => ({ pages: query }),
  settle: ({ query }: State) => ({ response: query })
}

const pipelineOf = (stage: (name: string, run: (state: State) => object) => Stage.Stage.Any) => {
  const [a, b, c, d, e, f, g] = Object.entries(stubs).map(([name, run]) => stage(name, run))
  const pipeline = Pipeline.make<State>()(a!, b!, c!, d!, e!, f!, g!)
  return () => Effect.runPromise(Pipeline.run(pipeline, { query: "waders" } as never) as Effect.Effect<object>)
}

const promises = (answer: (added: object) => object | Promise<object>) => async () => {
  let state: State = { query: "waders" }
  for (const run of Object.values(stubs)) state = { ...state, ...await answer(run(state)) }
  return state
}

const site = `
  const { parentPort } = require("node:worker_threads")
  const page = "<title>Waders</title><main>" + "<p>The sanderling has no hind toe.</p>".repeat(550) + "</main>"
  const server = require("node:http").createServer((_, response) => response.end(page))
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))
`

const page = (port: number, agent: Agent) => async () => {
  const [response] = await once(get({ host: "127.0.0.1", port, agent }), "response")
  return buffer(response)
}

export const run = async () => {
  const worker = new Worker(site, { eval: true })
  const agent = new Agent({ keepAlive: true })
  const [port] = await once(worker, "message") as [number]
  const rows = await compare({
    "hand-written promises, no span, metric or typed error": promises((added) => Promise.resolve(added)),
    "Pipeline.run, stages of functions (`Stage.promise`)": pipelineOf((name, run) => Stage.promise(name, run)),
    "Pipeline.run, stages of async functions": pipelineOf((name, run) =>
      Stage.promise(name, async (state: State) => run(state))
    ),
    "Pipeline.run, stages of effects (`Stage.make`)": pipelineOf((name, run) =>
      Stage.make(name, (state: State) => Effect.sync(() => run(state)))
    ),
    "one page of 20 kB over loopback, bare `node:http`": page(port, agent)
  }, { iterations: 500 })
  agent.destroy()
  await worker.terminate()
  print("A search of seven stub stages, each with its metric, and a span where one is wanted", rows)
}
