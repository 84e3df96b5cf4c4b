/** Provides `PostgresJobStore` with pg-boss, for a whole server and its workers. */
import { PostgresJobStore } from "@dunlin/jobs"
import * as PgBoss from "./pgBoss.ts"

export const { layerWatch } = PostgresJobStore

export const layer = (options: PostgresJobStore.Options) =>
  PgBoss.layer({ ...options, folder: process.env["PG_BOSS_FOLDER"]! })
