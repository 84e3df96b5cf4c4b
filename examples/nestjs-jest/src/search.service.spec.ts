import { Test } from "@nestjs/testing"
import { DUNLIN, SearchService } from "./search.service"

it("returns the titles that a fake client finds", async () => {
  const client = { search: async (query: string) => ({ data: { web: [{ title: `About ${query}` }] } }) }
  const module = await Test.createTestingModule({
    providers: [SearchService, { provide: DUNLIN, useValue: client }]
  }).compile()
  expect(await module.get(SearchService).titles("waders")).toEqual(["About waders"])
})
