import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Predicate from "effect/Predicate"

const usageTags = new Set(["InvalidRequest", "InvalidTarget", "ConfigError", "SettingsError", "WrongUsage"])

/** 0 after help, 2 for wrong usage or input, 130 after an interrupt, 1 for everything else. */
export const exitCodeOf = (cause: Cause.Cause<unknown>): number => {
  if (Cause.hasInterruptsOnly(cause)) return 130
  const error = Cause.squash(cause)
  if (CliError.isCliError(error)) return error._tag === "ShowHelp" && error.errors.length === 0 ? 0 : 2
  return Predicate.hasProperty(error, "_tag") && usageTags.has(String(error._tag)) ? 2 : 1
}

const originOf = (error: object): string => {
  const reason = Predicate.hasProperty(error, "reason") ? error.reason : error
  let origin = Predicate.hasProperty(reason, "cause") ? reason.cause : undefined
  for (let depth = 0; depth < 8 && Predicate.hasProperty(origin, "cause") && origin.cause !== undefined; depth++) {
    origin = origin.cause
  }
  return origin instanceof Error && origin.message !== "" ? `: ${origin.message}` : ""
}

export const explain = (cause: Cause.Cause<unknown>): string | undefined => {
  if (Cause.hasInterruptsOnly(cause)) return undefined
  const error = Cause.squash(cause)
  if (CliError.isCliError(error)) return error._tag === "ShowHelp" ? undefined : error.message
  if (Predicate.hasProperty(error, "_tag") && Predicate.hasProperty(error, "message")) {
    const message = String(error.message).replace(/^SchemaError\((.*)\)$/s, "$1")
    const origin = originOf(error)
    return `dunlin: ${message}${message.includes(origin) ? "" : origin}`
  }
  return `dunlin: unexpected failure\n${Cause.pretty(cause)}`
}
