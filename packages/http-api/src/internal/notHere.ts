/** Rejects features that this server does not have but that clients of the contract use. */
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import { operation } from "./operation.ts"

export const notHere = (what: string, instead?: string, options?: { readonly isResearch: boolean }) =>
  operation({ name: "not-here", metered: false, ...options }, () =>
    Effect.fail(ApiError.make(
      "NOT_IMPLEMENTED",
      `This server has no ${what}${instead === undefined ? "" : `; ${instead}`}`
    )))
