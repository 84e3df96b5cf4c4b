import { assert, describe, it } from "@effect/vitest"
import { Yaml } from "effect/encoding"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"
import { needing } from "../../common/test/components.ts"

const production = fileURLToPath(new URL("../docker/production/", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "dunlin-promtool-"))
afterAll(() => rmSync(folder, { recursive: true }))

const promtool = (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync("promtool", args, { encoding: "utf8", timeout: 300_000 })
  assert.strictEqual(status, 0, `${stdout}${stderr}`)
}

interface Rule {
  readonly alert: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

const { groups } = Yaml.parse(readFileSync(join(production, "alerts.yaml"), "utf8")) as {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Rule> }>
}
const rules = groups.flatMap(({ rules }) => rules)

/** Metrics of a service in trouble, each a value an hour long with a step a minute, and the labels of the alert. */
interface Trouble {
  readonly series: Readonly<Record<string, string>>
  /** The same metrics of a service that is well. */
  readonly well: Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>>
}

const server = { instance: "server-1:3003", job: "dunlin" }
const at = `{instance="${server.instance}",job="dunlin"}`
const labelled = (labels: string) => `{instance="${server.instance}",job="dunlin",${labels}}`
const { instance, job } = server

const gauge = (name: string, bad: number, good: number, labels: Readonly<Record<string, string>> = {}): Trouble => ({
  series: { [`${name}${at}`]: `${bad}x180` },
  well: { [`${name}${at}`]: `${good}x180` },
  labels
})

