import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

const units: Readonly<Record<string, Duration.Unit>> = {
  ms: "millis",
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days",
  w: "weeks"
}

export const parseAge = (text: string): Option.Option<Duration.Duration> => {
  const [, amount, unit = ""] = /^(\d{1,6}) ?(ms|[smhdw])$/.exec(text.trim()) ?? []
  const name = units[unit]
  return amount === undefined || name === undefined ? Option.none() : Duration.fromInput(`${Number(amount)} ${name}`)
}
