/**
 * Stores the index in OpenSearch 2 or later, without plugins, through `@opensearch-project/opensearch`. Any number of
 * processes may write, and the cluster distributes pages over its nodes.
 *
 * The terms of this index are stored in the cluster's inverted index. A search loads the best candidates by the
 * cluster's BM25. Then the same ranking as for an index in a file sorts them, with the frequencies of the whole index.
 *
 * @since 0.2.0
 */
import type { Client } from "./internal/cluster/client.ts"
import { openVersion } from "./internal/cluster/operations.ts"
import type { Handlers } from "./Operations.ts"
import { analysis } from "./Storage.ts"

export type { Client, ClientRequest } from "./internal/cluster/client.ts"

/**
 * Name of the index, and the layout with which the cluster creates it.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * Prefix of the names of its indices and aliases: lower-case letters, digits, `_` and `-`.
   *
   * @default "dunlin_index"
   */
  readonly index?: string | undefined
  /**
   * Number of primary shards, fixed when the index is created. Some ten million pages fit one shard.
   *
   * @default 1
   */
  readonly shards?: number | undefined
  /**
   * Copies of every shard.
   *
   * @default one as soon as the cluster has two nodes
   */
  readonly replicas?: number | undefined
  /**
   * Milliseconds after which a request to the cluster fails.
   *
   * @default 30,000
   */
  readonly requestTimeout?: number | undefined
}

/**
 * Opens the index by a `Client` of `@opensearch-project/opensearch`, and creates it when it does not exist. Closing the
 * index closes the client. Rejects with a `StorageError`.
 *
 * @category constructors
 * @since 0.2.0
 */
export const open = (client: Client, options: Options = {}): Promise<Handlers> => openVersion(client, options, analysis)
