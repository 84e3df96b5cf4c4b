/**
 * The table of all settings. Reading the environment, detecting typos, the reference page and the error texts all use
 * it.
 * 882/| Their values are in the server package, which a search does not load.
 */
import * as EgressTarget from "@dunlin/common/EgressTarget"
import type { DoorName } from "@dunlin/http-api/Doors"
import * as Duration from "effect/Duration"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { homedir } from "node:os"
import { join } from "node:path"
import { type Provider, type ProviderName, providers } from "./providerTable.ts"
import {
  addressOf,
  anyText,
  atLeastLong,
  browserAddresses,
  databaseAddress,
  list,
  logLevel,
  matching,
  nameOfIndex,
  oneOf,
  optional,
  secret,
  type Setting,
  time,
  webAddress,
  webAddresses,
  wholeNumber,
  withDefault
} from "./setting.ts"
import { type Cache, type CacheName, caches, cluster, postgres } from "./storeTable.ts"

// Their values are in the package of the server, which a search does not load.
const doors: { readonly [Name in DoorName]: true } = {
  tavily: true,
  exa: true,
  searxng: true,
  serper: true,
  brave: true,
  jina: true,
  cohere: true,
  perplexity: true
}

const doorNames = Object.keys(doors)

const oneOfDoors = new RegExp(`^(?:all|${doorNames.join("|")})$`)

/** The user's data folder (XDG Base Directory Specification; conventions of macOS and Windows). */
const dataFolder = (): string => {
  switch (process.platform) {
    case "darwin":
      return join(homedir(), "Library", "Application Support", "dunlin")
    case "win32":
      return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "dunlin")
    default:
      return join(process.env.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "dunlin")
  }
}

/** Minimum tokens; less cannot hold a question. */
const leastTokens = 100

/** More megabytes of profiles need another machine. */
const MAX_PROFILE_MEGABYTES = 1_000_000

/** Minimum characters of a key; shorter keys can be guessed. */
const leastKeyCharacters = 32

/** The main thread cannot supply more threads with work. */
const MAX_HTML_THREADS = 16

/** Maximum concurrent pages; more need further processes. */
const mostWorkers = 1000

/** An uploaded file of `/v2/parse` is held in memory. */
const MAX_UPLOAD_MEGABYTES = 2000

/** Each open page uses a browser tab. */
const MAX_OPEN_PAGES = 1000

/** Maximum concurrent requests; more need further processes. */
const mostRequests = 100_000

