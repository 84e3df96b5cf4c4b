/** The file of a cassette: what was asked and answered, in order, without secrets. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { CassetteError, type Options, UnexpectedCall } from "../../Cassette.ts"
import { cleaner, redacting } from "./secrets.ts"

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

/** Reads a file. What was asked is cleaned again: a file of an earlier version may name what is hidden by now. */
const read = (file: string, clean: Tape["clean"]): Effect.Effect<Calls, CassetteError> =>
  Effect.gen(function*() {
    const text = yield* Effect.try({
      try: () => readFileSync(file, "utf8"),
      catch: () => new CassetteError({ cassette: file, why: "cannot be read" })
    })
    const decoded = Schema.decodeUnknownResult(Schema.fromJsonString(File))(text)
    if (Result.isFailure(decoded)) {
      return yield* new CassetteError({ cassette: file, why: "is no cassette, or of another version" })
    }
    const calls: Calls = new Map()
    for (const { answers, asked: written, port } of decoded.success.calls) {
      const asked = clean(written) as Asked
      const key = keyOf([port, asked])
      calls.set(key, { port, asked, answers: [...calls.get(key)?.answers ?? [], ...answers] })
    }
    return calls
  })

const write = (file: string, calls: Calls): Effect.Effect<void, CassetteError> =>
  Effect.try({
    try: () => {
      const sorted = [...calls].sort(([a], [b]) => a < b ? -1 : 1).map(([, call]) => call)
      mkdirSync(dirname(file), { recursive: true })
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, `${JSON.stringify({ dunlin: "cassette 1", calls: sorted }, null, 2)}\n`, { mode: 0o600 })
      renameSync(draft, file)
    },
    catch: (cause) => new CassetteError({ cassette: file, why: `cannot be written (${String(cause)})` })
  })

/** A tape that plays or records. */
export interface Tape {
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
  /** Whether texts come back as others than they were. */
  readonly isRedacted: boolean
}

type Kept = Pick<Tape, "clean" | "isRedacted">

const replaying = (file: string, calls: Calls, kept: Kept): Tape => {
  const played = new Map<string, number>()
  const { clean } = kept
  return {
    ...kept,
    isReplay: true,
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

const recording = (
  file: string,
  calls: Calls,
  kept: Kept,
  redact: (answer: Schema.Json) => Effect.Effect<Schema.Json>
): Tape => ({
  ...kept,
  isReplay: false,
  save: Effect.gen(function*() {
    for (const call of calls.values()) {
      for (const [at, answer] of call.answers.entries()) call.answers[at] = (yield* redact(answer)) as Answer
    }
    yield* write(file, calls)
  }),
  through: (port, question, ask) =>
    Effect.tap(ask, (answer) =>
      Effect.sync(() => {
        const asked = kept.clean(question) as Asked
        const key = keyOf([port, asked])
        const call = calls.get(key) ?? { port, asked, answers: [] }
        call.answers.push(kept.clean(answer as Schema.Json) as Answer)
        calls.set(key, call)
      }))
})

/** Opens the tape of a file. */
export const open = (
  file: string,
  { mode = "auto", redactPII = false, secrets = [] }: Options
): Effect.Effect<Tape, CassetteError> => {
  const kept = { clean: cleaner(secrets), isRedacted: redactPII !== false }
  return mode === "replay" || (mode === "auto" && existsSync(file))
    ? Effect.map(read(file, kept.clean), (calls) => replaying(file, calls, kept))
    : Effect.sync(() => recording(file, new Map(), kept, redacting(redactPII)))
}
