/** Defines the monitor endpoints as an `HttpApi`. */
import {
  MonitorChange,
  MonitorCheckDetail,
  MonitorCheckList,
  MonitorCheckResponse,
  MonitorList,
  MonitorRequest,
  MonitorResponse
} from "@dunlin/schema/Monitor"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { failure, refusals } from "../apiFailures.ts"
import { wholeNumber } from "../queryFields.ts"

const id = { params: { id: Schema.String } }
const paging = { limit: wholeNumber(1), offset: wholeNumber(0) }
const unavailable = failure(503, "The job store is unavailable")
const reading = [
  failure(401, "The key is missing or unknown"),
  failure(404, "The team has no such monitor or check, or its results have expired"),
  unavailable
] as const
const listing = [failure(400, "A query parameter is invalid"), ...reading] as const

export const endpoints = HttpApiGroup.make("monitor").add(
  HttpApiEndpoint.post("create", "/monitor", {
    payload: MonitorRequest,
    success: MonitorResponse,
    error: [...refusals, unavailable]
  }).annotate(OpenApi.Summary, "Check pages, sites and queries on a schedule"),
  HttpApiEndpoint.get("list", "/monitor", { query: paging, success: MonitorList, error: listing })
    .annotate(OpenApi.Summary, "List the team's monitors"),
  HttpApiEndpoint.get("get", "/monitor/:id", { ...id, success: MonitorResponse, error: reading })
    .annotate(OpenApi.Summary, "A monitor"),
  HttpApiEndpoint.patch("update", "/monitor/:id", {
    ...id,
    payload: MonitorChange,
    success: MonitorResponse,
    error: [...refusals, failure(404, "The team has no such monitor"), unavailable]
  }).annotate(OpenApi.Summary, "Change, pause or resume a monitor"),
  HttpApiEndpoint.delete("delete", "/monitor/:id", {
    ...id,
    success: Schema.Struct({ success: Schema.Literal(true) }),
    error: reading
  }).annotate(OpenApi.Summary, "Delete a monitor and its data"),
  HttpApiEndpoint.post("run", "/monitor/:id/run", {
    ...id,
    success: MonitorCheckResponse,
    error: [...reading, failure(402, "The team has no credits left")]
  }).annotate(OpenApi.Summary, "Check now"),
  HttpApiEndpoint.get("checks", "/monitor/:id/checks", {
    ...id,
    query: { ...paging, status: Schema.optionalKey(Schema.String) },
    success: MonitorCheckList,
    error: listing
  }).annotate(OpenApi.Summary, "List a monitor's checks"),
  HttpApiEndpoint.get("check", "/monitor/:id/checks/:checkId", {
    params: { id: Schema.String, checkId: Schema.String },
    query: { ...paging, skip: wholeNumber(0), status: Schema.optionalKey(Schema.String) },
    success: MonitorCheckDetail,
    error: listing
  }).annotate(OpenApi.Summary, "Get a check, with its result for each page")
)
