/** Deletes expired data of a server until its layer closes. Jobs and the audit log delete their own data. */
import { ArtifactStore } from "@dunlin/cache/ArtifactStore"
import { SnapshotStore } from "@dunlin/cache/SnapshotStore"
import * as Retention from "@dunlin/common/Retention"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import { JobStore } from "@dunlin/jobs/JobStore"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** Longer than a quarter, because invoices are often quarterly and may be disputed. */
const LEDGER_RETENTION = Duration.days(100)

/** Longer than a year, for pages that change once a year. */
const HISTORY_RETENTION = Duration.days(400)

const LEDGER_INTERVAL = "1 hour"

const HISTORY_INTERVAL = "6 hours"

/** The ledger must keep its entries until all pages are charged. */
class UnpaidPages extends Data.TaggedError("UnpaidPages")<{ readonly message: string }> {}

const unpaid = new UnpaidPages({ message: "job pages have not been charged yet: is a worker running?" })

const artifacts = Effect.map(ArtifactStore, ({ sweep }) => Retention.keep({ store: "artifacts", deleteSome: sweep }))

const ledger = (retention: Duration.Duration) =>
  Effect.gen(function*() {
    const { rollUp } = yield* CreditLedger
    const { owed } = yield* JobStore
    const deleteSome = Effect.gen(function*() {
      if ((yield* owed).length > 0) return yield* unpaid
      return yield* rollUp({ retention })
    })
    return Retention.keep({ store: "ledger", every: LEDGER_INTERVAL, deleteSome })
  })

const histories = (retention: Duration.Duration) =>
  Effect.map(SnapshotStore, ({ purge }) => {
    const deleteSome = Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => purge({ before: now - Duration.toMillis(retention) })
    )
    return Retention.keep({ store: "histories", every: HISTORY_INTERVAL, deleteSome })
  })

export const retention = (settings: {
  readonly ledgerRetention: Option.Option<Duration.Duration>
  readonly historyRetention: Option.Option<Duration.Duration>
}): Layer.Layer<never, never, ArtifactStore | CreditLedger | JobStore | SnapshotStore> =>
  Layer.effectDiscard(
    Effect.all([
      artifacts,
      ledger(Option.getOrElse(settings.ledgerRetention, () => LEDGER_RETENTION)),
      histories(Option.getOrElse(settings.historyRetention, () => HISTORY_RETENTION))
    ]).pipe(Effect.flatMap(Effect.forEach((keeping) => Effect.forkScoped(keeping))))
  )
