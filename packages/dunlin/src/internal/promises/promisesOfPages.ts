/** Promises about pages: fetching and formats. */
import { builtIn, holds, mistyped, refuses, type Row, warns } from "./row.ts"

const modelDown = "`warning`: the model did not answer"

export const pages = {
  "private-addresses": {
    promise: "No private address is dialled unless its `host:port` is opened",
    part: "DUNLIN_EGRESS_ALLOW",
    absent: refuses("403 or the page's error"),
    wrong: mistyped,
    down: builtIn
  },
  "screenshot": {
    promise: "`screenshot`, `actions`, `waitFor` and `mobile` show the page as a browser does",
    part: "a Chromium (DUNLIN_BROWSER)",
    absent: warns("`warning` names the formats; an error where no other format is requested"),
    wrong: mistyped,
    down: refuses("the page's error, typed")
  },
  "rendered": {
    promise: "A page that is an empty shell without scripts is rendered",
    part: "a Chromium (DUNLIN_BROWSER)",
    absent: warns("`warning` on the page"),
    wrong: mistyped,
    down: warns("`warning` on the page")
  },
  "basic-proxy": {
    promise: "Every page is fetched through the proxy that is set",
    part: "DUNLIN_PROXY_BASIC",
    absent: holds("pages are fetched directly"),
    wrong: mistyped,
    down: refuses("the page's error; never around the proxy")
  },
  "enhanced-proxy": {
    promise: "`proxy: \"enhanced\"` uses the enhanced proxy, and the higher price applies only if that proxy was used",
    part: "DUNLIN_PROXY_ENHANCED",
    absent: warns("`warning`; the basic price"),
    wrong: mistyped,
    down: refuses("the page's error")
  },
  "block-ads": {
    promise: "`blockAds` leaves out what the filter lists name",
    part: "DUNLIN_FILTER_LISTS",
    absent: holds("the built-in list"),
    wrong: mistyped,
    down: refuses("no start: a list that cannot be read")
  },
  "ocr": {
    promise: "Text in pictures of PDFs is read",
    part: "tesseract, or DUNLIN_OCR_DATA",
    absent: warns("`warning` names the pages"),
    wrong: mistyped,
    down: warns("`warning`")
  },
  "media": {
    promise: "`audio` and `video` return a signed link",
    part: "yt-dlp, ffmpeg",
    absent: warns("`warning` names the program; free"),
    wrong: warns("`warning` names the setting"),
    down: warns("`warning`; free")
  },
  "json": {
    promise: "`json` is the requested data",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: warns("structured data of the page, else `json: null`, `warning` and no charge"),
    wrong: mistyped,
    down: warns(modelDown)
  },
  "question": {
    promise: "`question` is answered from the page",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: warns("a sentence of the page, else `answer: null` and `warning`"),
    wrong: mistyped,
    down: warns(modelDown)
  },
  "summary": {
    promise: "`summary` condenses the page",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: holds("sentences of the page"),
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
    promise: "`onlyCleanContent` removes what is left of boilerplate",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: warns("the original Markdown and `warning`"),
    wrong: mistyped,
    down: warns("the original Markdown and `warning`")
  },
  "change-tracking-json": {
    promise: "The json mode of `changeTracking` compares fields",
    part: "DUNLIN_MODEL_URL, DUNLIN_MODEL",
    absent: warns("`warning`; the comparison by lines stays"),
    wrong: mistyped,
    down: warns(modelDown)
  },
  "redaction": {
    promise: "`redactPII` takes personal data out of every text, or withholds the text",
    part: "DUNLIN_PII_URL",
    absent: warns("the built-in engine, and `warning` in the mode `accurate`"),
    wrong: mistyped,
    down: warns("the text is withheld, `metadata.error` says so, and the page is free")
  },
  "profile": {
    promise: "A `profile` is there for later requests, also after a restart",
    part: "the data folder, DUNLIN_PROFILE_KEY",
    absent: holds("a random key is kept in the data folder; without a folder, `warning`"),
    wrong: mistyped,
    down: refuses("the page's error; no start with another key")
  },
  "links": {
    promise: "A link to a screenshot is valid for 24 hours, also after a restart",
    part: "the data folder, DUNLIN_SIGNING_KEY",
    absent: holds("a random key is kept in the data folder; without a folder, `warning`"),
    wrong: mistyped,
    down: warns("the file is missing, and `warning` says so")
  },
  "clients-reach-links": {
    promise: "A client can open the links of an answer",
    part: "DUNLIN_PUBLIC_URL",
    absent: holds("the address listened on; log, `doctor` and `/health` warn where that is every address"),
    wrong: mistyped,
    down: builtIn
  }
} satisfies Record<string, Row>