const troubles: Readonly<Record<string, Trouble>> = {
  DunlinDown: gauge("up", 0, 1, server),
  DunlinPartLost: {
    series: { [`dunlin_part_up${labelled("part=\"redis\",name=\"\"")}`]: "0x180" },
    well: { [`dunlin_part_up${labelled("part=\"redis\",name=\"\"")}`]: "1x180" },
    labels: { ...server, part: "redis" }
  },
  DunlinDiskAlmostFull: {
    series: { [`dunlin_disk_free_bytes${at}`]: "5x180", [`dunlin_disk_size_bytes${at}`]: "100x180" },
    well: { [`dunlin_disk_free_bytes${at}`]: "50x180", [`dunlin_disk_size_bytes${at}`]: "100x180" },
    labels: server
  },
  DunlinErrors: {
    series: {
      [`dunlin_http_requests_total${labelled("status=\"503\"")}`]: "0+10x180",
      [`dunlin_http_requests_total${labelled("status=\"200\"")}`]: "0+90x180"
    },
    well: {
      [`dunlin_http_requests_total${labelled("status=\"503\"")}`]: "0+1x180",
      [`dunlin_http_requests_total${labelled("status=\"200\"")}`]: "0+99x180"
    },
    labels: { job }
  },
  DunlinSlow: {
    series: {
      [`dunlin_http_request_duration_seconds_bucket${labelled("operation=\"search\",le=\"30\"")}`]: "0+50x180",
      [`dunlin_http_request_duration_seconds_bucket${labelled("operation=\"search\",le=\"60\"")}`]: "0+100x180",
      [`dunlin_http_request_duration_seconds_bucket${labelled("operation=\"search\",le=\"+Inf\"")}`]: "0+100x180"
    },
    well: {
      [`dunlin_http_request_duration_seconds_bucket${labelled("operation=\"search\",le=\"1\"")}`]: "0+99x180",
      [`dunlin_http_request_duration_seconds_bucket${labelled("operation=\"search\",le=\"+Inf\"")}`]: "0+100x180"
    },
    labels: { operation: "search" }
  },
  DunlinRequestsWait: gauge("dunlin_http_requests_waiting", 200, 50, server),
  DunlinTeamRefused: {
    series: { [`dunlin_team_refusals_total${labelled("team=\"acme\",status=\"429\"")}`]: "0+120x180" },
    well: { [`dunlin_team_refusals_total${labelled("team=\"acme\",status=\"429\"")}`]: "0+12x180" },
    labels: { team: "acme", status: "429" }
  },
  DunlinJobsStuck: {
    series: {
      [`dunlin_jobs_oldest_seconds${at}`]: "4000x180",
      [`dunlin_job_pages_queued${at}`]: "5x180",
      [`dunlin_job_pages_running${at}`]: "0x180",
      [`dunlin_job_pauses${at}`]: "0x180"
    },
    well: {
      [`dunlin_jobs_oldest_seconds${at}`]: "4000x180",
      [`dunlin_job_pages_queued${at}`]: "5x180",
      [`dunlin_job_pages_running${at}`]: "0x180",
      [`dunlin_job_pauses${at}`]: "1x180"
    }
  },
  DunlinJobsPaused: gauge("dunlin_job_pauses", 1, 0),
  DunlinRetentionLate: gauge("dunlin_jobs_expired_seconds", 5000, 60),
  DunlinWebhooksFail: {
    series: {
      [`dunlin_webhook_deliveries_total${labelled("outcome=\"refused\"")}`]: "0+10x180",
      [`dunlin_webhook_deliveries_total${labelled("outcome=\"delivered\"")}`]: "0+5x180"
    },
    well: {
      [`dunlin_webhook_deliveries_total${labelled("outcome=\"refused\"")}`]: "0+1x180",
      [`dunlin_webhook_deliveries_total${labelled("outcome=\"delivered\"")}`]: "0+5x180"
    }
  },
  DunlinBrowserDies: {
    series: { [`dunlin_browser_deaths_total${labelled("cause=\"crash\"")}`]: "0+1x180" },
    well: { [`dunlin_browser_deaths_total${labelled("cause=\"crash\"")}`]: "0x180" },
    labels: { instance }
  },
  DunlinEventLoopBlocked: gauge("nodejs_eventloop_lag_p99_seconds", 0.7, 0.05, server),
  DunlinMemory: gauge("process_resident_memory_bytes", 2e9, 3e8, server),
  DunlinDescriptors: {
    series: { [`process_open_fds${at}`]: "900x180", [`process_max_fds${at}`]: "1000x180" },
    well: { [`process_open_fds${at}`]: "100x180", [`process_max_fds${at}`]: "1000x180" },
    labels: server
  },
  DunlinClock: {
    series: { [`dunlin_clock_ahead_seconds${labelled("store=\"redis\"")}`]: "-5x180" },
    well: { [`dunlin_clock_ahead_seconds${labelled("store=\"redis\"")}`]: "0.5x180" },
    labels: { ...server, store: "redis" }
  },
  DunlinAuditLost: {
    series: { [`dunlin_audit_events_lost_total${at}`]: "0+1x180" },
    well: { [`dunlin_audit_events_lost_total${at}`]: "3x180" },
    labels: server
  }
}

const filled = (text: string, labels: Readonly<Record<string, string>>) =>
  text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? "")

const testOf = (rule: Rule, series: Readonly<Record<string, string>>, labels: Trouble["labels"], fires: boolean) => ({
  interval: "1m",
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  alert_rule_test: [{
    eval_time: "2h",
    alertname: rule.alert,
    exp_alerts: fires
      ? [{
        exp_labels: { ...labels, ...rule.labels },
        exp_annotations: Object.fromEntries(
          Object.entries(rule.annotations).map(([name, text]) => [name, filled(text, labels ?? {})])
        )
      }]
      : []
  }]
})

describe("Prometheus", needing("promtool"), () => {
  it("accepts the configuration and the rules", () => {
    promtool("check", "config", join(production, "prometheus.yaml"))
    promtool("check", "rules", join(production, "alerts.yaml"))
  })

  it("fires each alert for a service with a problem, and not for a healthy one", () => {
    assert.sameMembers(Object.keys(troubles), rules.map(({ alert }) => alert))
    const tests = rules.flatMap((rule) => {
      const { labels, series, well } = troubles[rule.alert]!
      return [testOf(rule, series, labels, true), testOf(rule, well, labels, false)]
    })
    const file = join(folder, "alerts.test.yaml")
    const rule_files = [join(production, "alerts.yaml")]
    writeFileSync(file, JSON.stringify({ rule_files, evaluation_interval: "5m", tests }))
    promtool("test", "rules", file)
  })
})
