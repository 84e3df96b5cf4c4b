/**
 * Lists all settings. The table is used to read the environment, to detect typos, and to write the reference page and
 * error texts.
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

// Names only, because a search does not load the server package that defines them.
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

/** A question needs at least this many. */
const MIN_TOKENS = 100

/** More profiles need another machine. */
const MAX_PROFILE_MEGABYTES = 1_000_000

/** Shorter keys can be guessed. */
const MIN_KEY_CHARACTERS = 32

/** The main thread cannot supply more. */
const MAX_HTML_THREADS = 16

/** More concurrent pages need further processes. */
const MAX_WORKERS = 1000

/** Each worker process uses a processor, and as much memory as the server. */
const MAX_WORKER_PROCESSES = 64

/** Limit in megabytes, because the server reads the whole uploaded file into memory. */
const MAX_UPLOAD_MEGABYTES = 2000

/** Each open page uses a browser tab. */
const MAX_OPEN_PAGES = 1000

/** For more concurrent requests, run more servers. */
const MAX_REQUESTS = 100_000

export const serverSettings = {
  host: withDefault("DUNLIN_HOST", anyText, "127.0.0.1", { says: "address to listen on", readBy: "listener" }),
  port: withDefault("DUNLIN_PORT", wholeNumber({ minimum: 0, maximum: 65535 }), 3002, {
    says: "port to listen on; 0 selects a free port",
    readBy: "listener"
  }),
  healthPort: optional("DUNLIN_HEALTH_PORT", wholeNumber({ minimum: 0, maximum: 65535 }), {
    says: "port for `/health`, `/ready` and `/metrics` without a key, on `DUNLIN_HOST`; 0 selects a free port",
    otherwise: "`dunlin serve`: no extra port; `dunlin worker`: `3003`, or a free port if that is in use",
    readBy: "listener"
  }),
  teams: optional("DUNLIN_TEAMS", anyText, {
    says: "path of the teams file; without it, no key is required",
    otherwise: "open mode",
    readBy: "teams"
  }),
  authorizationServers: list("DUNLIN_AUTHORIZATION_SERVERS", webAddress, {
    says:
      "issuer URLs of the OAuth authorization servers for `/mcp` (RFC 9728), exactly as in `iss`. A token belongs to the team whose `claims` match; keys also work",
    readBy: "teams"
  }),
  metrics: withDefault("DUNLIN_METRICS", oneOf("key", "open", "off"), "key", {
    says:
      "access to `/metrics`: the same as the API, with a key if there are teams (`key`), public (`open`), or disabled (`off`)",
    readBy: "telemetry"
  }),
  playground: withDefault("DUNLIN_PLAYGROUND", oneOf("on", "off"), "on", {
    says: "serves the playground at `GET /`; its requests require a key like all others",
    readBy: "listener"
  }),
  doors: list("DUNLIN_DOORS", matching(`all, or names of ${doorNames.join(", ")}`, oneOfDoors), {
    says: `APIs of other services that the server also provides, separated by commas: \`${
      doorNames.join("`, `")
    }\`, or \`all\`; see [use clients of other APIs](../how-to/use-clients-of-other-apis.md)`,
    readBy: "listener"
  }),
  maxRequests: withDefault("DUNLIN_MAX_REQUESTS", wholeNumber({ minimum: 1, maximum: MAX_REQUESTS }), 256, {
    says:
      "maximum number of concurrent requests in this process, over all teams; further requests are queued for up to 30 seconds",
    readBy: "listener"
  }),
  maxWaiting: withDefault("DUNLIN_MAX_WAITING", wholeNumber({ minimum: 0, maximum: MAX_REQUESTS }), 1024, {
    says:
      "maximum number of queued requests. A team may use half of the free slots; further requests of the team get 429. When the queue is full, requests get 503. Both have `Retry-After`",
    readBy: "listener"
  }),
  maxUpload: withDefault("DUNLIN_MAX_UPLOAD", wholeNumber({ minimum: 1, maximum: MAX_UPLOAD_MEGABYTES }), 50, {
    says: "maximum size in megabytes of an upload to `/v2/parse`, options included; larger uploads get 413",
    readBy: "listener"
  }),
  maxOpenPages: withDefault("DUNLIN_MAX_OPEN_PAGES", wholeNumber({ minimum: 1, maximum: MAX_OPEN_PAGES }), 8, {
    says: "maximum number of pages that `/v2/scrape/{id}/interact` keeps open in this process; further ones get 503",
    readBy: "listener"
  }),
  openPagesPerTeam: withDefault(
    "DUNLIN_OPEN_PAGES_PER_TEAM",
    wholeNumber({ minimum: 1, maximum: MAX_OPEN_PAGES }),
    2,
    { says: "maximum number of open pages per team; further ones get 429", readBy: "listener" }
  ),
  openPageLife: withDefault("DUNLIN_OPEN_PAGE_LIFE", time("10m or 1h", Duration.minutes(1)), Duration.minutes(10), {
    says: "maximum time that such a page stays open; its credits are reserved for this time",
    otherwise: "`10m`",
    readBy: "listener"
  }),
  openPageIdle: withDefault("DUNLIN_OPEN_PAGE_IDLE", time("2m", Duration.seconds(1)), Duration.minutes(2), {
    says: "time without a call after which such a page is closed",
    otherwise: "`2m`",
    readBy: "listener"
  }),
  workers: withDefault("DUNLIN_WORKERS", wholeNumber({ minimum: 0, maximum: MAX_WORKERS }), 8, {
    says:
      "number of job pages (batches, crawls, extractions) that this process reads in parallel; 0 leaves them to `dunlin worker`",
    readBy: "jobs"
  }),
  workerProcesses: withDefault(
    "DUNLIN_WORKER_PROCESSES",
    wholeNumber({ minimum: 0, maximum: MAX_WORKER_PROCESSES }),
    0,
    {
      says:
        "maximum number of further processes that read job pages while pages are queued; they share the `DUNLIN_WORKERS` pages with this process; see [use all processors](../how-to/scale-out.md#use-all-processors-of-a-machine)",
      readBy: "jobs"
    }
  ),
  robots: withDefault("DUNLIN_ROBOTS", oneOf("on", "off"), "on", {
    says: "crawls obey robots.txt and robots meta tags",
    readBy: "jobs"
  }),
  webhookSecret: secret("DUNLIN_WEBHOOK_SECRET", anyText, {
    says: "secret that signs webhook deliveries: `webhook-signature` (Standard Webhooks) and `x-firecrawl-signature`",
    otherwise: "not signed",
    readBy: "jobs"
  }),
  audit: withDefault("DUNLIN_AUDIT", oneOf("sqlite", "stdout", "off"), "sqlite", {
    says: "destination of audit events of teams with `audit: true`: `sqlite` (in the data folder), `stdout` or `off`",
    readBy: "audit"
  }),
  auditRetention: optional("DUNLIN_AUDIT_RETENTION", time("90d or 52w", Duration.days(1)), {
    says: "retention of audit events in the data folder",
    otherwise: "`400d`",
    readBy: "audit"
  }),
  ledgerRetention: optional("DUNLIN_LEDGER_RETENTION", time("90d or 52w", Duration.days(2)), {
    says:
      "retention of single ledger entries; older ones are merged into one sum per team and day, which keeps balances verifiable",
    otherwise: "`100d`",
    readBy: "credits"
  }),
  historyRetention: optional("DUNLIN_HISTORY_RETENTION", time("90d or 52w", Duration.days(1)), {
    says: "retention of the page versions that `changeTracking` compares with",
    otherwise: "`400d`",
    readBy: "cache"
  }),
  logLevel: withDefault("DUNLIN_LOG_LEVEL", logLevel, "Info", {
    says: "minimum log level: `Trace`, `Debug`, `Info`, `Warn`, `Error`, `Fatal`, `None`; letter case is ignored",
    readBy: "telemetry"
  }),
  otlp: optional("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress, {
    says: "endpoint for traces, metrics and logs (OTLP in JSON)",
    readBy: "telemetry"
  })
}

