/** Promises about teams, storage and charges. */
import { builtIn, holds, mistyped, refuses, type Row, warns } from "./row.ts"

export const service = {
  "keys": {
    promise: "Only callers with a key of a team use the server",
    part: "DUNLIN_TEAMS",
    absent: holds("open mode: this machine only; the log warns where others reach it"),
    wrong: mistyped,
    down: refuses("no start: a file that cannot be read or is wrong")
  },
  "tokens": {
    promise: "Access tokens of an authorization server are checked",
    part: "DUNLIN_AUTHORIZATION_SERVERS",
    absent: refuses("no start where a team has claims"),
    wrong: mistyped,
    down: refuses("503")
  },
  "scan-closed": {
    promise: "`failurePolicy: \"closed\"` blocks what no scanner judged",
    part: "a URL scanner",
    absent: refuses("403 `unsafe_domain_blocked`; log, `doctor` and `/health` say that nothing can scan"),
    wrong: refuses("no start: a scanner without its key or account"),
    down: refuses("403 `unsafe_domain_blocked`")
  },
  "scan-open": {
    promise: "A team with threat protection has its URLs scanned",
    part: "a URL scanner",
    absent: warns("`warning`: the lists alone decided"),
    wrong: refuses("no start: a scanner without its key or account"),
    down: warns("`warning` counts what could not be judged")
  },
  "policy": {
    promise: "The policy of a team holds for each of its requests",
    part: "`enabled: true` in the teams file",
    absent: refuses("no start: a policy, or `enforced`, that would have no effect"),
    wrong: refuses("no start: an unknown key of the policy"),
    down: builtIn
  },
  "policy-override": {
    promise: "`threatProtection` of a request holds",
    part: "a team that may override",
    absent: refuses("403"),
    wrong: refuses("400 names the key that was meant"),
    down: builtIn
  },
  "audit": {
    promise: "Requests of a team with `audit: true` are in the audit log",
    part: "DUNLIN_AUDIT",
    absent: refuses("no start"),
    wrong: mistyped,
    down: warns(
      "events wait in a queue; the log and `dunlin_audit_events_lost_total` say how many are lost when it is full"
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
    promise: "`zdr`, `anon` and `lockdown` leave nothing behind",
    part: "a team that is enabled for it",
    absent: refuses("403"),
    wrong: refuses("400: a format whose file is kept"),
    down: builtIn
  },
  "zero-retention-profile": {
    promise: "A request that keeps nothing saves no profile",
    part: "`saveChanges` of its profile",
    absent: builtIn,
    wrong: warns("`warning`: read and not saved"),
    down: builtIn
  },
  "uploads": {
    promise: "`/v2/parse` reads a file up to a limit, without the network",
    part: "DUNLIN_MAX_UPLOAD",
    absent: holds("50 MB; 413 beyond it"),
    wrong: mistyped,
    down: builtIn
  },
  "open-pages": {
    promise: "`/v2/scrape/{id}/interact` acts on a page that stays open, within limits of time and number",
    part: "a Chromium; DUNLIN_MAX_OPEN_PAGES, DUNLIN_OPEN_PAGES_PER_TEAM, DUNLIN_OPEN_PAGE_LIFE, DUNLIN_OPEN_PAGE_IDLE",
    absent: refuses("501 without a browser; 429 and 503 beyond the limits"),
    wrong: mistyped,
    down: refuses("503, and the credits are returned")
  },
  "profiles-listed": {
    promise: "A team lists and deletes its browser profiles, and a quota that is reached is named",
    part: "the data folder, DUNLIN_PROFILE_QUOTA, DUNLIN_PROFILE_RETENTION",
    absent: holds("256 MB and 1,000 profiles of a team, 90 days without use"),
    wrong: mistyped,
    down: refuses("503")
  },
  "cache": {
    promise: "`maxAge`, `minAge` and `lockdown` are answered from the cache",
    part: "the data folder, DUNLIN_DATABASE_URL or DUNLIN_REDIS_URL",
    absent: refuses("404 with its code where the page is not there"),
    wrong: mistyped,
    down: warns("no start, or the page is fetched anew with `warning`")
  },
  "data-folder": {
    promise: "Pages, accounts and jobs survive a restart",
    part: "DUNLIN_DATA",
    absent: holds("the user's data folder"),
    wrong: mistyped,
    down: refuses("no start: a folder that cannot be written, or a file of a newer version")
  },
  "credits": {
    promise: "A team is charged for what it got, and for no more than it has",
    part: "the ledger",
    absent: refuses("402"),
    wrong: mistyped,
    down: refuses("503")
  },
  "rate-limits": {
    promise: "The limits of a team hold over all servers",
    part: "DUNLIN_DATABASE_URL",
    absent: holds("over the requests of one process"),
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
    absent: holds("delivered without a signature; `doctor` says so"),
    wrong: mistyped,
    down: builtIn
  },
  "agents-domains": {
    promise: "An agent of `dunlin mcp` reaches the domains that are allowed",
    part: "DUNLIN_MCP_DOMAINS",
    absent: holds("every domain"),
    wrong: mistyped,
    down: builtIn
  },
  "agents-redact": {
    promise: "Agents are given no personal data",
    part: "DUNLIN_MCP_REDACT",
    absent: holds("off unless it is set"),
    wrong: mistyped,
    down: refuses("the text is withheld")
  }
} satisfies Record<string, Row>
