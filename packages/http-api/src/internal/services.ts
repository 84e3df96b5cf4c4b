/** Lists the services that the routes require. */
import type { ArtifactStore } from "@dunlin/cache/ArtifactStore"
import type { CreditLedger } from "@dunlin/credits/CreditLedger"
import type { Fetcher } from "@dunlin/fetcher/Fetcher"
import type { Profiles } from "@dunlin/fetcher/Profiles"
import type { JobStore } from "@dunlin/jobs/JobStore"
import type { Scraper } from "@dunlin/pipeline/Scraper"
import type { Searcher } from "@dunlin/pipeline/Searcher"
import type { Admission } from "../Admission.ts"
import type { AuditLog } from "../AuditLog.ts"
import type { Idempotency } from "../Idempotency.ts"
import type { Teams } from "../Teams.ts"

export type Services =
  | Searcher
  | Scraper
  | Fetcher
  | Profiles
  | CreditLedger
  | ArtifactStore
  | JobStore
  | Teams
  | Admission
  | Idempotency
  | AuditLog
