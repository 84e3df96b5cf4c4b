// A LangChain retriever over Dunlin: each hit is a document, with the page's content when it was scraped.
import { Document } from "@langchain/core/documents"
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers"
import { type Client, createClient } from "dunlin"

export class DunlinRetriever extends BaseRetriever {
  override readonly lc_namespace = ["dunlin"]
  readonly client: Client.Client
  readonly options: Client.SearchOptions

  constructor({ client, options = {}, ...input }: BaseRetrieverInput & {
    readonly client: Client.Client
    readonly options?: Client.SearchOptions
  }) {
    super(input)
    this.client = client
    this.options = options
  }

  override async _getRelevantDocuments(query: string): Promise<Array<Document>> {
    const { data } = await this.client.search(query, this.options)
    return (data.web ?? []).map(({ description, markdown, metadata, position, title, url }) =>
      new Document({
        id: url,
        pageContent: markdown ?? description,
        metadata: { source: url, title, position, ...(metadata?.error === undefined ? {} : { error: metadata.error }) }
      })
    )
  }
}

export const program = async () => {
  const client = createClient()
  await client.index([
    { url: "https://example.com/dunlin", title: "Dunlin", text: "The dunlin feels its prey in wet mud." },
    { url: "https://example.com/knot", title: "Knot", text: "Knots fly in spirals when a falcon hunts them." }
  ])
  const retriever = new DunlinRetriever({ client, options: { limit: 1 } })
  const documents = await retriever.invoke("how does a dunlin find prey")
  await client.close()
  return documents
}

if (import.meta.main) {
  console.log(await program())
}