/** Settings of `dunlin serve` and `dunlin worker`, in addition to those of all commands. */
export const serverSettings = {
  host: withDefault("DUNLIN_HOST", anyText, "127.0.0.1", { says: "address to listen on", readBy: "listener" }),
  port: withDefault("DUNLIN_PORT", wholeNumber({ minimum: 0, maximum: 65535 }), 3002, {
    says: "port to listen on; 0 takes a free one",
    readBy: "listener"
  }),
  healthPort: optional("DUNLIN_HEALTH_PORT", wholeNumber({ minimum: 0, maximum: 65535 }), {
    says:
      "port for `/health`, `/ready` and `/metrics` without a key, on the address of `DUNLIN_HOST`; 0 takes a free one",
    otherwise: "`dunlin serve`: its own port alone; `dunlin worker`: `3003`, or a free one where that is in use",
    readBy: "listener"
  }),
  teams: optional("DUNLIN_TEAMS", anyText, {
    says: "path of the teams file; without it nobody needs a key",
    otherwise: "open mode",
    readBy: "teams"
  }),
  authorizationServers: list("DUNLIN_AUTHORIZATION_SERVERS", webAddress, {
    says:
      "where clients of `/mcp` may ask for a token (RFC 9728), as each server writes itself in `iss`; its tokens are those of the teams with `claims`, keys work as well",
    readBy: "teams"
  }),
  metrics: withDefault("DUNLIN_METRICS", oneOf("key", "open", "off"), "key", {
    says:
      "who may read `/metrics`: whoever may use the server, with a key where there are teams (`key`), everybody who reaches it (`open`), or nobody (`off`)",
    readBy: "telemetry"
  }),
  playground: withDefault("DUNLIN_PLAYGROUND", oneOf("on", "off"), "on", {
    says: "whether `GET /` is a page to try searches on; what it asks for needs the same keys as everything else",
    readBy: "listener"
  }),
  doors: list("DUNLIN_DOORS", matching(`all, or names of ${doorNames.join(", ")}`, oneOfDoors), {
    says: `APIs of other services that the server also speaks, separated by commas: \`${
      doorNames.join("`, `")
    }\`, or \`all\`; see [use clients of other APIs](../how-to/use-clients-of-other-apis.md)`,
    readBy: "listener"
  }),
  maxRequests: withDefault("DUNLIN_MAX_REQUESTS", wholeNumber({ minimum: 1, maximum: mostRequests }), 256, {
    says:
      "requests that this process works on at the same time, over all teams; further ones wait their turn, for 30 seconds at most",
    readBy: "listener"
  }),
  maxWaiting: withDefault("DUNLIN_MAX_WAITING", wholeNumber({ minimum: 0, maximum: mostRequests }), 1024, {
    says:
      "requests that wait for these, of which a team may have as many as are left for others; further ones are refused: 429 to the team, 503 when all are taken, with `Retry-After`",
    readBy: "listener"
  }),
  maxUpload: withDefault("DUNLIN_MAX_UPLOAD", wholeNumber({ minimum: 1, maximum: MAX_UPLOAD_MEGABYTES }), 50, {
    says: "megabytes of a file that is sent to `/v2/parse`, with its options; a larger one is rejected with 413",
    readBy: "listener"
  }),
  maxOpenPages: withDefault("DUNLIN_MAX_OPEN_PAGES", wholeNumber({ minimum: 1, maximum: MAX_OPEN_PAGES }), 8, {
    says: "pages of this process that `/v2/scrape/{id}/interact` keeps open at the same time; a further one gets 503",
    readBy: "listener"
  }),
  openPagesPerTeam: withDefault(
    "DUNLIN_OPEN_PAGES_PER_TEAM",
    wholeNumber({ minimum: 1, maximum: MAX_OPEN_PAGES }),
    2,
    { says: "pages of one team that are open at the same time; a further one gets 429", readBy: "listener" }
  ),
  openPageLife: withDefault("DUNLIN_OPEN_PAGE_LIFE", time("10m or 1h", Duration.minutes(1)), Duration.minutes(10), {
    says: "how long such a page stays open at most; its credits are reserved for this time",
    otherwise: "`10m`",
    readBy: "listener"
  }),
  openPageIdle: withDefault("DUNLIN_OPEN_PAGE_IDLE", time("2m", Duration.seconds(1)), Duration.minutes(2), {
    says: "how long such a page stays open without a call",
    otherwise: "`2m`",
    readBy: "listener"
  }),
  workers: withDefault("DUNLIN_WORKERS", wholeNumber({ minimum: 0, maximum: mostWorkers }), 8, {
    says:
      "pages of batches, crawls and extractions that this process works on at the same time; 0 leaves them to `dunlin worker`",
    readBy: "jobs"
  }),
  robots: withDefault("DUNLIN_ROBOTS", oneOf("on", "off"), "on", {
    says: "whether crawls obey robots.txt and the robots meta elements of pages",
    readBy: "jobs"
  }),
  webhookSecret: secret("DUNLIN_WEBHOOK_SECRET", anyText, {
    says: "signs what is delivered to webhooks: `webhook-signature` (Standard Webhooks) and `x-firecrawl-signature`",
    otherwise: "not signed",
    readBy: "jobs"
  }),
  audit: withDefault("DUNLIN_AUDIT", oneOf("sqlite", "stdout", "off"), "sqlite", {
    says: "where audit events of teams with auditing go: `sqlite` (in the data folder), `stdout` or `off`",
    readBy: "audit"
  }),
  auditRetention: optional("DUNLIN_AUDIT_RETENTION", time("90d or 52w", Duration.days(1)), {
    says: "how long audit events are kept in the data folder",
    otherwise: "`400d`",
    readBy: "audit"
  }),
  ledgerRetention: optional("DUNLIN_LEDGER_RETENTION", time("90d or 52w", Duration.days(2)), {
    says:
      "how long the ledger keeps each charge; older ones are rolled up to one sum per team and day, which proves the balance as before",
    otherwise: "`100d`",
    readBy: "credits"
  }),
  historyRetention: optional("DUNLIN_HISTORY_RETENTION", time("90d or 52w", Duration.days(1)), {
    says: "how long the earlier states of pages are kept that `changeTracking` compares with",
    otherwise: "`400d`",
    readBy: "cache"
  }),
  logLevel: withDefault("DUNLIN_LOG_LEVEL", logLevel, "Info", {
    says: "least severe lines that are logged: `Trace`, `Debug`, `Info`, `Warn`, `Error`, `Fatal`, `None`, in any case",
    readBy: "telemetry"
  }),
  otlp: optional("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress, {
    says: "where traces, metrics and logs are sent, as OTLP in JSON",
    readBy: "telemetry"
  })
}

