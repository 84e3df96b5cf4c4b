/** Provides examples of the endpoints for uploaded files and for pages that stay open. */
import type { InteractResponse, InteractStopped } from "@dunlin/schema/Interact"
import { fileTypes } from "../parse/fileTypes.ts"

const acted: InteractResponse = {
  success: true,
  url: "https://example.com/",
  stdout: "",
  result: "[\"one\",\"two\"]",
  stderr: "",
  exitCode: 0,
  killed: false,
  expiresAt: "2026-11-24T08:02:00.000Z"
}

const stopped: InteractStopped = { success: true, sessionDurationMs: 41_300, creditsBilled: 2 }

export const interactExamples = {
  "/v2/parse": {
    response: {
      success: true,
      data: {
        markdown: "# Example Domain",
        metadata: {
          title: "Example Domain",
          sourceURL: "https://upload.invalid/example.html",
          url: "https://upload.invalid/example.html",
          statusCode: 200,
          contentType: "text/html",
          creditsUsed: 1
        }
      }
    }
  },
  "/v2/parse/formats": { response: { success: true, data: { formats: fileTypes.slice(0, 2) } } },
  "post /v2/scrape/{id}/interact": {
    request: { code: "await page.click(\"#more\"); await page.locator(\"li\").allTextContents()" },
    response: acted
  },
  "delete /v2/scrape/{id}/interact": { response: stopped }
}
