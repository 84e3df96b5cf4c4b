import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"

/** The boxes that the most used consent managers put over a page. None of them holds content of the site. */
const boxes = [
  "#onetrust-consent-sdk",
  "#CybotCookiebotDialog",
  "#CybotCookiebotDialogBodyUnderlay",
  "#didomi-host",
  "#usercentrics-root",
  "#usercentrics-cmp-ui",
  "#cmpbox",
  "#cmpbox2",
  "#cmpwrapper",
  ".qc-cmp2-container",
  ".fc-consent-root",
  ".fc-ab-root",
  "#truste-consent-track",
  "#iubenda-cs-banner",
  ".osano-cm-window",
  "#cookiescript_injected",
  "#cookiescript_injected_wrapper",
  "#cookie-law-info-bar",
  ".cky-consent-container",
  ".cky-overlay",
  "#cookie-notice",
  ".cc-window",
  "#cc-main",
  "#klaro .cookie-notice",
  "#tarteaucitronRoot",
  "#axeptio_overlay",
  "#ppms_cm_popup_overlay",
  "#BorlabsCookieBox",
  "#BorlabsCookieEntranceA",
  "#hs-eu-cookie-confirmation",
  "#gdpr-cookie-message",
  "[id^=sp_message_container_]",
  ".termly-styles-root",
  "#termly-code-snippet-support",
  "#moove_gdpr_cookie_info_bar",
  ".cookiefirst-root",
  "#coiOverlay"
].join(",")

/** What hints at a consent dialog that is not in the list. */
const hints =
  "[id*=consent i],[class*=consent i],[id*=cookie i],[class*=cookie i],[id*=gdpr i],[class*=gdpr i],[id*=cmp i]"

const promise = <A>(f: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: f, catch: (error) => error })

/** Removes the dialogs of known consent managers; its value says whether another one seems to be there. */
export const removeConsentScript = `(() => {
  const found = document.querySelectorAll(${JSON.stringify(boxes)})
  for (const box of found) box.remove()
  if (found.length > 0) for (const element of [document.documentElement, document.body]) {
    if (!element) continue
    if (getComputedStyle(element).overflowY === "hidden") element.style.setProperty("overflow", "auto", "important")
  }
  return document.querySelector(${JSON.stringify(hints)}) !== null
})()`

/** How long a script that answers dialogs may take. */
const patience = 1_500

/** Runs the operator's script that answers dialogs, and gives it time. */
export const answerConsent = Effect.fnUntraced(function*(page: Page, script: string): Effect.fn.Return<void> {
  yield* Effect.ignore(promise(() => page.evaluate(script)))
  yield* Effect.sleep(patience)
})
