import { Inject, Injectable } from "@nestjs/common"
import type { Client } from "dunlin"

export const DUNLIN = Symbol("dunlin")

@Injectable()
export class SearchService {
  constructor(@Inject(DUNLIN) private readonly client: Client.Client) {}

  async titles(query: string): Promise<ReadonlyArray<string>> {
    const { data } = await this.client.search(query, { limit: 3 })
    return (data.web ?? []).map(({ title }) => title)
  }
}
