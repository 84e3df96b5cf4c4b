/** Promises about pages: fetching and formats. */
import { builtIn, holds, mistyped, refuses, type Row, warns } from "./row.ts"

const modelDown = "`warning`: the model did not respond"

export const pages = {
  "private-addresses": {
    promise: "Requests to private addresses are rejected unless `host:port` is allowed",
    part: "DUNLIN_EGRESS_ALLOW",
    absent: refuses("403 or the page's error"),
    wrong: mistyped,
    down: builtIn
  },
  "screenshot": {
    promise: "`screenshot`, `actions`, `waitFor` and `mobile` show the page as a browser does",
    part: "a Chromium (DUNLIN_BROWSER)",
    absent: warns("`warning` lists the omitted formats; an error if no other format is requested"),
    wrong: mistyped,
    down: refuses("the page's error, typed")
  },
  "rendered": {
    promise: "A page that is empty without scripts is rendered in a browser",
    part: "a Chromium (DUNLIN_BROWSER)",
    absent: warns("`warning` on the page"),
    wrong: mistyped,
    down: warns("`warning` on the page")
  },
  "basic-proxy": {
    promise: "Every page is fetched through the configured proxy",
    part: "DUNLIN_PROXY_BASIC",
    absent: holds("pages are fetched directly"),
    wrong: mistyped,
    down: refuses("the page's error; the proxy is never bypassed")
  },
  "enhanced-proxy": {
    promise: "`proxy: \"enhanced\"` uses the enhanced proxy; the higher price applies only if it was used",
    part: "DUNLIN_PROXY_ENHANCED",
    absent: warns("`warning`; the basic price"),
    wrong: mistyped,
    down: refuses("the page's error")
  },
  "block-ads": {
    promise: "`blockAds` blocks what the filter lists name",
    part: "DUNLIN_FILTER_LISTS",
    absent: holds("the built-in list"),
    wrong: mistyped,
    down: refuses("no start: unreadable list")
  },
  "ocr": {
    promise: "Images in PDFs are read by OCR",
    part: "tesseract, or DUNLIN_OCR_DATA",
    absent: warns("`warning` lists the pages"),
    wrong: mistyped,
    down: warns("`warning`")
  },
  "media": {
    promise: "`audio` and `video` return a signed link",
    part: "yt-dlp, ffmpeg",
    absent: warns("`warning` names the missing program; no charge"),
    wrong: warns("`warning` names the setting"),
    down: warns("`warning`; free")
  },
  "json": {
    promise: "`json` returns the requested data",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: warns("the page's structured data; without it `json: null`, `warning` and no charge"),
    wrong: mistyped,
    down: warns(modelDown)
  },
  "question": {
    promise: "`question` returns an answer from the page",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: warns("a sentence from the page; without one `answer: null` and `warning`"),
    wrong: mistyped,
    down: warns(modelDown)
  },
  "summary": {
    promise: "`summary` summarizes the page",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: holds("sentences from the page"),
    wrong: mistyped,
    down: warns(modelDown)
  },
  "highlights": {
    promise: "The format `highlights` quotes the page",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: holds("passages chosen by ranking"),
    wrong: mistyped,
    down: warns(modelDown)
  },
  "clean-content": {
    promise: "`onlyCleanContent` removes remaining boilerplate",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: warns("the original Markdown and `warning`"),
    wrong: mistyped,
    down: warns("the original Markdown and `warning`")
  },
  "change-tracking-json": {
    promise: "The json mode of `changeTracking` compares fields",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: warns("`warning`; the line diff is returned"),
    wrong: mistyped,
    down: warns(modelDown)
  },
  "redaction": {
    promise: "`redactPII` redacts personal data in every text, or withholds the text",
    part: "DUNLIN_PII_URL",
    absent: warns("the built-in engine, and `warning` in the mode `accurate`"),
    wrong: mistyped,
    down: warns("the text is withheld with `metadata.error`; no charge")
  },
  "profile": {
    promise: "A `profile` is available to later requests, also after a restart",
    part: "the data folder, DUNLIN_PROFILE_KEY",
    absent: holds("a random key in the data folder; without a folder, `warning`"),
    wrong: mistyped,
    down: refuses("the page's error; with a different key, no start")
  },
  "links": {
    promise: "A link to a screenshot is valid for 24 hours, also after a restart",
    part: "the data folder, DUNLIN_SIGNING_KEY",
    absent: holds("a random key in the data folder; without a folder, `warning`"),
    wrong: mistyped,
    down: warns("the file is omitted, with `warning`")
  },
  "clients-reach-links": {
    promise: "Clients can open the links in a response",
    part: "DUNLIN_PUBLIC_URL",
    absent: holds("the listening address; log, `doctor` and `/health` warn if that is every address"),
    wrong: mistyped,
    down: builtIn
  }
} satisfies Record<string, Row>
