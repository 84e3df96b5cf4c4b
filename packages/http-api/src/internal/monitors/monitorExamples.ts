import type { Monitor, MonitorCheck } from "@dunlin/schema/Monitor"

const summary = { totalPages: 1, same: 0, changed: 1, new: 0, removed: 0, error: 0 }

const monitor: Monitor = {
  id: "0d8f2c3e-4f0e-4f5c-8c43-1f6f0a1f7c55",
  name: "Prices",
  status: "active",
  schedule: { cron: "*/30 * * * *", timezone: "Europe/Berlin" },
  nextRunAt: "2026-11-24T08:30:00.000Z",
  lastRunAt: "2026-11-24T08:00:00.000Z",
  currentCheckId: null,
  targets: [{ type: "scrape", urls: ["https://example.com/"], id: "target-1", scrapeOptions: { maxAge: 0 } }],
  webhook: { url: "https://receiver.example/" },
  notification: null,
  retentionDays: 30,
  estimatedCreditsPerMonth: 1440,
  lastCheckSummary: summary,
  goal: null,
  judgeEnabled: true,
  sensitivity: { mode: "semantic", minimum: 0 },
  quietHours: null,
  feeds: {
    atom: "http://127.0.0.1:3002/v2/monitor/0d8f2c3e-4f0e-4f5c-8c43-1f6f0a1f7c55/feed.atom?token=...",
    json: "http://127.0.0.1:3002/v2/monitor/0d8f2c3e-4f0e-4f5c-8c43-1f6f0a1f7c55/feed.json?token=..."
  },
  createdAt: "2026-11-24T07:45:00.000Z",
  updatedAt: "2026-11-24T07:45:00.000Z"
}

const check: MonitorCheck = {
  id: "7d1c1f0a-4f0e-8c43-a1f6-5e8605704534",
  monitorId: monitor.id,
  status: "completed",
  trigger: "scheduled",
  scheduledFor: "2026-11-24T08:00:00.000Z",
  startedAt: "2026-11-24T08:00:00.400Z",
  finishedAt: "2026-11-24T08:00:01.900Z",
  estimatedCredits: null,
  reservedCredits: null,
  actualCredits: 1,
  billingStatus: "confirmed",
  summary,
  error: null,
  createdAt: "2026-11-24T08:00:00.400Z",
  updatedAt: "2026-11-24T08:00:01.900Z"
}

const request = {
  name: "Prices",
  schedule: { text: "every 30 minutes", timezone: "Europe/Berlin" },
  targets: [{ type: "scrape", urls: ["https://example.com/"] }],
  webhook: { url: "https://receiver.example/" }
}

const page = {
  id: "4f0e8c43a1f65e8605704534d1c1f0a7",
  targetId: "target-1",
  url: "https://example.com/",
  status: "changed",
  isBaseline: false,
  statusCode: 200,
  error: null,
  metadata: { title: "Example Domain" },
  diff: { text: "--- previous\n+++ current\n@@ -1 +1 @@\n-Pears 2.10\n+Pears 1.80\n" },
  snapshot: null,
  judgment: null,
  createdAt: "2026-11-24T08:00:01.200Z"
}

export const monitorExamples = {
  "post /v2/monitor": { request, response: { success: true, data: monitor } },
  "get /v2/monitor": { response: { success: true, data: [monitor] } },
  "get /v2/monitor/{id}": { response: { success: true, data: monitor } },
  "patch /v2/monitor/{id}": {
    request: { status: "paused" },
    response: { success: true, data: { ...monitor, status: "paused", nextRunAt: null } }
  },
  "delete /v2/monitor/{id}": { response: { success: true } },
  "/v2/monitor/{id}/run": {
    response: { success: true, data: { ...check, status: "running", trigger: "manual", finishedAt: null } }
  },
  "/v2/monitor/{id}/checks": { response: { success: true, data: [check] } },
  "/v2/monitor/{id}/checks/{checkId}": {
    response: { success: true, data: { ...check, pages: [page], next: null }, next: null }
  }
}
