/**
 * Records what a client asks of the world (a search engine, pages over HTTP and by a browser, a model) in one file, and
 * answers from it later: tests of a whole pipeline, on true answers, without a network.
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
 * What is recorded and replayed.
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
   * `record` asks the world and writes the file anew when the client is closed; `replay` asks nobody; `auto` replays when
   * there is a file and records when there is none. Clients that record one file at the same time add to it what each of
   * them heard.
   *
   * @default "auto"
   */
  readonly mode?: "auto" | "record" | "replay" | undefined
  /**
   * Further values that are taken out wherever they stand. Headers and fields that are named like a credential, what
   * `write` actions type, and in any text parameters of URLs that are named so, names and passwords in URLs and bearer
   * tokens, are never written. Only the owner of the file may read it.
   */
  readonly secrets?: ReadonlyArray<Secret.Secret> | undefined
  /**
   * Takes names, addresses, numbers and secrets out of hits, pages and the words of a model before they are written;
   * options of `redact` say which, and how; asterisks stand for them otherwise. Pictures and PDFs are kept as they are, and so is what was asked.
   *
   * @default false
   */
  readonly redactPII?: boolean | Redact.Options | undefined
}

/**
 * A call that was never recorded, and what came closest to it. It is no failure of a page or of a provider that a
 * pipeline would turn into a warning: it ends the call of the client.
 *
 * @category errors
 * @since 0.2.0
 */
export class UnexpectedCall extends Schema.TaggedError<UnexpectedCall>()("UnexpectedCall", {
  /** The file. */
  cassette: Schema.String,
  /** Who was asked: `search`, `fetch` or `model`. */
  port: Schema.String,
  /** What was asked, as it would be written. */
  asked: Schema.String,
  /** Recorded calls that come close, and in what they differ, the closest first. */
  close: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const close = this.close.length === 0
      ? `it has no ${this.port} at all`
      : `the closest it has:\n${this.close.map((each) => `- ${each}`).join("\n")}`
    return `${this.cassette} has no ${this.port} of ${this.asked}; ${close}\nDelete the file to record it anew.`
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
 * The parts of a client that record or replay. Without `models` none is recorded: what is then derived of a page needs
 * nobody. Throws `InvalidOptions` for a mode or a name that there is not, before anybody is asked.
 *
 * **Example** (A test on true answers)
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
