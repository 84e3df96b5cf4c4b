/**
 * The settings of the command line and the server, read from the environment. None is required, and an empty variable
 * counts as absent.
 *
 * The keys and addresses of single services, `DUNLIN_<NAME>_KEY` and `DUNLIN_<NAME>_URL`, are read when the service is
 * used; `docs/reference/settings.md` lists all of them.
 *
 * @since 0.1.0
 */
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import { homedir } from "node:os"
import { join } from "node:path"
import { count, list, secret, text } from "./internal/settings/variable.ts"

/** Where programs of this user keep their data (XDG Base Directory Specification; the habits of macOS and Windows). */
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

/**
 * @category config
 * @since 0.1.0
 */
export const config = Config.all({
  /** `DUNLIN_DATA`: folder for SQLite files and artifacts; by default the data folder of the user. */
  data: Config.map(text("DUNLIN_DATA"), Option.getOrElse(dataFolder)),
  /** `DUNLIN_EGRESS_ALLOW`: targets, as `host:port` separated by commas, that may be private addresses. */
  allow: list("DUNLIN_EGRESS_ALLOW"),
  /** `DUNLIN_PROVIDER`: one or several, separated by commas. */
  provider: Config.map(list("DUNLIN_PROVIDER"), (names) => names.length === 0 ? ["local"] : names),
  /** `DUNLIN_PROVIDER_MODE`: how several providers work together. */
  providerMode: Config.Literals(["fuse", "failover", "hedge"], "DUNLIN_PROVIDER_MODE").pipe(Config.withDefault("fuse")),
  /** `DUNLIN_PROVIDER_RATE`: most questions a second to each provider but the embedded index; further ones wait. */
  providerRate: Config.option(Config.Int("DUNLIN_PROVIDER_RATE")),
  /** `DUNLIN_SEARCH_CACHE`: how long answers of providers but the embedded index are kept, for example `10m`. */
  searchCache: text("DUNLIN_SEARCH_CACHE"),
  /** `DUNLIN_CATEGORY_PROVIDERS`: who is asked for the categories `github` and `developer`; by default those with a key. */
  categoryProviders: list("DUNLIN_CATEGORY_PROVIDERS"),
  /** `DUNLIN_PAPERS`: where papers are searched. */
  papers: list("DUNLIN_PAPERS"),
  /** `DUNLIN_PUBLIC_URL`: how clients reach the server, for links to screenshots and other files. */
  publicUrl: text("DUNLIN_PUBLIC_URL"),
  /** `DUNLIN_SIGNING_KEY`: signs those links; without it they end with the process. */
  signingKey: secret("DUNLIN_SIGNING_KEY"),
  /** `DUNLIN_S3_BUCKET`: keeps those files in a bucket; `DUNLIN_S3_URL` and the keys say where and as whom. */
  s3Bucket: text("DUNLIN_S3_BUCKET"),
  s3Url: text("DUNLIN_S3_URL"),
  s3Region: text("DUNLIN_S3_REGION"),
  s3AccessKey: text("DUNLIN_S3_ACCESS_KEY"),
  s3SecretKey: secret("DUNLIN_S3_SECRET_KEY"),
  /** `DUNLIN_PROXY_BASIC`, `DUNLIN_PROXY_ENHANCED`: `http://user:password@host:port`. */
  basicProxy: secret("DUNLIN_PROXY_BASIC"),
  enhancedProxy: secret("DUNLIN_PROXY_ENHANCED"),
  /** `DUNLIN_BROWSER`: path of a Chromium; without it one is looked for in the usual places. */
  browser: text("DUNLIN_BROWSER"),
  /** `DUNLIN_BROWSER_SANDBOX`: whether the browser confines its renderers; by default it does, except as root. */
  browserSandbox: Config.option(Config.Literals(["on", "off"], "DUNLIN_BROWSER_SANDBOX")),
  /** `DUNLIN_USER_AGENT`: what the fetcher calls itself. */
  userAgent: text("DUNLIN_USER_AGENT"),
  /** `DUNLIN_FILTER_LISTS`: files in the format of EasyList, for `blockAds`. */
  filterLists: list("DUNLIN_FILTER_LISTS"),
  /** `DUNLIN_PROFILE_KEY`: encrypts browser profiles, which are then kept in the data folder. */
  profileKey: secret("DUNLIN_PROFILE_KEY"),
  /** `DUNLIN_MODEL_URL`: an OpenAI-compatible endpoint, up to and including `/v1`, for the formats that need a model. */
  modelUrl: text("DUNLIN_MODEL_URL"),
  /** `DUNLIN_MODEL`: the name of the model, as the endpoint knows it. */
  model: text("DUNLIN_MODEL"),
  /** `DUNLIN_MODEL_INPUT_TOKENS`, `DUNLIN_MODEL_OUTPUT_TOKENS`: how much it reads, and says, at once. */
  modelInputTokens: Config.option(Config.Int("DUNLIN_MODEL_INPUT_TOKENS")),
  modelOutputTokens: Config.option(Config.Int("DUNLIN_MODEL_OUTPUT_TOKENS")),
  /** `DUNLIN_MODEL_KEY`: the key of the endpoint; local ones need none. */
  modelKey: secret("DUNLIN_MODEL_KEY"),
  /** `DUNLIN_MODEL_TIMEOUT`: time for one answer, as `45s`. */
  modelTimeout: text("DUNLIN_MODEL_TIMEOUT"),
  /** `DUNLIN_MODEL_CONCURRENCY`: answers that are waited for at the same time. */
  modelConcurrency: Config.option(count("DUNLIN_MODEL_CONCURRENCY")),
  /** `DUNLIN_SCRAPE_CONCURRENCY`: pages of one search that are scraped at the same time. */
  scrapeConcurrency: Config.option(count("DUNLIN_SCRAPE_CONCURRENCY")),
  /** `DUNLIN_OCR_DATA`: folder of `*.traineddata` files; text in pictures is then read by the package tesseract.js. */
  ocrData: text("DUNLIN_OCR_DATA"),
  /** `DUNLIN_OCR_LANGUAGES`: as tesseract names them. */
  ocrLanguages: list("DUNLIN_OCR_LANGUAGES"),
  /** `DUNLIN_YT_DLP`, `DUNLIN_FFMPEG`: paths of the programs that take sound and video; looked up when absent. */
  ytDlp: text("DUNLIN_YT_DLP"),
  ffmpeg: text("DUNLIN_FFMPEG"),
  /** `DUNLIN_PII_URL`: a service that finds personal data beside the built-in engine. */
  pii: text("DUNLIN_PII_URL"),
  /** `DUNLIN_PII_ENGINE`: what listens there. */
  piiEngine: Config.Literals(
    ["presidio", "token-classification", "openai", "gliner", "azure", "comprehend", "dlp"],
    "DUNLIN_PII_ENGINE"
  ).pipe(Config.withDefault("presidio")),
  /** `DUNLIN_PII_KEY`, `DUNLIN_PII_MODEL`: for the engines that need them. */
  piiKey: secret("DUNLIN_PII_KEY"),
  piiModel: text("DUNLIN_PII_MODEL"),
  /** `DUNLIN_PII_REGION`, `DUNLIN_PII_ACCESS_KEY`: of Amazon Comprehend, whose secret is `DUNLIN_PII_KEY`. */
  piiRegion: text("DUNLIN_PII_REGION"),
  piiAccessKey: text("DUNLIN_PII_ACCESS_KEY"),
  /** `DUNLIN_PII_PROJECT`: of Google DLP, as `projects/acme/locations/europe-west3`. */
  piiProject: text("DUNLIN_PII_PROJECT"),
  /** `DUNLIN_PII_TOKEN_FILE`: file with an access token of Google DLP, read before every request. */
  piiTokenFile: text("DUNLIN_PII_TOKEN_FILE"),
  /** `DUNLIN_DATABASE_URL`: keeps credits and pages in PostgreSQL instead of SQLite. */
  database: secret("DUNLIN_DATABASE_URL"),
  /** `DUNLIN_REDIS_URL`: keeps pages in Redis; goes before `DUNLIN_DATABASE_URL`. */
  redis: secret("DUNLIN_REDIS_URL"),
  /** `DUNLIN_CACHE_BYTES`: how much the pages that are kept may take together. */
  cacheBytes: Config.option(Config.Int("DUNLIN_CACHE_BYTES")),
  /** `DUNLIN_URLHAUS_FILE`: a downloaded list of URLhaus. */
  urlhausFile: text("DUNLIN_URLHAUS_FILE"),
  /** `DUNLIN_CLOUDFLARE_ACCOUNT`: the account of the URL scanner. */
  cloudflareAccount: text("DUNLIN_CLOUDFLARE_ACCOUNT")
})

/**
 * @category models
 * @since 0.1.0
 */
export type Settings = Config.Success<typeof config>
