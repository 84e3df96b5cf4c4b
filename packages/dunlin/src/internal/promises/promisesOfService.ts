/** Promises about teams, storage and charges. */
import { builtIn, holds, mistyped, refuses, type Row, warns } from "./row.ts"

export const service = {
  "keys": {
    promise: "Only requests with a team's key are accepted",
    part: "DUNLIN_TEAMS",
    absent: holds("no keys, this machine only; the log warns if other machines can reach it"),
    wrong: mistyped,
    down: refuses("no start: unreadable or invalid file")
  },
  "tokens": {
    promise: "Access tokens of an authorization server are checked",
    part: "DUNLIN_AUTHORIZATION_SERVERS",
    absent: refuses("no start if a team has claims"),
    wrong: mistyped,
    down: refuses("503")
  },
  "scan-closed": {
    promise: "`failurePolicy: \"closed\"` blocks URLs that were not scanned",
    part: "a URL scanner",
    absent: refuses("403 `unsafe_domain_blocked`; log, `doctor` and `/health` report the missing scanner"),
    wrong: refuses("no start: a scanner without its key or account"),
    down: refuses("403 `unsafe_domain_blocked`")
  },
  "scan-open": {
    promise: "A team with threat protection has its URLs scanned",
    part: "a URL scanner",
    absent: warns("`warning`: only the lists were applied"),
    wrong: refuses("no start: a scanner without its key or account"),
    down: warns("`warning` counts the unscanned URLs")
  },
  "policy": {
    promise: "A team's policy applies to each of its requests",
    part: "`enabled: true` in the teams file",
    absent: refuses("no start: a policy, or `enforced`, without effect"),
    wrong: refuses("no start: unknown key in the policy"),
    down: builtIn
  },
  "policy-override": {
    promise: "`threatProtection` in a request is applied",
    part: "a team that allows overrides",
    absent: refuses("403"),
    wrong: refuses("400 suggests the correct key"),
    down: builtIn
  },
  "audit": {
    promise: "Requests of a team with `audit: true` are in the audit log",
    part: "DUNLIN_AUDIT",
    absent: refuses("no start"),
    wrong: mistyped,
    down: warns(
      "events are queued; if the queue is full, the log and `dunlin_audit_events_lost_total` count the lost events"
    )
  },
  "audit-metadata": {
    promise: "`auditMetadata.username` is in the audit log",
    part: "a team with `audit: true`",
    absent: warns("`warning`"),
    wrong: refuses("400"),
    down: builtIn
  },
  "zero-retention": {
    promise: "`zdr`, `anon` and `lockdown` store nothing",
    part: "a team that is enabled for it",
    absent: refuses("403"),
    wrong: refuses("400: formats whose files are stored"),
    down: builtIn
  },
  "zero-retention-profile": {
    promise: "A request with zero data retention saves no profile",
    part: "`saveChanges` of its profile",
    absent: builtIn,
    wrong: warns("`warning`: read and not saved"),
    down: builtIn
  },
  "uploads": {
    promise: "`/v2/parse` reads a file up to a size limit, without network access",
    part: "DUNLIN_MAX_UPLOAD",
    absent: holds("50 MB; 413 beyond it"),
    wrong: mistyped,
    down: builtIn
  },
  "open-pages": {
    promise: "`/v2/scrape/{id}/interact` acts on an open page, within time and count limits",
    part: "a Chromium; DUNLIN_MAX_OPEN_PAGES, DUNLIN_OPEN_PAGES_PER_TEAM, DUNLIN_OPEN_PAGE_LIFE, DUNLIN_OPEN_PAGE_IDLE",
    absent: refuses("501 without a browser; 429 and 503 beyond the limits"),
    wrong: mistyped,
    down: refuses("503, and the credits are returned")
  },
  "profiles-listed": {
    promise: "A team can list and delete its browser profiles; an exceeded quota is reported",
    part: "the data folder, DUNLIN_PROFILE_QUOTA, DUNLIN_PROFILE_RETENTION",
    absent: holds("256 MB and 1,000 profiles per team; deleted after 90 days without use"),
    wrong: mistyped,
    down: refuses("503")
  },
  "cache": {
    promise: "`maxAge`, `minAge` and `lockdown` are answered from the cache",
    part: "the data folder, DUNLIN_DATABASE_URL or DUNLIN_REDIS_URL",
    absent: refuses("404 with a code if the page is not cached"),
    wrong: mistyped,
    down: warns("no start, or the page is fetched again with `warning`")
  },
  "data-folder": {
    promise: "Pages, accounts and jobs survive a restart",
    part: "DUNLIN_DATA",
    absent: holds("the user's data folder"),
    wrong: mistyped,
    down: refuses("no start: folder not writable, or a file from a newer version")
  },
  "credits": {
    promise: "A team is charged for what it received, and never more than its balance",
    part: "the ledger",
    absent: refuses("402"),
    wrong: mistyped,
    down: refuses("503")
  },
  "rate-limits": {
    promise: "A team's limits apply across all servers",
    part: "DUNLIN_DATABASE_URL",
    absent: holds("per process"),
    wrong: mistyped,
    down: refuses("503")
  },
  "models-for-jobs": {
    promise: "Crawl prompts and extractions without a schema are answered by a model",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: refuses("501 `MODEL_NOT_CONFIGURED`"),
    wrong: mistyped,
    down: refuses("the job's error")
  },
  "webhooks": {
    promise: "A webhook is signed",
    part: "DUNLIN_WEBHOOK_SECRET",
    absent: holds("delivered without a signature; `doctor` reports it"),
    wrong: mistyped,
    down: builtIn
  },
  "agents-domains": {
    promise: "Agents of `dunlin mcp` can only reach the allowed domains",
    part: "DUNLIN_MCP_DOMAINS",
    absent: holds("every domain"),
    wrong: mistyped,
    down: builtIn
  },
  "agents-redact": {
    promise: "Responses to agents contain no personal data",
    part: "DUNLIN_MCP_REDACT",
    absent: holds("off by default"),
    wrong: mistyped,
    down: refuses("the text is withheld")
  }
} satisfies Record<string, Row>
