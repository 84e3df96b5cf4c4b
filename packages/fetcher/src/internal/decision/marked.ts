import { type EngineReason, RawPage } from "@dunlin/schema/RawPage"

export const withWarning = (page: RawPage, warning: string): RawPage =>
  new RawPage({ ...page, warnings: [...page.warnings, warning] })

export const withReason = (page: RawPage, engineReason: EngineReason): RawPage => new RawPage({ ...page, engineReason })
