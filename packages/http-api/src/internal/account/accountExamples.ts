const id = "4c8fc4d6-1fd0-4f5c-a87c-5e8605704534"
const createdAt = "2026-11-24T08:00:00.000Z"
const stored = { success: true, feedbackId: "feedback-1fd04f5ca87c5e86", creditsRefunded: 0 }

export const accountExamples = {
  "post /v2/agent": {
    request: { prompt: "Who founded Example, and when?", schema: { type: "object" } },
    response: { success: true, id }
  },
  "get /v2/agent": {
    response: {
      success: true,
      agents: [{ id, createdAt, targetHint: "Who founded Example, and when?", origin: "api", status: "completed" }]
    }
  },
  "get /v2/agent/{id}": {
    response: {
      success: true,
      status: "completed",
      data: { founder: "Ada Example", year: 1998 },
      message: "Ada Example founded it in 1998 [1].",
      expiresAt: "2026-11-25T08:00:00.000Z",
      creditsUsed: 24
    }
  },
  "delete /v2/agent/{id}": { response: { success: true } },
  "post /v2/feedback": {
    request: { endpoint: "scrape", jobId: id, rating: "bad", issues: ["missing_table"] },
    response: stored
  },
  "get /v2/feedback": {
    response: {
      success: true,
      data: [{ feedbackId: stored.feedbackId, endpoint: "scrape", jobId: id, rating: "bad", createdAt }]
    }
  },
  "/v2/search/{id}/feedback": {
    request: { rating: "good", valuableSources: [{ url: "https://example.com/" }] },
    response: stored
  },
  "/v2/team/activity": {
    response: {
      success: true,
      data: [{
        id,
        endpoint: "crawl",
        api_version: "v2",
        status: "completed",
        created_at: createdAt,
        target: "https://example.com/docs/",
        creditsUsed: 12
      }],
      cursor: null,
      has_more: false,
      warning: "Single scrapes, searches and maps are in the audit log only."
    }
  },
  "/v2/team/threat-protection": {
    response: {
      success: true,
      data: {
        enabled: true,
        enforced: false,
        allowRequestOverrides: true,
        policy: { mode: "normal", blockedTlds: ["zip"] }
      }
    }
  }
}
