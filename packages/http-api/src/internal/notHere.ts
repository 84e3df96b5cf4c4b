/** Parts of the contract's clients that this server does not have: said as such, so that nobody looks for a mistake. */
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import { operation } from "./operation.ts"

/** Answers 501, with what to use instead where there is something. */
export const notHere = (what: string, instead?: string, options?: { readonly isResearch: boolean }) =>
  operation({ name: "not-here", metered: false, ...options }, () =>
    Effect.fail(ApiError.make(
      "NOT_IMPLEMENTED",
      `This server has no ${what}${instead === undefined ? "" : `; ${instead}`}`
    )))