/** The URL of each cache. */
const cacheSettings = Object.fromEntries(
  Object.entries<Cache>(caches).map(([name, { protocols, says, variable }]) => [
    name,
    secret(variable, addressOf(...protocols), { says, readBy: "cache" })
  ])
) as Readonly<Record<CacheName, Setting<Option.Option<Redacted.Redacted>>>>

/** Settings of every command and of `Services.layerConfig`. */
export const commonSettings = {
  data: withDefault("DUNLIN_DATA", anyText, dataFolder(), {
    says: "folder for SQLite files, artifacts and browser profiles",
    otherwise: "the user's data folder",
    readBy: "cache"
  }),
  publicUrl: optional("DUNLIN_PUBLIC_URL", webAddress, {
    says: "how clients reach the server, for links to screenshots and other files; in open mode its pages may ask",
    otherwise: "the address listened on",
    readBy: "artifacts"
  }),
  signingKey: secret("DUNLIN_SIGNING_KEY", atLeastLong(leastKeyCharacters), {
    says: "at least 32 characters: signs those links; several servers behind one address need the same",
    otherwise: "a random one, kept in the data folder",
    readBy: "artifacts"
  }),
  papers: list("DUNLIN_PAPERS", anyText, {
    says:
      "sources of `GET /v2/search/research/papers`, separated by commas and merged: `openalex`, `europepmc`, `arxiv`; none: the answer is 503",
    readBy: "papers"
  }),
  database: secret(postgres.variable, databaseAddress, {
    says:
      "`postgres://…`: keeps jobs, credits, pages and snapshots in PostgreSQL; several servers of it are separated by commas; needs the package `pg`",
    otherwise: "SQLite in the data folder",
    readBy: "credits"
  }),
  ...cacheSettings,
  cacheBytes: optional("DUNLIN_CACHE_BYTES", wholeNumber({ minimum: 1 }), {
    says: "how much the pages that are kept may take before the least recently used go",
    otherwise: "`2147483648`",
    readBy: "cache"
  }),
  s3Bucket: optional("DUNLIN_S3_BUCKET", anyText, {
    says: "keeps artifacts in a bucket; the next four are then needed, the region excepted",
    otherwise: "files in the data folder",
    readBy: "artifacts"
  }),
  s3Url: optional("DUNLIN_S3_URL", webAddress, {
    says: "endpoint, for example `https://s3.eu-central-1.amazonaws.com`",
    readBy: "artifacts"
  }),
  s3Region: optional("DUNLIN_S3_REGION", anyText, {
    says: "region of the bucket",
    otherwise: "`us-east-1`",
    readBy: "artifacts"
  }),
  s3AccessKey: optional("DUNLIN_S3_ACCESS_KEY", anyText, { says: "access key id", readBy: "artifacts" }),
  s3SecretKey: secret("DUNLIN_S3_SECRET_KEY", anyText, { says: "secret access key", readBy: "artifacts" }),
  provider: list("DUNLIN_PROVIDER", anyText, {
    says: "one or several, separated by commas: `local` (the embedded index), or a name of the table below",
    readBy: "provider"
  }, ["local"]),
  index: withDefault("DUNLIN_INDEX", oneOf("data", "database", "opensearch"), "data", {
    says:
      "where the embedded index is: in a file of the data folder (`data`), in the PostgreSQL of `DUNLIN_DATABASE_URL` (`database`), or in the OpenSearch of `DUNLIN_INDEX_URL` (`opensearch`). All servers, workers and commands with the same settings share the last two",
    readBy: "provider"
  }),
  indexUrl: secret(cluster.variable, webAddresses, {
    says:
      "URLs of the nodes of OpenSearch 2 or later that hold the index, separated by commas, with user and password: `https://user:password@search.example:9200`; needs the package `@opensearch-project/opensearch`",
    readBy: "provider"
  }),
  indexName: withDefault("DUNLIN_INDEX_NAME", nameOfIndex, "dunlin_index", {
    says: "beginning of the names of its indices: small letters, digits, `_` and `-`",
    readBy: "provider"
  }),
  indexShards: withDefault("DUNLIN_INDEX_SHARDS", wholeNumber({ minimum: 1 }), 1, {
    says: "primary shards of an index that is created; some ten million pages fit one",
    readBy: "provider"
  }),
  indexReplicas: optional("DUNLIN_INDEX_REPLICAS", wholeNumber({ minimum: 0 }), {
    says: "copies of every shard of an index that is created",
    otherwise: "one as soon as the cluster has two nodes",
    readBy: "provider"
  }),
  providerMode: withDefault("DUNLIN_PROVIDER_MODE", oneOf("fuse", "failover", "hedge"), "fuse", {
    says:
      "several are asked together and merged (`fuse`), one after the other on failure (`failover`), or the next when one is slow (`hedge`)",
    readBy: "provider"
  }),
  providerRate: optional("DUNLIN_PROVIDER_RATE", wholeNumber({ minimum: 1 }), {
    says:
      "most questions a second to each provider but `local`; further ones wait. One that fails five times in a row is left alone for 30 seconds anyway, or as long as it asks for",
    readBy: "provider"
  }),
  searchCache: optional("DUNLIN_SEARCH_CACHE", time("30s, 10m or 1h"), {
    says:
      "how long the answers of each provider but `local` are kept in memory: `30s`, `10m`, `1h`; not for requests with zero data retention",
    readBy: "provider"
  }),
  embeddingsUrl: optional("DUNLIN_EMBEDDINGS_URL", webAddress, {
    says:
      "an OpenAI-compatible endpoint, up to and including `/v1`: the embedded index then keeps a vector of every passage, and finds what says the same in other words",
    readBy: "vectors"
  }),
  embeddingsModel: optional("DUNLIN_EMBEDDINGS_MODEL", anyText, {
    says: "name of the model of vectors, as the endpoint knows it; an index is of one model",
    readBy: "vectors"
  }),
  embeddingsKey: secret("DUNLIN_EMBEDDINGS_KEY", anyText, { says: "key of that endpoint", readBy: "vectors" }),
  embeddingsDimensions: optional("DUNLIN_EMBEDDINGS_DIMENSIONS", wholeNumber({ minimum: 1 }), {
    says: "asks for shorter vectors, of models that can be cut; the index takes as many bytes for each passage",
    otherwise: "those of the model",
    readBy: "vectors"
  }),
  embeddingsWindow: optional("DUNLIN_EMBEDDINGS_WINDOW", wholeNumber({ minimum: leastTokens }), {
    says: "tokens that the model reads of a text; no more are sent",
    otherwise: "`512`",
    readBy: "vectors"
  }),
  embeddingsQueryPrefix: optional("DUNLIN_EMBEDDINGS_QUERY_PREFIX", anyText, {
    says: "written before questions, with a space between, such as `query:` for the models of the E5 family",
    readBy: "vectors"
  }),
  embeddingsDocumentPrefix: optional("DUNLIN_EMBEDDINGS_DOCUMENT_PREFIX", anyText, {
    says: "written before passages, with a space between, such as `passage:`",
    readBy: "vectors"
  }),
  embeddingsReplace: withDefault("DUNLIN_EMBEDDINGS_REPLACE", oneOf("on", "off"), "off", {
    says: "`on` drops the vectors of another model and makes all anew; otherwise such an index is not opened",
    readBy: "vectors"
  }),
  rerankerUrl: optional("DUNLIN_RERANKER_URL", webAddress, {
    says:
      "the whole address of a rerank endpoint, for example `http://127.0.0.1:8000/v1/rerank`: what any provider found is put in order by its model",
    readBy: "vectors"
  }),
  rerankerModel: optional("DUNLIN_RERANKER_MODEL", anyText, {
    says: "name of that model; some endpoints serve only one and need none",
    readBy: "vectors"
  }),
  rerankerKey: secret("DUNLIN_RERANKER_KEY", anyText, { says: "key of that endpoint", readBy: "vectors" }),
  rerankerShape: withDefault("DUNLIN_RERANKER_SHAPE", oneOf("results", "texts"), "results", {
    says:
      "what the endpoint understands: `results` for that of Cohere, Jina, Voyage, vLLM and Infinity, `texts` for Text Embeddings Inference",
    readBy: "vectors"
  }),
  categoryProviders: list("DUNLIN_CATEGORY_PROVIDERS", anyText, {
    says:
      "asked beside the provider for the categories `github` (`github`) and `developer` (`github` and `stackexchange`); `none` for nobody",
    otherwise: "those with a key",
    readBy: "categories"
  }),
  allow: list(
    "DUNLIN_EGRESS_ALLOW",
    matching("a target `host:port`", EgressTarget.pattern),
    { says: "targets `host:port`, separated by commas, that may be private addresses", readBy: "fetcher" }
  ),
  basicProxy: secret("DUNLIN_PROXY_BASIC", addressOf("http", "https"), {
    says: "`http://user:password@host:port`: all pages are fetched through it",
    readBy: "fetcher"
  }),
  enhancedProxy: secret("DUNLIN_PROXY_ENHANCED", addressOf("http", "https"), {
    says: "the proxy of requests with `proxy: \"enhanced\"`, and of second tries with `auto`",
    readBy: "fetcher"
  }),
  browser: optional("DUNLIN_BROWSER", anyText, {
    says: "path of a Chromium",
    otherwise: "looked for",
    readBy: "fetcher"
  }),
  browserSandbox: optional("DUNLIN_BROWSER_SANDBOX", oneOf("on", "off"), {
    says:
      "`off` starts the browser without its sandbox; only where something else confines it. In Docker see [run the server](../how-to/run-the-server.md)",
    otherwise: "`on`, as root `off`",
    readBy: "fetcher"
  }),
  browserUrl: secret("DUNLIN_BROWSER_URL", browserAddresses, {
    says:
      "browsers that run elsewhere, separated by commas: debugging ports (`http://host:9222`, `ws://…`) or playwright servers (`playwright+ws://…`), with `#weight=2` for a share; see [browsers elsewhere](../how-to/browsers-elsewhere.md)",
    otherwise: "a browser of this machine",
    readBy: "fetcher"
  }),
  browserProxy: optional(
    "DUNLIN_BROWSER_PROXY",
    matching("an address of this process as host:port", /^[^/:\s]+:\d{1,5}$|^\[[0-9a-f:.]+\]:\d{1,5}$/i),
    {
      says:
        "where browsers of `DUNLIN_BROWSER_URL` reach the egress proxies of this process; they listen on this port and the three after it",
      otherwise: "the address of the connection to the browser, free ports",
      readBy: "fetcher"
    }
  ),
  markdownFirst: withDefault("DUNLIN_MARKDOWN_FIRST", oneOf("on", "off"), "on", {
    says:
      "`off` always fetches HTML; `on` fetches the Markdown that a site offers where it says the same, see [how pages are fetched](../explanation/how-pages-are-fetched.md)",
    readBy: "fetcher"
  }),
  userAgent: optional("DUNLIN_USER_AGENT", matching("a text of plain ASCII", /^[\x20-\x7e]+$/), {
    says:
      "what the fetcher calls itself; an honest text such as `AcmeBot/1.0 (+https://acme.example/bot)` names you, and `dunlin index` then obeys the robots.txt for `AcmeBot`",
    otherwise: "a Chrome on Linux",
    readBy: "fetcher"
  }),
  filterLists: list("DUNLIN_FILTER_LISTS", anyText, {
    says: "files in the format of EasyList, separated by commas: hosts and boxes that `blockAds` leaves out",
    otherwise: "a short list of our own",
    readBy: "fetcher"
  }),
  profileKey: secret("DUNLIN_PROFILE_KEY", atLeastLong(leastKeyCharacters), {
    says:
      `at least ${leastKeyCharacters} random characters: browser profiles are kept in the data folder, encrypted with it`,
    otherwise: "a random one, kept beside the profiles",
    readBy: "fetcher"
  }),
  profileQuota: withDefault("DUNLIN_PROFILE_QUOTA", wholeNumber({ minimum: 1, maximum: MAX_PROFILE_MEGABYTES }), 256, {
    says: "megabytes of all browser profiles of one team; a profile beyond it is not saved, and `warning` says so",
    readBy: "fetcher"
  }),
  profileRetention: withDefault("DUNLIN_PROFILE_RETENTION", time("90d or 52w", Duration.days(1)), Duration.days(90), {
    says: "how long a browser profile is kept that no request uses",
    otherwise: "`90d`",
    readBy: "fetcher"
  }),
  scrapeConcurrency: optional("DUNLIN_SCRAPE_CONCURRENCY", wholeNumber({ minimum: 1 }), {
    says: "pages of one search that are scraped at the same time",
    otherwise: "`8`",
    readBy: "search"
  }),
  htmlThreads: optional("DUNLIN_HTML_THREADS", wholeNumber({ minimum: 0, maximum: MAX_HTML_THREADS }), {
    says: "threads that parse HTML while the main thread is busy, as in a crawl; each takes some 60 MB; 0 starts none",
    otherwise: "`1` where there is more than one processor",
    readBy: "html"
  }),
  ocrData: optional("DUNLIN_OCR_DATA", anyText, {
    says:
      "folder of `<language>.traineddata` files: text in pictures is then read by the package `tesseract.js` instead of an installed tesseract",
    readBy: "pdf"
  }),
  ocrLanguages: list("DUNLIN_OCR_LANGUAGES", anyText, {
    says: "languages of that text, separated by commas, as tesseract names them",
    otherwise: "`eng`",
    readBy: "pdf"
  }),
  ytDlp: optional("DUNLIN_YT_DLP", anyText, {
    says: "path of yt-dlp, for `audio` and `video` of pages that do not name their media themselves",
    otherwise: "looked for",
    readBy: "media"
  }),
  ffmpeg: optional("DUNLIN_FFMPEG", anyText, {
    says: "path of ffmpeg, for `audio`, and for `video` in parts (HLS, DASH) or through yt-dlp",
    otherwise: "looked for",
    readBy: "media"
  }),
  modelUrl: optional("DUNLIN_MODEL_URL", webAddress, {
    says:
      "an OpenAI-compatible endpoint, up to and including `/v1`, for summaries, answers, extracted data and crawl previews",
    readBy: "models"
  }),
  model: optional("DUNLIN_MODEL", anyText, { says: "name of the model, as the endpoint knows it", readBy: "models" }),
  modelKey: secret("DUNLIN_MODEL_KEY", anyText, { says: "key of the endpoint", readBy: "models" }),
  modelInputTokens: optional("DUNLIN_MODEL_INPUT_TOKENS", wholeNumber({ minimum: leastTokens }), {
    says:
      "tokens of a page that are sent with one question; longer pages are read in parts. Local endpoints often take less: Ollama cuts off what is beyond its `num_ctx` without a word",
    otherwise: "`24000`",
    readBy: "models"
  }),
  modelOutputTokens: optional("DUNLIN_MODEL_OUTPUT_TOKENS", wholeNumber({ minimum: leastTokens }), {
    says: "tokens the model can answer with; longer pages are not cleaned",
    otherwise: "`4000`",
    readBy: "models"
  }),
  modelTimeout: optional("DUNLIN_MODEL_TIMEOUT", time("45s or 2m"), {
    says: "time for one answer of the model",
    otherwise: "`45s`",
    readBy: "models"
  }),
  modelConcurrency: optional("DUNLIN_MODEL_CONCURRENCY", wholeNumber({ minimum: 1 }), {
    says: "answers that are waited for at the same time, over all pages",
    otherwise: "`4`",
    readBy: "models"
  }),
  pii: optional("DUNLIN_PII_URL", webAddress, {
    says: "a service that finds personal data beside the built-in engine",
    otherwise: "heuristics",
    readBy: "redactor"
  }),
  piiEngine: withDefault(
    "DUNLIN_PII_ENGINE",
    oneOf("presidio", "token-classification", "openai", "gliner", "azure", "comprehend", "dlp"),
    "presidio",
    {
      says:
        "what listens there: `presidio`, `token-classification`, `openai`, `gliner`, `azure`, `comprehend` or `dlp`",
      readBy: "redactor"
    }
  ),
  piiKey: secret("DUNLIN_PII_KEY", anyText, { says: "key of that service; `azure` needs it", readBy: "redactor" }),
  piiModel: optional("DUNLIN_PII_MODEL", anyText, {
    says: "model name for the service at `DUNLIN_PII_URL`; required by `openai` and `gliner`",
    readBy: "redactor"
  }),
  piiRegion: optional("DUNLIN_PII_REGION", anyText, {
    says:
      "region of Amazon Comprehend, for example `eu-central-1`; the secret access key is `DUNLIN_PII_KEY`, and no address is needed",
    readBy: "redactor"
  }),
  piiAccessKey: optional("DUNLIN_PII_ACCESS_KEY", anyText, {
    says: "access key id of Amazon Comprehend",
    readBy: "redactor"
  }),
  piiProject: optional("DUNLIN_PII_PROJECT", anyText, {
    says:
      "project and location of Google DLP, for example `projects/acme/locations/europe-west3`; no address is needed",
    readBy: "redactor"
  }),
  piiTokenFile: optional("DUNLIN_PII_TOKEN_FILE", anyText, {
    says: "file with an access token of Google DLP, read before every request, so that something else may renew it",
    readBy: "redactor"
  }),
  agentsRedact: withDefault("DUNLIN_MCP_REDACT", oneOf("on", "off"), "off", {
    says: "`on` takes personal data out of what `dunlin mcp` and `/mcp` answer to agents",
    readBy: "redactor"
  }),
  agentsDomains: list("DUNLIN_MCP_DOMAINS", matching("a domain such as example.com or *.example.com", /^[^\s/:]+$/), {
    says: "the only domains that agents of `dunlin mcp` may search and read, as `example.com` or `*.example.com`",
    otherwise: "every domain",
    readBy: "threats"
  }),
  urlhausFile: optional("DUNLIN_URLHAUS_FILE", anyText, {
    says: "a downloaded list of URLhaus",
    readBy: "threats"
  }),
  cloudflareAccount: optional("DUNLIN_CLOUDFLARE_ACCOUNT", anyText, {
    says: "the id of the account of `DUNLIN_CLOUDFLARE_KEY`",
    readBy: "threats"
  })
}

