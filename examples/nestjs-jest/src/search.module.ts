import { Inject, Module, type OnApplicationShutdown } from "@nestjs/common"
import { type Client, createClient } from "dunlin"
import { DUNLIN, SearchService } from "./search.service"

@Module({
  providers: [{ provide: DUNLIN, useFactory: () => createClient() }, SearchService],
  exports: [SearchService]
})
export class SearchModule implements OnApplicationShutdown {
  constructor(@Inject(DUNLIN) private readonly client: Client.Client) {}

  onApplicationShutdown() {
    return this.client.close()
  }
}
