/** The file of a cassette: what was asked and answered, in order, without secrets. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { CassetteError, type Options, UnexpectedCall } from "../../Cassette.ts"

const Asked = Schema.Record(Schema.String, Schema.Json)

/** What is asked of somebody: named fields that decide the answer. */
export type Asked = typeof Asked.Type

const Call = Schema.Struct({
  port: Schema.String,
  asked: Asked,
  /** One answer of each time it was asked. */
  answers: Schema.Array(Schema.Union([Schema.Struct({ ok: Schema.Json }), Schema.Struct({ error: Schema.Json })]))
})

const File = Schema.Struct({ dunlin: Schema.Literal("cassette 1"), calls: Schema.Array(Call) })

/** An answer, or the failure that was the answer. */
export type Answer = (typeof Call.Type)["answers"][number]

const hidden = "REDACTED"
const secretName =
  /^(?:.*[-_])?(?:api[-_]?key|key|token|secret|password|auth|authorization|cookie|access[-_]?token|session|signature|sig)$/i

const withoutUrlSecrets = (text: string): string => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (url === null) return text
  const names = [...new Set(url.searchParams.keys())].filter((name) => secretName.test(name))
  if (url.username === "" && url.password === "" && names.length === 0) return text
  url.username = ""
  url.password = ""
  for (const name of names) url.searchParams.set(name, hidden)
  return url.href
}

/** Takes secrets out of everything that is written. */
const cleaner = (secrets: ReadonlyArray<Redacted.Redacted>) => {
  const values = secrets.map((secret) => String(Redacted.value(secret))).filter((value) => value !== "")
  const text = (given: string): string =>
    values.reduce(
      (out, value) => out.replaceAll(value, hidden).replaceAll(encodeURIComponent(value), hidden),
      withoutUrlSecrets(given)
    )
  const clean = (value: Schema.Json): Schema.Json => {
    if (typeof value === "string") return text(value)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        text(name),
        // the key of a keyboard that an action presses is none
        name !== "key" && secretName.test(name) && typeof inner === "string" ? hidden : clean(inner)
      ])
    )
  }
  return clean
}

/** The same fields in any order are the same. */
const keyOf = (value: Schema.Json): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1))
      : inner)

/** Calls that are shown of those that come close, and characters that are shown of a value. */
const mostClose = 3
const mostShown = 120

const shown = (value: Schema.Json | undefined): string => {
  const text = value === undefined ? "nothing" : typeof value === "string" ? value : keyOf(value)
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

const commonStart = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** What differs between what was asked and a recorded call, the worse the more and the earlier. */
const difference = (asked: Asked, recorded: Asked) => {
  const names = [...new Set([...Object.keys(asked), ...Object.keys(recorded)])]
  const fields = names.filter((name) => keyOf(asked[name] ?? null) !== keyOf(recorded[name] ?? null))
  const closeness = fields.reduce((sum, name) => sum + commonStart(shown(asked[name]), shown(recorded[name])), 0)
  const said = fields.map((name) => `${name} ${shown(recorded[name])}, not ${shown(asked[name])}`).join("; ")
  return { distance: fields.length * mostShown - closeness, said }
}

type Calls = Map<string, { readonly port: string; readonly asked: Asked; readonly answers: Array<Answer> }>

const read = (file: string): Effect.Effect<Calls, CassetteError> =>
  Effect.gen(function*() {
    const text = yield* Effect.try({
      try: () => readFileSync(file, "utf8"),
      catch: () => new CassetteError({ cassette: file, why: "cannot be read" })
    })
    const decoded = Schema.decodeUnknownResult(Schema.fromJsonString(File))(text)
    if (Result.isFailure(decoded)) {
      return yield* new CassetteError({ cassette: file, why: "is no cassette, or of another version" })
    }
    return new Map(decoded.success.calls.map((call) => [keyOf([call.port, call.asked]), {
      ...call,
      answers: [...call.answers]
    }]))
  })

const write = (file: string, calls: Calls): Effect.Effect<void, CassetteError> =>
  Effect.try({
    try: () => {
      const sorted = [...calls].sort(([a], [b]) => a < b ? -1 : 1).map(([, call]) => call)
      mkdirSync(dirname(file), { recursive: true })
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, `${JSON.stringify({ dunlin: "cassette 1", calls: sorted }, null, 2)}\n`)
      renameSync(draft, file)
    },
    catch: (cause) => new CassetteError({ cassette: file, why: `cannot be written (${String(cause)})` })
  })

/** A tape that plays or records. */
export type Tape = {
  /** Answers from the tape, or asks and keeps what was answered. */
  readonly through: (
    port: string,
    asked: Asked,
    ask: Effect.Effect<Answer>
  ) => Effect.Effect<Answer>
  readonly save: Effect.Effect<void, CassetteError>
  readonly isReplay: boolean
  /** Takes secrets out: what is computed of a text has to be the same when it is replayed. */
  readonly clean: (value: Schema.Json) => Schema.Json
}

const replaying = (file: string, calls: Calls, clean: (value: Schema.Json) => Schema.Json): Tape => {
  const played = new Map<string, number>()
  return {
    isReplay: true,
    clean,
    save: Effect.void,
    through: (port, question) =>
      Effect.suspend(() => {
        const asked = clean(question) as Asked
        const key = keyOf([port, asked])
        const call = calls.get(key)
        if (call === undefined) {
          const close = [...calls.values()].filter((each) => each.port === port)
            .map((each) => difference(asked, each.asked)).sort((a, b) => a.distance - b.distance)
          return Effect.die(
            new UnexpectedCall({
              cassette: basename(file),
              port,
              asked: Object.values(asked).map(shown).join(" "),
              close: close.slice(0, mostClose).map(({ said }) => said)
            })
          )
        }
        const at = played.get(key) ?? 0
        played.set(key, at + 1)
        return Effect.succeed(call.answers[Math.min(at, call.answers.length - 1)]!)
      })
  }
}

const recording = (file: string, calls: Calls, clean: (value: Schema.Json) => Schema.Json): Tape => ({
  isReplay: false,
  clean,
  save: Effect.suspend(() => write(file, calls)),
  through: (port, question, ask) =>
    Effect.tap(ask, (answer) =>
      Effect.sync(() => {
        const asked = clean(question) as Asked
        const key = keyOf([port, asked])
        const call = calls.get(key) ?? { port, asked, answers: [] }
        call.answers.push(clean(answer as Schema.Json) as Answer)
        calls.set(key, call)
      }))
})

/** Opens the tape of a file. */
export const open = (file: string, { mode = "auto", secrets = [] }: Options): Effect.Effect<Tape, CassetteError> => {
  const clean = cleaner(secrets)
  return mode === "replay" || (mode === "auto" && existsSync(file))
    ? Effect.map(read(file), (calls) => replaying(file, calls, clean))
    : Effect.sync(() => recording(file, new Map(), clean))
}