/** A service with the settings `DUNLIN_<NAME>_KEY` and `DUNLIN_<NAME>_URL`. */
export interface Service {
  readonly needs: "key" | "address" | "nothing"
  /** The users of the service, as a cell of the reference page. */
  readonly usedBy: string
  readonly readBy: "provider" | "papers" | "threats"
}

/** The search providers, with the cells of the reference page. */
const providerServices = Object.fromEntries(
  Object.entries<Provider>(providers).map(([name, { needs, note = "" }]) => [
    name,
    { usedBy: `\`${name}\`${note}`, needs, readBy: "provider" }
  ])
) as Readonly<Record<ProviderName, Service>>

const papers = (usedBy: string): Service => ({ usedBy, needs: "nothing", readBy: "papers" })

const threats = (usedBy: string, needs: Service["needs"] = "key"): Service => ({ usedBy, needs, readBy: "threats" })

/** Services by their names in `DUNLIN_PROVIDER`, `DUNLIN_PAPERS` and the threat guard's settings. */
export const services = {
  ...providerServices,
  openalex: papers("papers: `openalex`"),
  europepmc: papers("papers: `europepmc`; the key is not used"),
  arxiv: papers("papers: `arxiv`; the key is not used"),
  urlhaus: threats("the API of URLhaus"),
  webrisk: threats("Google Web Risk"),
  safebrowsing: threats("Google Safe Browsing v5"),
  ipqualityscore: threats("IPQualityScore"),
  virustotal: threats("VirusTotal"),
  urlscan: threats("urlscan.io"),
  cloudflare: threats("the URL scanner of Cloudflare: a token"),
  threat: threats(
    "a service of your own: is posted `{\"url\": …}` and answers `{\"score\": 0 to 100, \"categories\": […]}`; the key is sent as `x-api-key`",
    "address"
  )
} satisfies { readonly [name: string]: Service }

export type ServiceName = keyof typeof services

/** The two settings of a service. */
export const settingsOf = (name: ServiceName) => {
  const prefix = `DUNLIN_${name.toUpperCase()}`
  const { readBy, usedBy } = services[name]
  return {
    key: secret(`${prefix}_KEY`, anyText, { says: `credential of ${usedBy}`, readBy }),
    url: optional(`${prefix}_URL`, webAddress, { says: `base address of ${usedBy}`, readBy })
  }
}

export const serviceNames = Object.keys(services) as ReadonlyArray<ServiceName>

/** Every environment variable that is read. */
export const all: ReadonlyArray<Setting<unknown>> = [
  ...Object.values(serverSettings),
  ...Object.values(commonSettings),
  ...serviceNames.flatMap((name) => Object.values(settingsOf(name)))
]
