/** Stores requests and responses of a cassette in a file, in order and without secrets. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { CassetteError, type Options, UnexpectedCall } from "../../Cassette.ts"
import { cleaner, redacting } from "./secrets.ts"

const Asked = Schema.Record(Schema.String, Schema.Json)

export type CallRequest = typeof Asked.Type

const Call = Schema.Struct({
  port: Schema.String,
  asked: Asked,
  answers: Schema.Array(Schema.Union([Schema.Struct({ ok: Schema.Json }), Schema.Struct({ error: Schema.Json })]))
})

const File = Schema.Struct({ dunlin: Schema.Literal("cassette 1"), calls: Schema.Array(Call) })

export type Answer = (typeof Call.Type)["answers"][number]

const keyOf = (value: Schema.Json): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1))
      : inner)

const MAX_SIMILAR_CALLS = 3
const MAX_SHOWN_CHARACTERS = 120

const shown = (value: Schema.Json | undefined): string => {
  const text = value === undefined ? "nothing" : typeof value === "string" ? value : keyOf(value)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}

const commonStart = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

const difference = (request: CallRequest, recorded: CallRequest) => {
  const names = [...new Set([...Object.keys(request), ...Object.keys(recorded)])]
  const fields = names.filter((name) => keyOf(request[name] ?? null) !== keyOf(recorded[name] ?? null))
  const closeness = fields.reduce((sum, name) => sum + commonStart(shown(request[name]), shown(recorded[name])), 0)
  const differences = fields.map((name) => `${name} ${shown(recorded[name])}, not ${shown(request[name])}`).join("; ")
  return { distance: fields.length * MAX_SHOWN_CHARACTERS - closeness, said: differences }
}

type Calls = Map<string, { readonly port: string; readonly asked: CallRequest; readonly answers: Array<Answer> }>

const note = (calls: Calls, port: string, request: CallRequest, answers: ReadonlyArray<Answer>): void => {
  const key = keyOf([port, request])
  const known = calls.get(key)
  if (known === undefined) calls.set(key, { port, asked: request, answers: [...answers] })
  else known.answers.push(...answers)
}

/** Removes secrets again, because an earlier version may have removed fewer. */
const read = (file: string, clean: Tape["clean"]): Effect.Effect<Calls, CassetteError> =>
  Effect.gen(function*() {
    const text = yield* Effect.try({
      try: () => readFileSync(file, "utf8"),
      catch: (cause) =>
        new CassetteError({
          cassette: file,
          why: (cause as NodeJS.ErrnoException).code === "ENOENT"
            ? "the file does not exist; record it first with `mode: \"record\"`"
            : `cannot be read (${(cause as NodeJS.ErrnoException).code})`
        })
    })
    const decoded = Schema.decodeUnknownResult(Schema.fromJsonString(File))(text)
    if (Result.isFailure(decoded)) {
      return yield* new CassetteError({
        cassette: file,
        why: "is not a cassette of this version; record it again with `mode: \"record\"`"
      })
    }
    const calls: Calls = new Map()
    for (const { answers, asked, port } of decoded.success.calls) {
      note(calls, port, clean(asked) as CallRequest, answers)
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

export interface Tape {
  readonly through: (
    port: string,
    request: CallRequest,
    ask: Effect.Effect<Answer>
  ) => Effect.Effect<Answer>
  readonly save: Effect.Effect<void, CassetteError>
  readonly isReplay: boolean
  /** Keys are computed from cleaned values, so that they match on replay. */
  readonly clean: (value: Schema.Json) => Schema.Json
  readonly isRedacted: boolean
}

type Cleaning = Pick<Tape, "clean" | "isRedacted">

const replaying = (file: string, calls: Calls, cleaning: Cleaning): Tape => {
  const played = new Map<string, number>()
  const { clean } = cleaning
  return {
    ...cleaning,
    isReplay: true,
    save: Effect.void,
    through: (port, question) =>
      Effect.suspend(() => {
        const request = clean(question) as CallRequest
        const key = keyOf([port, request])
        const call = calls.get(key)
        if (call === undefined) {
          const close = [...calls.values()].filter((each) => each.port === port)
            .map((each) => difference(request, each.asked)).sort((a, b) => a.distance - b.distance)
          return Effect.die(
            new UnexpectedCall({
              cassette: basename(file),
              port,
              asked: Object.values(request).map(shown).join(" "),
              close: close.slice(0, MAX_SIMILAR_CALLS).map(({ said }) => said)
            })
          )
        }
        const at = played.get(key) ?? 0
        played.set(key, at + 1)
        return Effect.succeed(call.answers[Math.min(at, call.answers.length - 1)]!)
      })
  }
}

const stateOf = (file: string): string | undefined => {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false })
  return status === undefined ? undefined : `${status.ino} ${status.mtimeNs} ${status.size}`
}

const recording = (
  file: string,
  cleaning: Cleaning,
  redact: (answer: Schema.Json) => Effect.Effect<Schema.Json>
): Tape => {
  let recorded: Calls = new Map()
  let written: Calls | undefined
  let known = stateOf(file)

  /** The file must still contain the responses of this tape, and those that other tapes have added. */
  const staying = Effect.suspend((): Effect.Effect<Calls, CassetteError> => {
    const now = stateOf(file)
    if (now === known) return Effect.succeed(written ?? new Map())
    return now === undefined ? Effect.succeed(new Map()) : read(file, cleaning.clean)
  })

  return {
    ...cleaning,
    isReplay: false,
    save: Effect.gen(function*() {
      if (written !== undefined && recorded.size === 0) return
      const news = recorded
      recorded = new Map()
      for (const call of news.values()) {
        for (const [at, answer] of call.answers.entries()) call.answers[at] = (yield* redact(answer)) as Answer
      }
      const calls = yield* staying
      for (const { answers, asked, port } of news.values()) note(calls, port, asked, answers)
      yield* write(file, calls)
      written = calls
      known = stateOf(file)
    }),
    through: (port, question, ask) =>
      Effect.tap(
        ask,
        (answer) =>
          Effect.sync(() =>
            note(recorded, port, cleaning.clean(question) as CallRequest, [
              cleaning.clean(answer as Schema.Json) as Answer
            ])
          )
      )
  }
}

export const open = (
  file: string,
  { mode = "auto", redactPII = false, secrets = [] }: Options
): Effect.Effect<Tape, CassetteError> => {
  const cleaning = { clean: cleaner(secrets), isRedacted: redactPII !== false }
  return mode === "replay" || (mode === "auto" && existsSync(file))
    ? Effect.map(read(file, cleaning.clean), (calls) => replaying(file, calls, cleaning))
    : Effect.sync(() => recording(file, cleaning, redacting(redactPII)))
}
