/** Provides the log for events of audited teams. */
import * as AuditLog from "@dunlin/http-api/AuditLog"
import * as SqliteAuditLog from "@dunlin/http-api/SqliteAuditLog"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { join } from "node:path"
import type { ServeSettings } from "../../Serve.ts"
import type { Settings } from "../../Settings.ts"
import { dataFolder } from "../dataFolder.ts"

/** A year, and time for its audit. */
const AUDIT_RETENTION = Duration.days(400)

export const audit = (settings: Pick<ServeSettings & Settings, "audit" | "auditRetention" | "data">) =>
  settings.audit === "off"
    ? AuditLog.layerNoop
    : settings.audit === "stdout"
    ? AuditLog.layerJson
    : Layer.unwrap(
      Effect.as(
        dataFolder(settings.data, "DUNLIN_DATA"),
        SqliteAuditLog.layer({
          file: join(settings.data, "audit.sqlite"),
          retention: Option.getOrElse(settings.auditRetention, () => AUDIT_RETENTION)
        })
      )
    )
