/** Implements a fake server: the key, the contract, its rules and its jobs. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as ApiError from "../../ApiError.ts"
import * as Jobs from "./jobs.ts"
import * as Kinds from "./kinds.ts"
import { shown } from "./matching.ts"
import { type Call, InvalidFixture } from "./model.ts"
import { fromError, ok, refusal, type Reply } from "./replies.ts"
import type * as Rules from "./rule.ts"

const MAX_SIMILAR_RULES = 3

type Written = { -readonly [Key in keyof Call]: Call[Key] }

const surprise = ({ body, method, path }: Call, rules: ReadonlyArray<Rules.Expectation>): string => {
  const received = `the fake server received ${method} ${path}${body === undefined ? "" : ` with ${shown(body)}`}`
  const near = rules.filter((rule) => rule.method === method && rule.path === path)
  if (near.length === 0) {
    const known = [...new Set(rules.map((rule) => `${rule.method} ${rule.path}`))]
    return `${received}, and has no rule for it; it has ${
      known.length === 0 ? "no rules" : `rules for ${known.join(", ")}`
    }`
  }
  const close = near.map((rule) => rule.differs(body)).sort((a, b) => a.length - b.length).slice(0, MAX_SIMILAR_RULES)
  return `${received}, which matches no rule. The closest rules:\n${
    close.map((each) => `- ${each.join("; ")}`).join("\n")
  }`
}

const readBody = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

const parsed = (text: string): Result.Result<unknown, ApiError.ApiError> =>
  text === ""
    ? Result.succeed(undefined)
    : Result.try({
      try: () => JSON.parse(text) as unknown,
      catch: () => ApiError.make("BAD_REQUEST_INVALID_JSON", "Expected valid JSON", { details: [] })
    })

const broken = (call: Call): Promise<ApiError.ApiError | undefined> => {
  const decode = call.method === "POST" ? Kinds.decoders[call.path] : undefined
  return decode === undefined
    ? Promise.resolve(undefined)
    : Effect.runPromise(
      Effect.match(decode(call.body), { onSuccess: () => undefined, onFailure: ApiError.fromInvalidRequest })
    )
}

const wait = (
  until: Duration.Duration | Promise<unknown>,
  gone: Promise<undefined>,
  timers: Set<NodeJS.Timeout>
): Promise<string | undefined> =>
  until instanceof Promise
    ? Promise.race([until.then(() => undefined, String), gone])
    : Promise.race([
      gone,
      new Promise<undefined>((resolve) => {
        if (Duration.isFinite(until)) timers.add(setTimeout(resolve, Duration.toMillis(until), undefined))
      })
    ])

export const answering = (key: string | undefined, origin: () => string) => {
  const rules: Array<Rules.Expectation> = []
  const calls: Array<Written> = []
  const jobs = Jobs.make()
  const timers = new Set<NodeJS.Timeout>()
  let ids = 0
  const nextId = () => Kinds.idOf(++ids)

  const unexpected = (call: Written, why: string, requestId: string): Reply => {
    call.unexpected = why
    return refusal("NOT_IMPLEMENTED", { error: why }, requestId)
  }

  const refused = async (call: Call): Promise<ApiError.ApiError | undefined> =>
    key !== undefined && call.headers["authorization"] !== `Bearer ${key}`
      ? ApiError.make("UNAUTHORIZED", "Unauthorized: Invalid token")
      : await broken(call)

  const answerOf = async (
    call: Written,
    gone: Promise<undefined>,
    parameters: URLSearchParams
  ): Promise<Reply | "break"> => {
    const requestId = nextId()
    const error = await refused(call)
    if (error !== undefined) return fromError(error, requestId)
    const fitting = rules.filter((each) =>
      each.method === call.method && each.path === call.path && each.differs(call.body).length === 0
    )
    // A rule without responses, such as one with a rejected fixture, has a lower priority than other rules.
    const rule = fitting.findLast((each) => each.answers()) ?? fitting.at(-1)
    if (rule === undefined) {
      return jobs.ask({ ...call, parameters, origin: origin(), requestId }) ??
        unexpected(call, surprise(call, rules), requestId)
    }
    const turn = rule.next()
    if (turn === undefined) {
      return unexpected(call, `the rule for ${call.method} ${call.path} has no response`, requestId)
    }
    for (const until of turn.until) {
      const failure = await wait(until, gone, timers)
      if (failure !== undefined) {
        return unexpected(
          call,
          `the promise that the rule for ${call.method} ${call.path} waits for failed: ${failure}`,
          requestId
        )
      }
    }
    if (turn.kind === "break") return "break"
    if (turn.kind === "refusal") return refusal(turn.failure, turn.more, requestId)
    const made = Result.try({ try: () => turn.bodyOf(call.body), catch: (cause) => cause })
    if (Result.isFailure(made)) {
      const { failure } = made
      return unexpected(
        call,
        failure instanceof InvalidFixture ? failure.message : `a rule threw ${String(failure)}`,
        requestId
      )
    }
    return made.success instanceof Kinds.Started ? jobs.start(made.success.plan, requestId, origin()) : ok(made.success)
  }

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://localhost")
    const json = parsed(await readBody(incoming))
    const call: Written = {
      method: incoming.method ?? "GET",
      path: pathname,
      headers: incoming.headers,
      body: Result.isSuccess(json) ? json.success : undefined,
      status: 0
    }
    calls.push(call)
    const gone = new Promise<undefined>((resolve) => outgoing.once("close", () => resolve(undefined)))
    const reply = Result.isFailure(json)
      ? fromError(json.failure, nextId())
      : await answerOf(call, gone, searchParams)
    if (reply === "break") incoming.socket.destroy()
    if (reply === "break" || outgoing.destroyed) return
    call.status = reply.status
    outgoing.writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
    outgoing.end(JSON.stringify(reply.body))
  }

  return { rules, calls, timers, nextId, handle }
}
