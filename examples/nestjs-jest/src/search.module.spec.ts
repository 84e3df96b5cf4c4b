import { SearchFunction, SearchProvider } from "@dunlin/providers"
import { Test } from "@nestjs/testing"
import { type Client, createClient } from "dunlin"
import { SearchModule } from "./search.module"
import { DUNLIN, SearchService } from "./search.service"

const url = "https://example.com/avocet"
const hits = [{ source: "web" as const, url, title: "Avocet", description: "A wader.", position: 1 }]

const open = (client: Client.Client) =>
  Test.createTestingModule({ imports: [SearchModule] }).overrideProvider(DUNLIN).useValue(client).compile()

it("searches with a provider of fixed hits", async () => {
  const module = await open(createClient({ provider: SearchProvider.layerMemory(hits) }))
  expect(await module.get(SearchService).titles("waders")).toEqual(["Avocet"])
  await module.close()
})

it("rejects when the provider is down", async () => {
  const provider = SearchFunction.layer("mine", () => Promise.reject(new Error("no connection")))
  const module = await open(createClient({ provider }))
  await expect(module.get(SearchService).titles("waders")).rejects.toMatchObject({ _tag: "SearchError" })
  await module.close()
})
