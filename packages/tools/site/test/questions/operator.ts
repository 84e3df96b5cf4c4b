/** What somebody asks who runs the server for others, each with the pages that answer it as a whole. */
export const operator: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["start the api on a machine of ours", ["how-to/run-the-server"]],
  ["docker compose file", ["how-to/run-the-server"]],
  ["bind to all interfaces instead of localhost", ["reference/settings", "how-to/run-the-server"]],
  ["create an api key for a customer", ["how-to/run-the-server"]],
  ["sign in with our identity provider, oidc", ["how-to/run-the-server"]],
  ["limit requests per minute of a team", ["how-to/run-the-server"]],
  ["grafana dashboard prometheus scrape", ["how-to/operate", "how-to/run-the-server", "reference/settings"]],
  ["send traces to opentelemetry collector", ["reference/settings", "how-to/run-the-server", "packages/dunlin"]],
  ["change log level to debug", ["reference/settings"]],
  ["liveness probe", ["how-to/operate", "how-to/run-the-server"]],
  ["graceful shutdown", ["how-to/run-the-server"]],
  ["where does it store its files", ["reference/settings", "explanation/what-the-cache-keeps"]],
  ["how much disk does the cache use and how do I limit it", [
    "reference/settings",
    "explanation/what-the-cache-keeps"
  ]],
  ["use postgres instead of sqlite", ["how-to/scale-out", "reference/settings"]],
  ["do I need redis", ["how-to/scale-out", "reference/settings"]],
  ["put screenshots in a bucket", ["reference/settings", "how-to/scale-out"]],
  ["run three replicas behind a load balancer", ["how-to/scale-out"]],
  ["separate worker processes for crawls", ["how-to/scale-out", "packages/jobs"]],
  ["what breaks if a node dies in the middle of a job", ["how-to/scale-out", "packages/jobs"]],
  ["where are the limits of scaling", ["how-to/scale-out"]],
  ["allow access to an internal host", [
    "how-to/find-out-why",
    "explanation/how-pages-are-fetched",
    "reference/settings",
    "project/security-model",
    "index"
  ]],
  ["route outgoing traffic through a corporate proxy", ["reference/settings", "explanation/how-pages-are-fetched"]],
  ["block malware and phishing sites", [
    "packages/threat-protection",
    "explanation/safe-browsing-urls",
    "reference/settings"
  ]],
  ["google safe browsing key", ["explanation/safe-browsing-urls", "reference/settings", "packages/threat-protection"]],
  ["chromium sandbox fails in a container", ["how-to/run-the-server"]],
  ["how many browsers run at the same time", [
    "reference/settings",
    "explanation/how-pages-are-fetched",
    "packages/fetcher"
  ]],
  ["audit log of who searched what", ["how-to/run-the-server", "how-to/redact-and-forget"]],
  ["comply with data protection, keep no user data", ["how-to/redact-and-forget", "project/what-leaves-the-machine"]],
  ["does it phone home", ["project/what-leaves-the-machine"]],
  ["threat model", ["project/security-model"]],
  ["report a security hole", ["project/security-policy", "project/security-model"]],
  ["check the signature of the npm package", ["project/security-policy"]],
  ["sbom", ["project/security-policy", "contributing/releasing"]],
  ["what is new in this version", ["project/changelog"]],
  ["price list per request", ["packages/credits", "reference/contract"]],
  ["clients get 429", ["how-to/find-out-why", "reference/errors", "how-to/run-the-server"]],
  ["server returns 503", ["how-to/find-out-why", "reference/errors", "reference/settings"]],
  ["retry safely without being charged twice", ["how-to/run-the-server"]],
  ["connect a local llm", ["how-to/ask-a-model", "reference/settings"]],
  ["turn off the web ui", ["how-to/run-the-server", "reference/settings"]]
]
