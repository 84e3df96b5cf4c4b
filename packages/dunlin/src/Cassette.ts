/**
 * Records the responses of search engines, web pages and models in one file, and replays them later. Tests of a whole
 * pipeline then use real responses without a network.
 *
 * @since 0.2.0
 */
import type * as Secret from "@dunlin/common/Secret"
import type * as Redact from "@dunlin/redaction/Redact"
import * as Schema from "effect/Schema"
import { lazily } from "./internal/lazily.ts"
import { checkCassette } from "./internal/options.ts"
import type * as Services from "./Services.ts"

/**
 * The parts of a client that can be recorded and replayed.
 *
 * @category options
 * @since 0.2.0
 */
export type Parts = Pick<Services.Options, "provider" | "fetcher" | "models">

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * `record` uses the network and overwrites the file when the client closes. `replay` never uses the network. `auto`
   * replays if the file exists, and records otherwise. Clients that record the same file at the same time each add
   * their own calls.
   *
   * @default "auto"
   */
  readonly mode?: "auto" | "record" | "replay" | undefined
  /**
   * Additional secret values to remove, wherever they occur. These are always removed: headers and fields with the
   * name of a credential, text typed by `write` actions, URL parameters with such a name, names and passwords in
   * URLs, and bearer tokens. Only the file's owner can read it.
   */
  readonly secrets?: ReadonlyArray<Secret.Secret> | undefined
  /**
   * Redacts personal data and secrets in hits, pages and model output before they are written. `redact` options
   * choose the entities and the style; the default style is asterisks. Images, PDFs and requests are not redacted.
   *
   * @default false
   */
  readonly redactPII?: boolean | Redact.Options | undefined
}

/**
 * A request that was never recorded, with the closest recorded ones. The client's call fails, because no pipeline
 * turns this error into a warning.
 *
 * @category errors
 * @since 0.2.0
 */
export class UnexpectedCall extends Schema.TaggedError<UnexpectedCall>()("UnexpectedCall", {
  cassette: Schema.String,
  /** The port that was called: `search`, `fetch` or `model`. */
  port: Schema.String,
  /** The request, as a cassette file would contain it. */
  asked: Schema.String,
  /** Similar recorded calls and their differences, closest first. */
  close: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const close = this.close.length === 0
      ? `the file contains no ${this.port} calls`
      : `the most similar recorded calls:\n${this.close.map((each) => `- ${each}`).join("\n")}`
    return `${this.cassette} has no recorded ${this.port} call for ${this.asked}; ${close}\n` +
      "To record it, set `mode: \"record\"`, or delete the file if the mode is \"auto\"."
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The file of a cassette cannot be read or written.
 *
 * @category errors
 * @since 0.2.0
 */
export class CassetteError extends Schema.TaggedError<CassetteError>()("CassetteError", {
  cassette: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.cassette}: ${this.why}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * Wraps the parts of a client, so that they record or replay. Without `models`, no model is recorded, and formats
 * that need one are not created. Throws `InvalidOptions` for an unknown mode or option, before any request.
 *
 * **Example** (A test with recorded responses)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { SearchProvider } from "@dunlin/providers"
 * import { Cassette, createClient } from "dunlin"
 * import { mkdtemp, rm } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 *
 * const folder = await mkdtemp(join(tmpdir(), "cassette-"))
 * const file = join(folder, "waders.json")
 * const url = "https://example.com/"
 * const provider = SearchProvider.layerMemory([{ source: "web", url, title: "Waders", description: "", position: 1 }])
 * const fetcher = Fetcher.layerMemory({ [url]: "<main><h1>Waders</h1></main>" })
 *
 * // the first time the answers are written down; from then on nobody is asked
 * const searchWith = async (parts: Cassette.Parts) => {
 *   const client = createClient(parts)
 *   const { data } = await client.search("waders", { scrapeOptions: { formats: ["markdown"] } })
 *   await client.close()
 *   return data.web?.[0]?.markdown
 * }
 * console.log(await searchWith(Cassette.parts(file, { provider, fetcher }))) // # Waders
 * console.log(await searchWith(Cassette.parts(file, {}, { mode: "replay" }))) // # Waders
 * await rm(folder, { recursive: true })
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const parts = (file: string, real: Parts = {}, options: Options = {}): Parts => {
  checkCassette(file, real, options)
  const module = import("./internal/cassette/parts.ts").then((_) => _.make(file, real, options))
  return {
    provider: lazily(() => module, (_) => _.provider),
    fetcher: lazily(() => module, (_) => _.fetcher),
    models: real.models === undefined ? undefined : lazily(() => module, (_) => _.models)
  }
}