const cacheSettings = Object.fromEntries(
  Object.entries<Cache>(caches).map(([name, { protocols, says, variable }]) => [
    name,
    secret(variable, addressOf(...protocols), { says, readBy: "cache" })
  ])
) as Readonly<Record<CacheName, Setting<Option.Option<Redacted.Redacted>>>>

export const commonSettings = {
  data: withDefault("DUNLIN_DATA", anyText, dataFolder(), {
    says: "folder for SQLite files, artifacts and browser profiles",
    otherwise: "the user's data folder",
    readBy: "cache"
  }),
  publicUrl: optional("DUNLIN_PUBLIC_URL", webAddress, {
    says:
      "public URL of the server, used in links to screenshots and other files; without a teams file, web pages served from this origin may call the API",
    otherwise: "the listening address",
    readBy: "artifacts"
  }),
  signingKey: secret("DUNLIN_SIGNING_KEY", atLeastLong(MIN_KEY_CHARACTERS), {
    says: "key that signs those links, at least 32 characters; servers behind one load balancer need the same key",
    otherwise: "a random key, stored in the data folder",
    readBy: "artifacts"
  }),
  papers: list("DUNLIN_PAPERS", anyText, {
    says:
      "sources of `GET /v2/search/research/papers`, separated by commas and merged: `openalex`, `europepmc`, `arxiv`; without one, the response is 503",
    readBy: "papers"
  }),
  database: secret(postgres.variable, databaseAddress, {
    says:
      "`postgres://…`: stores jobs, credits, pages and snapshots in PostgreSQL; separate several hosts by commas; requires the package `pg`",
    otherwise: "SQLite in the data folder",
    readBy: "credits"
  }),
  ...cacheSettings,
  cacheBytes: optional("DUNLIN_CACHE_BYTES", wholeNumber({ minimum: 1 }), {
    says: "maximum size of the page cache; above it, the least recently used pages are deleted",
    otherwise: "`2147483648`",
    readBy: "cache"
  }),
  s3Bucket: optional("DUNLIN_S3_BUCKET", anyText, {
    says: "S3 bucket for artifacts; the next four settings are then required, except the region",
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
    says: "search providers, separated by commas: `local` (the embedded index), or names from the table below",
    readBy: "provider"
  }, ["local"]),
  index: withDefault("DUNLIN_INDEX", oneOf("data", "database", "opensearch"), "data", {
    says:
      "store of the embedded index: a file in the data folder (`data`), PostgreSQL at `DUNLIN_DATABASE_URL` (`database`), or OpenSearch at `DUNLIN_INDEX_URL` (`opensearch`). Servers, workers and commands with the same settings share the last two",
    readBy: "provider"
  }),
  indexUrl: secret(cluster.variable, webAddresses, {
    says:
      "URLs of OpenSearch nodes (version 2 or later), separated by commas, with user and password: `https://user:password@search.example:9200`; requires the package `@opensearch-project/opensearch`",
    readBy: "provider"
  }),
  indexName: withDefault("DUNLIN_INDEX_NAME", nameOfIndex, "dunlin_index", {
    says: "prefix of the OpenSearch index names: lower-case letters, digits, `_` and `-`",
    readBy: "provider"
  }),
  indexShards: withDefault("DUNLIN_INDEX_SHARDS", wholeNumber({ minimum: 1 }), 1, {
    says: "primary shards of a new index; one shard holds about ten million pages",
    readBy: "provider"
  }),
  indexReplicas: optional("DUNLIN_INDEX_REPLICAS", wholeNumber({ minimum: 0 }), {
    says: "replicas per shard of a new index",
    otherwise: "one when the cluster has two nodes or more",
    readBy: "provider"
  }),
  providerMode: withDefault("DUNLIN_PROVIDER_MODE", oneOf("fuse", "failover", "hedge"), "fuse", {
    says:
      "use of several providers: query all and merge (`fuse`), query the next one on failure (`failover`), or the next one when a response is slow (`hedge`)",
    readBy: "provider"
  }),
  providerRate: optional("DUNLIN_PROVIDER_RATE", wholeNumber({ minimum: 1 }), {
    says:
      "maximum queries per second to each provider except `local`; further queries wait. Independently, a provider that fails five times in a row is paused for 30 seconds, or for its `Retry-After`",
    readBy: "provider"
  }),
  searchCache: optional("DUNLIN_SEARCH_CACHE", time("30s, 10m or 1h"), {
    says:
      "time that responses of each provider except `local` are cached in memory: `30s`, `10m`, `1h`; not used for requests with zero data retention",
    readBy: "provider"
  }),
  embeddingsUrl: optional("DUNLIN_EMBEDDINGS_URL", webAddress, {
    says:
      "an OpenAI-compatible embeddings endpoint, up to and including `/v1`; the embedded index then stores a vector per passage and finds text with the same meaning in other words",
    readBy: "vectors"
  }),
  embeddingsModel: optional("DUNLIN_EMBEDDINGS_MODEL", anyText, {
    says: "name of the embedding model at the endpoint; an index uses one model",
    readBy: "vectors"
  }),
  embeddingsKey: secret("DUNLIN_EMBEDDINGS_KEY", anyText, {
    says: "key of the embeddings endpoint",
    readBy: "vectors"
  }),
  embeddingsDimensions: optional("DUNLIN_EMBEDDINGS_DIMENSIONS", wholeNumber({ minimum: 1 }), {
    says: "requests shorter vectors, for models that support it; the index stores one byte per dimension and passage",
    otherwise: "the model's dimensions",
    readBy: "vectors"
  }),
  embeddingsWindow: optional("DUNLIN_EMBEDDINGS_WINDOW", wholeNumber({ minimum: MIN_TOKENS }), {
    says: "maximum number of tokens per text sent to the model",
    otherwise: "`512`",
    readBy: "vectors"
  }),
  embeddingsQueryPrefix: optional("DUNLIN_EMBEDDINGS_QUERY_PREFIX", anyText, {
    says: "prefix for queries, followed by a space, such as `query:` for E5 models",
    readBy: "vectors"
  }),
  embeddingsDocumentPrefix: optional("DUNLIN_EMBEDDINGS_DOCUMENT_PREFIX", anyText, {
    says: "prefix for passages, followed by a space, such as `passage:`",
    readBy: "vectors"
  }),
  embeddingsReplace: withDefault("DUNLIN_EMBEDDINGS_REPLACE", oneOf("on", "off"), "off", {
    says: "`on` replaces vectors of another model; otherwise opening such an index is an error",
    readBy: "vectors"
  }),
  rerankerUrl: optional("DUNLIN_RERANKER_URL", webAddress, {
    says:
      "full URL of a rerank endpoint, such as `http://127.0.0.1:8000/v1/rerank`; its model orders the results of every provider",
    readBy: "vectors"
  }),
  rerankerModel: optional("DUNLIN_RERANKER_MODEL", anyText, {
    says: "reranker model name; not needed for endpoints that serve one model",
    readBy: "vectors"
  }),
  rerankerKey: secret("DUNLIN_RERANKER_KEY", anyText, { says: "key of the rerank endpoint", readBy: "vectors" }),
  rerankerShape: withDefault("DUNLIN_RERANKER_SHAPE", oneOf("results", "texts"), "results", {
    says:
      "request format of the endpoint: `results` for Cohere, Jina, Voyage, vLLM and Infinity, `texts` for Text Embeddings Inference",
    readBy: "vectors"
  }),
  categoryProviders: list("DUNLIN_CATEGORY_PROVIDERS", anyText, {
    says:
      "additional providers for the categories `github` (`github`) and `developer` (`github` and `stackexchange`); `none` disables them",
    otherwise: "those with a key",
    readBy: "categories"
  }),
  allow: list(
    "DUNLIN_EGRESS_ALLOW",
    matching("a target `host:port`", EgressTarget.pattern),
    {
      says:
        "`host:port` targets, separated by commas, to which requests are allowed although their addresses are private",
      readBy: "fetcher"
    }
  ),
  basicProxy: secret("DUNLIN_PROXY_BASIC", addressOf("http", "https"), {
    says: "proxy for all page requests: `http://user:password@host:port`",
    readBy: "fetcher"
  }),
  enhancedProxy: secret("DUNLIN_PROXY_ENHANCED", addressOf("http", "https"), {
    says: "proxy for requests with `proxy: \"enhanced\"`, and for retries with `auto`",
    readBy: "fetcher"
  }),
  browser: optional("DUNLIN_BROWSER", anyText, {
    says: "path of a Chromium",
    otherwise: "looked for",
    readBy: "fetcher"
  }),
  browserSandbox: optional("DUNLIN_BROWSER_SANDBOX", oneOf("on", "off"), {
    says:
      "`off` starts the browser without its sandbox; use it only if something else isolates the browser. For Docker see [run the server](../how-to/run-the-server.md)",
    otherwise: "`on`, as root `off`",
    readBy: "fetcher"
  }),
  browserUrl: secret("DUNLIN_BROWSER_URL", browserAddresses, {
    says:
      "remote browsers, separated by commas: debugging ports (`http://host:9222`, `ws://…`) or Playwright servers (`playwright+ws://…`); `#weight=2` doubles a browser's share of pages; see [browsers elsewhere](../how-to/browsers-elsewhere.md)",
    otherwise: "a local browser",
    readBy: "fetcher"
  }),
  browserProxy: optional(
    "DUNLIN_BROWSER_PROXY",
    matching("an address of this process, as host:port", /^[^/:\s]+:\d{1,5}$|^\[[0-9a-f:.]+\]:\d{1,5}$/i),
    {
      says:
        "address at which the browsers of `DUNLIN_BROWSER_URL` reach this process's egress proxies, which listen on this port and the next three",
      otherwise: "the local address of the browser connection, with free ports",
      readBy: "fetcher"
    }
  ),
  markdownFirst: withDefault("DUNLIN_MARKDOWN_FIRST", oneOf("on", "off"), "on", {
    says:
      "`off` always fetches HTML; `on` fetches the Markdown that a site offers if its content is the same; see [how pages are fetched](../explanation/how-pages-are-fetched.md)",
    readBy: "fetcher"
  }),
  userAgent: optional("DUNLIN_USER_AGENT", matching("a text of plain ASCII", /^[\x20-\x7e]+$/), {
    says:
      "User-Agent header of page requests. With an identifying value such as `AcmeBot/1.0 (+https://acme.example/bot)`, `dunlin index` obeys the robots.txt rules for `AcmeBot`",
    otherwise: "a Chrome on Linux",
    readBy: "fetcher"
  }),
  filterLists: list("DUNLIN_FILTER_LISTS", anyText, {
    says: "filter list files in EasyList format, separated by commas, for `blockAds`",
    otherwise: "a short built-in list",
    readBy: "fetcher"
  }),
  profileKey: secret("DUNLIN_PROFILE_KEY", atLeastLong(MIN_KEY_CHARACTERS), {
    says:
      `encryption key for the browser profiles in the data folder, at least ${MIN_KEY_CHARACTERS} random characters`,
    otherwise: "a random key, stored next to the profiles",
    readBy: "fetcher"
  }),
  profileQuota: withDefault("DUNLIN_PROFILE_QUOTA", wholeNumber({ minimum: 1, maximum: MAX_PROFILE_MEGABYTES }), 256, {
    says:
      "maximum total size in megabytes of a team's browser profiles; a profile above it is not saved, and `warning` reports it",
    readBy: "fetcher"
  }),
  profileRetention: withDefault("DUNLIN_PROFILE_RETENTION", time("90d or 52w", Duration.days(1)), Duration.days(90), {
    says: "retention of unused browser profiles",
    otherwise: "`90d`",
    readBy: "fetcher"
  }),
  scrapeConcurrency: optional("DUNLIN_SCRAPE_CONCURRENCY", wholeNumber({ minimum: 1 }), {
    says: "number of pages that one search scrapes in parallel",
    otherwise: "`8`",
    readBy: "search"
  }),
  htmlThreads: optional("DUNLIN_HTML_THREADS", wholeNumber({ minimum: 0, maximum: MAX_HTML_THREADS }), {
    says:
      "number of threads that parse HTML while the main thread is busy, for example in a crawl; each uses about 60 MB; 0 disables them",
    otherwise: "`1` if there is more than one processor, otherwise `0`",
    readBy: "html"
  }),
  ocrData: optional("DUNLIN_OCR_DATA", anyText, {
    says:
      "folder of `<language>.traineddata` files; OCR then uses the package `tesseract.js` instead of an installed tesseract",
    readBy: "pdf"
  }),
  ocrLanguages: list("DUNLIN_OCR_LANGUAGES", anyText, {
    says: "OCR languages, separated by commas, by their tesseract names",
    otherwise: "`eng`",
    readBy: "pdf"
  }),
  ytDlp: optional("DUNLIN_YT_DLP", anyText, {
    says: "path of yt-dlp, for `audio` and `video` of pages without direct media URLs",
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
  model: optional("DUNLIN_MODEL", anyText, { says: "model name at the endpoint", readBy: "models" }),
  modelKey: secret("DUNLIN_MODEL_KEY", anyText, { says: "key of the endpoint", readBy: "models" }),
  modelInputTokens: optional("DUNLIN_MODEL_INPUT_TOKENS", wholeNumber({ minimum: MIN_TOKENS }), {
    says:
      "maximum number of page tokens per model request; longer pages are sent in parts. Set it lower for small context windows: Ollama silently truncates input above its `num_ctx`",
    otherwise: "`24000`",
    readBy: "models"
  }),
  modelOutputTokens: optional("DUNLIN_MODEL_OUTPUT_TOKENS", wholeNumber({ minimum: MIN_TOKENS }), {
    says: "maximum number of output tokens of the model; longer pages are not cleaned",
    otherwise: "`4000`",
    readBy: "models"
  }),
  modelTimeout: optional("DUNLIN_MODEL_TIMEOUT", time("45s or 2m"), {
    says: "timeout of one model request",
    otherwise: "`45s`",
    readBy: "models"
  }),
  modelConcurrency: optional("DUNLIN_MODEL_CONCURRENCY", wholeNumber({ minimum: 1 }), {
    says: "maximum number of concurrent model requests, over all pages",
    otherwise: "`4`",
    readBy: "models"
  }),
  pii: optional("DUNLIN_PII_URL", webAddress, {
    says: "a service that finds personal data, in addition to the built-in engine",
    otherwise: "heuristics",
    readBy: "redactor"
  }),
  piiEngine: withDefault(
    "DUNLIN_PII_ENGINE",
    oneOf("presidio", "token-classification", "openai", "gliner", "azure", "comprehend", "dlp"),
    "presidio",
    {
      says:
        "type of the service that finds personal data: `presidio`, `token-classification`, `openai`, `gliner`, `azure`, `comprehend` or `dlp`",
      readBy: "redactor"
    }
  ),
  piiKey: secret("DUNLIN_PII_KEY", anyText, {
    says: "key of the service that finds personal data; required by `azure`",
    readBy: "redactor"
  }),
  piiModel: optional("DUNLIN_PII_MODEL", anyText, {
    says: "model name for the service at `DUNLIN_PII_URL`; required by `openai` and `gliner`",
    readBy: "redactor"
  }),
  piiRegion: optional("DUNLIN_PII_REGION", anyText, {
    says:
      "region of Amazon Comprehend, for example `eu-central-1`; the secret access key is `DUNLIN_PII_KEY`; no URL is required",
    readBy: "redactor"
  }),
  piiAccessKey: optional("DUNLIN_PII_ACCESS_KEY", anyText, {
    says: "access key id of Amazon Comprehend",
    readBy: "redactor"
  }),
  piiProject: optional("DUNLIN_PII_PROJECT", anyText, {
    says: "project and location of Google DLP, for example `projects/acme/locations/europe-west3`; no URL is required",
    readBy: "redactor"
  }),
  piiTokenFile: optional("DUNLIN_PII_TOKEN_FILE", anyText, {
    says: "file with an access token for Google DLP; it is read before every request, so another process can renew it",
    readBy: "redactor"
  }),
  agentsRedact: withDefault("DUNLIN_MCP_REDACT", oneOf("on", "off"), "off", {
    says: "`on` redacts personal data in the responses of `dunlin mcp` and `/mcp`",
    readBy: "redactor"
  }),
  agentsDomains: list("DUNLIN_MCP_DOMAINS", matching("a domain such as example.com or *.example.com", /^[^\s/:]+$/), {
    says: "restricts `dunlin mcp` to these domains, such as `example.com` or `*.example.com`",
    otherwise: "every domain",
    readBy: "threats"
  }),
  urlhausFile: optional("DUNLIN_URLHAUS_FILE", anyText, {
    says: "path of a downloaded URLhaus list",
    readBy: "threats"
  }),
  cloudflareAccount: optional("DUNLIN_CLOUDFLARE_ACCOUNT", anyText, {
    says: "account id for `DUNLIN_CLOUDFLARE_KEY`",
    readBy: "threats"
  })
}

export interface Service {
  readonly needs: "key" | "address" | "nothing"
  readonly usedBy: string
  readonly readBy: "provider" | "papers" | "threats"
}

const providerServices = Object.fromEntries(
  Object.entries<Provider>(providers).map(([name, { needs, note = "" }]) => [
    name,
    { usedBy: `\`${name}\`${note}`, needs, readBy: "provider" }
  ])
) as Readonly<Record<ProviderName, Service>>

const papers = (usedBy: string): Service => ({ usedBy, needs: "nothing", readBy: "papers" })

const threats = (usedBy: string, needs: Service["needs"] = "key"): Service => ({ usedBy, needs, readBy: "threats" })

export const services = {
  ...providerServices,
  openalex: papers("papers: `openalex`"),
  europepmc: papers("papers: `europepmc`; the key is not used"),
  arxiv: papers("papers: `arxiv`; the key is not used"),
  urlhaus: threats("the URLhaus API"),
  webrisk: threats("Google Web Risk"),
  safebrowsing: threats("Google Safe Browsing v5"),
  ipqualityscore: threats("IPQualityScore"),
  virustotal: threats("VirusTotal"),
  urlscan: threats("urlscan.io"),
  cloudflare: threats("Cloudflare's URL scanner: an API token"),
  threat: threats(
    "your own service: receives `{\"url\": …}` by POST and returns `{\"score\": 0 to 100, \"categories\": […]}`; the key is sent as `x-api-key`",
    "address"
  )
} satisfies { readonly [name: string]: Service }

export type ServiceName = keyof typeof services

export const settingsOf = (name: ServiceName) => {
  const prefix = `DUNLIN_${name.toUpperCase()}`
  const { readBy, usedBy } = services[name]
  return {
    key: secret(`${prefix}_KEY`, anyText, { says: `credential of ${usedBy}`, readBy }),
    url: optional(`${prefix}_URL`, webAddress, { says: `base URL of ${usedBy}`, readBy })
  }
}

export const serviceNames = Object.keys(services) as ReadonlyArray<ServiceName>

export const all: ReadonlyArray<Setting<unknown>> = [
  ...Object.values(serverSettings),
  ...Object.values(commonSettings),
  ...serviceNames.flatMap((name) => Object.values(settingsOf(name)))
]
