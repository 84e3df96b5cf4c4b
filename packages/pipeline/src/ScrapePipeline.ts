/**
 * Defines the stages of a scrape: threat -> load -> transform -> redact -> derive -> track -> media -> finish.
 *
 * @since 0.1.0
 */
import { deriveFormats } from "./internal/deriveFormats.ts"
import { extractMedia } from "./internal/extractMedia.ts"
import { finishDocument } from "./internal/finishDocument.ts"
import { guardUrl } from "./internal/guardUrl.ts"
import { loadPage } from "./internal/loadPage.ts"
import { needing, prove } from "./internal/needs.ts"
import { redactDocument } from "./internal/redactDocument.ts"
import * as Stage from "./internal/stage.ts"
import { trackChanges } from "./internal/trackChanges.ts"
import { transformPage } from "./internal/transformPage.ts"
import * as Pipeline from "./Pipeline.ts"
import type * as ScrapeState from "./ScrapeState.ts"

/**
 * Checks the team's permissions and the URL against the threat policy. Adds `checkHop` and `scanned`; fails with
 * `NotAllowed` or `ThreatBlocked`.
 *
 * @category stages
 * @since 0.1.0
 */
export const threat = Stage.make("threat", guardUrl)

/**
 * Loads the page from the cache or the network. Adds `page`, `cacheState` and `cachedAt`.
 *
 * @category stages
 * @since 0.1.0
 */
export const load = needing(Stage.make("load", loadPage), { checkHop: "function" })

/**
 * Parses the page once, and creates every format that needs no model. Adds `document` and `pdfPages`.
 *
 * @category stages
 * @since 0.1.0
 */
export const transform = needing(Stage.make("transform", transformPage), { page: "object" })

/**
 * Redacts personal data in the document if `redactPII` is set. Replaces `document`.
 *
 * @category stages
 * @since 0.1.0
 */
export const redact = needing(Stage.make("redact", redactDocument), { document: "object" })

/**
 * Derives summary, json, answer, highlights and cleaned Markdown from the redacted text. Replaces `document`, adds
 * `tracked`.
 *
 * @category stages
 * @since 0.1.0
 */
export const derive = needing(Stage.make("derive", deriveFormats), { page: "object", document: "object" })

/**
 * Compares the page with its last version if `changeTracking` is requested. Replaces `document`.
 *
 * @category stages
 * @since 0.1.0
 */
export const track = needing(Stage.make("track", trackChanges), { page: "object", document: "object" })

/**
 * Downloads the page's audio or video if the formats request it. Adds `media`.
 *
 * @category stages
 * @since 0.1.0
 */
export const media = needing(Stage.make("media", extractMedia), { page: "object" })

/**
 * Stores files, completes the metadata, and removes formats that were not requested. Adds `scraped`.
 *
 * @category stages
 * @since 0.1.0
 */
export const finish = needing(Stage.make("finish", finishDocument), { page: "object", document: "object" })

/**
 * The default pipeline of a scrape.
 *
 * @category pipelines
 * @since 0.1.0
 */
export const scrape = prove(
  Pipeline.make<ScrapeState.Input>()(
    threat,
    load,
    transform,
    redact,
    derive,
    track,
    media,
    finish
  )
)
