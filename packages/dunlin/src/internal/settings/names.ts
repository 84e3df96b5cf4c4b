/** The names of all settings, to tell a mistyped one from those there are. */

/** Of `DUNLIN_<NAME>_KEY` and `DUNLIN_<NAME>_URL`. */
const services = [
  "ARXIV",
  "BRAVE",
  "CLOUDFLARE",
  "EUROPEPMC",
  "EXA",
  "GITHUB",
  "IPQUALITYSCORE",
  "JINA",
  "KAGI",
  "LINKUP",
  "MARGINALIA",
  "MEDIAWIKI",
  "MODEL",
  "MOJEEK",
  "OPENALEX",
  "PERPLEXITY",
  "PII",
  "SAFEBROWSING",
  "SEARXNG",
  "SERPAPI",
  "SERPER",
  "STACKEXCHANGE",
  "TAVILY",
  "THREAT",
  "URLHAUS",
  "URLSCAN",
  "VIRUSTOTAL",
  "WEBRISK",
  "YOU"
]

/** Every variable of the environment that is read. */
export const names: ReadonlyArray<string> = [
  "AUDIT",
  "BROWSER",
  "BROWSER_SANDBOX",
  "CACHE_BYTES",
  "CATEGORY_PROVIDERS",
  "CLOUDFLARE_ACCOUNT",
  "DATA",
  "DATABASE_URL",
  "EGRESS_ALLOW",
  "FFMPEG",
  "FILTER_LISTS",
  "HOST",
  "LOG_LEVEL",
  "MODEL",
  "MODEL_CONCURRENCY",
  "MODEL_INPUT_TOKENS",
  "MODEL_OUTPUT_TOKENS",
  "MODEL_TIMEOUT",
  "OCR_DATA",
  "OCR_LANGUAGES",
  "PAPERS",
  "PII_ACCESS_KEY",
  "PII_ENGINE",
  "PII_MODEL",
  "PII_PROJECT",
  "PII_REGION",
  "PII_TOKEN_FILE",
  "PORT",
  "PROFILE_KEY",
  "PROVIDER",
  "PROVIDER_MODE",
  "PROVIDER_RATE",
  "PROXY_BASIC",
  "PROXY_ENHANCED",
  "PUBLIC_URL",
  "REDIS_URL",
  "S3_ACCESS_KEY",
  "S3_BUCKET",
  "S3_REGION",
  "S3_SECRET_KEY",
  "S3_URL",
  "SCRAPE_CONCURRENCY",
  "SEARCH_CACHE",
  "SIGNING_KEY",
  "TEAMS",
  "URLHAUS_FILE",
  "USER_AGENT",
  "YT_DLP",
  ...services.flatMap((service) => [`${service}_KEY`, `${service}_URL`])
].map((name) => `DUNLIN_${name}`)

/** How many letters have to be added, dropped or replaced to make one text of another. */
const distance = (from: string, to: string): number => {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1))
    }
    previous = current
  }
  return previous[to.length]!
}

/** More letters than these are another word. */
const mostTypos = 3

/** No name that is longer than any there is can be meant for one. */
const longest = 100

/** The setting that a name was probably meant for. */
const nearest = (name: string): string | undefined => {
  if (name.length > longest) return undefined
  const [first] = names.map((known) => ({ known, typos: distance(name, known) })).toSorted((a, b) => a.typos - b.typos)
  return first !== undefined && first.typos <= mostTypos ? first.known : undefined
}

/** The variables that look like settings and are none, each with the one it was probably meant for. */
export const unknown = (variables: ReadonlyArray<string>) =>
  variables
    .filter((name) => name.startsWith("DUNLIN_") && !names.includes(name))
    .map((variable) => ({ variable, nearest: nearest(variable) }))
