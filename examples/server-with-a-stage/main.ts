// The server with a stage of your own in every search; engines, storage and models are settings of the environment.
import { EgressHttpClient } from "@dunlin/fetcher"
import { Admission, AuditLog, Idempotency, Listener, NodeServer, Teams } from "@dunlin/http-api"
import { JobRunner, JobStore } from "@dunlin/jobs"
import { Searcher, SearchPipeline, type SearchState, Stage } from "@dunlin/pipeline"
import { NodeRuntime } from "@effect/platform-node"
import { Services } from "dunlin"
import { Layer } from "effect"
import { createServer } from "node:http"

const ours = new Set(["docs.example.com"])
const isOurs = ({ url }: { readonly url: string }) => ours.has(new URL(url).hostname)

const oursFirst = Stage.promise("oursFirst", ({ hits }: Pick<SearchState.Refined, "hits">) => {
  const web = hits.web ?? []
  return { hits: { ...hits, web: [...web.filter(isOurs), ...web.filter((hit) => !isOurs(hit))] } }
})

const services = Searcher.layerPipeline(SearchPipeline.search.insertAfter("refine", oursFirst)).pipe(
  Layer.provideMerge(Services.layerConfig())
)
// pages of batches and crawls; webhooks are reached as pages are: guarded
const jobs = JobRunner.layer().pipe(Layer.provide(EgressHttpClient.layer()))

export const server = (port: number) =>
  Layer.merge(NodeServer.layer(), jobs).pipe(
    Layer.provide([services, JobStore.layerMemory(), Teams.layerOpen(), Admission.layerMemory]),
    Layer.provide([Idempotency.layerMemory(), AuditLog.layerJson]),
    Layer.provideMerge(Listener.layer(createServer, { port }))
  )

if (import.meta.main) {
  NodeRuntime.runMain(Layer.launch(server(3002)))
}
