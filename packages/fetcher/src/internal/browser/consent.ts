import * as Effect from "effect/Effect"
import type { CDPSession } from "playwright-core"
import type { Remote } from "./calls.ts"
import { evaluate } from "./evaluate.ts"

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

const hints =
  "[id*=consent i],[class*=consent i],[id*=cookie i],[class*=cookie i],[id*=gdpr i],[class*=gdpr i],[id*=cmp i]"

export const removeConsentScript = `(() => {
  const found = document.querySelectorAll(${JSON.stringify(boxes)})
  for (const box of found) box.remove()
  if (found.length > 0) for (const element of [document.documentElement, document.body]) {
    if (!element) continue
    if (getComputedStyle(element).overflowY === "hidden") element.style.setProperty("overflow", "auto", "important")
  }
  const isOver = (element) => {
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const { position } = getComputedStyle(up)
      if (position === "fixed" || position === "sticky" || up.getAttribute("role") === "dialog") {
        return up.getBoundingClientRect().height > 0
      }
    }
    return false
  }
  return Array.from(document.querySelectorAll(${JSON.stringify(hints)})).slice(0, 50).some(isOver)
})()`

const patience = { find: 1_500, answer: 4_000 }

const waitForAnswer = `new Promise((resolve) => {
  const start = performance.now()
  const look = () => {
    const { messages = [] } = window.autoconsentStandalone || {}
    const types = new Set(Array.from(messages, (message) => message && message.type))
    const limit = types.has("popupFound") ? ${patience.answer} : ${patience.find}
    if (types.has("autoconsentDone") || types.has("autoconsentError") || performance.now() - start > limit) resolve()
    else setTimeout(look, 50)
  }
  look()
})`

export const answerConsent = (session: Remote<CDPSession>, script: string): Effect.Effect<void> =>
  Effect.ignore(Effect.andThen(evaluate(session, `{${script}\n}`), evaluate(session, waitForAnswer)))
