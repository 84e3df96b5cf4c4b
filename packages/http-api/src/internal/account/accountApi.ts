/** Defines the endpoints of agents and of a team's account as an `HttpApi`. */
import { AgentRequest, AgentStatus } from "@dunlin/schema/Agent"
import { Feedback, FeedbackResponse, SearchFeedback } from "@dunlin/schema/Feedback"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { failure, refusals } from "../apiFailures.ts"
import { wholeNumber } from "../queryFields.ts"

const id = { params: { id: Schema.String } }
const success = Schema.Literal(true)
const unavailable = failure(503, "The job store is unavailable")
const reading = [failure(401, "The key is missing or unknown"), unavailable] as const
const ofRun = [...reading, failure(404, "The team has no such run, or its answer has expired")] as const

export const agentEndpoints = HttpApiGroup.make("agent").add(
  HttpApiEndpoint.post("start", "/agent", {
    payload: AgentRequest,
    success: Schema.Struct({ success, id: Schema.String, warning: Schema.optionalKey(Schema.String) }),
    error: [...refusals, failure(501, "No language model is configured"), unavailable]
  }).annotate(OpenApi.Summary, "Answer a question with several searches"),
  HttpApiEndpoint.get("list", "/agent", {
    success: Schema.Struct({ success, agents: Schema.Array(Schema.Json) }),
    error: reading
  }).annotate(OpenApi.Summary, "List the team's runs"),
  HttpApiEndpoint.get("status", "/agent/:id", { ...id, success: AgentStatus, error: ofRun })
    .annotate(OpenApi.Summary, "Get the status and answer of a run"),
  HttpApiEndpoint.delete("cancel", "/agent/:id", { ...id, success: Schema.Struct({ success }), error: ofRun })
    .annotate(OpenApi.Summary, "Cancel a run")
)

const Activity = Schema.Struct({
  success,
  data: Schema.Array(Schema.Struct({
    id: Schema.String,
    endpoint: Schema.String,
    api_version: Schema.String,
    status: Schema.String,
    created_at: Schema.String,
    target: Schema.NullOr(Schema.String),
    creditsUsed: Schema.Int
  })),
  cursor: Schema.NullOr(Schema.String),
  has_more: Schema.Boolean,
  warning: Schema.String
})

export const accountEndpoints = HttpApiGroup.make("account").add(
  HttpApiEndpoint.post("feedback", "/feedback", { payload: Feedback, success: FeedbackResponse, error: refusals })
    .annotate(OpenApi.Summary, "Rate a response"),
  HttpApiEndpoint.get("listFeedback", "/feedback", {
    success: Schema.Struct({ success, data: Schema.Array(Schema.Json) }),
    error: reading
  }).annotate(OpenApi.Summary, "List the team's feedback"),
  HttpApiEndpoint.post("searchFeedback", "/search/:id/feedback", {
    ...id,
    payload: SearchFeedback,
    success: FeedbackResponse,
    error: refusals
  }).annotate(OpenApi.Summary, "Rate a search"),
  HttpApiEndpoint.get("activity", "/team/activity", {
    query: {
      limit: wholeNumber(1),
      cursor: Schema.optionalKey(Schema.String),
      endpoint: Schema.optionalKey(Schema.String)
    },
    success: Activity,
    error: reading
  }).annotate(OpenApi.Summary, "List the team's jobs whose results are stored"),
  HttpApiEndpoint.get("threatPolicy", "/team/threat-protection", {
    success: Schema.Struct({
      success,
      data: Schema.Struct({
        enabled: Schema.Boolean,
        enforced: Schema.Boolean,
        allowRequestOverrides: Schema.Boolean,
        policy: Schema.Json
      })
    }),
    error: reading
  }).annotate(OpenApi.Summary, "Get the team's threat policy")
)
