import { assert, describe, it } from "@effect/vitest"
import { Yaml } from "effect/encoding"
import { readdirSync, readFileSync } from "node:fs"

const root = new URL("../../../", import.meta.url)
const docker = new URL("../docker/", import.meta.url)
const read = (name: string) => readFileSync(new URL(name, docker), "utf8")
const settings = readFileSync(new URL("docs/reference/settings.md", root), "utf8")
const runbook = readFileSync(new URL("docs/how-to/respond-to-alerts.md", root), "utf8")

/** Names of metrics that the source makes. */
const metrics = (() => {
  const names = new Set<string>(["up"])
  for (const folder of readdirSync(new URL("packages/", root))) {
    const source = new URL(`packages/${folder}/src/`, root)
    let files: ReadonlyArray<string> = []
    try {
      files = readdirSync(source, { recursive: true, encoding: "utf8" })
    } catch {
      continue
    }
    for (const file of files.filter((name) => name.endsWith(".ts"))) {
      const text = readFileSync(new URL(file, source), "utf8")
      for (const [, name] of text.matchAll(/"((?:dunlin|process|nodejs)_[a-z0-9_]+)"/g)) names.add(name!)
    }
  }
  return names
})()

/** The metrics of an expression, without the endings of histograms. */
const metricsOf = (expression: string) =>
  [...expression.matchAll(/\b(?:dunlin|process|nodejs)_[a-z0-9_]+|\bup\b/g)].map(([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, "")
  )

describe("the example of a production setup", () => {
  const compose = Yaml.parse(read("production/compose.yaml")) as any
  const services = Object.entries<any>(compose.services)
  const ours = services.filter(([name]) => /^(?:server|worker)-/.test(name))

  it("has two servers and two workers, with existing settings", () => {
    assert.strictEqual(ours.length, 4)
    for (const [name, { environment }] of ours) {
      const unknown = Object.keys(environment).filter((one) =>
        one.startsWith("DUNLIN_") && !settings.includes(`\`${one}\``)
      )
      assert.deepStrictEqual(unknown, [], name)
    }
  })

  it("contains no secret values, and publishes no internal port", () => {
    const text = read("production/compose.yaml")
    assert.notMatch(text, /(?:PASSWORD|SECRET|KEY)[A-Z_]*:-/)
    for (const [, { ports = [] }] of services) for (const port of ports) assert.match(port, /^127\.0\.0\.1:/)
    for (const line of read("production/environment.example").matchAll(/^(\w*(?:PASSWORD|SECRET|_KEY))=(.*)$/gm)) {
      assert.isTrue(line[2] === "" || line[1] === "S3_ACCESS_KEY", line[0])
    }
  })

  it("restricts every service: no capability, no new privileges, a memory limit", () => {
    for (const [name, service] of services) {
      if (name === "storage-bucket") continue
      assert.deepStrictEqual(service.cap_drop, ["ALL"], name)
      assert.include(service.security_opt, "no-new-privileges:true", name)
      assert.isDefined(service.mem_limit, name)
    }
    for (const [, { pids_limit: pids, read_only: isReadOnly }] of ours) {
      assert.isTrue(isReadOnly)
      assert.isNumber(pids)
    }
  })

  it("pins every image by version and digest", () => {
    for (const [name, { image }] of services) {
      if (/^\$\{\w+:\?/.test(image) || name.startsWith("server") || name.startsWith("worker")) continue
      assert.match(image, /:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}\}$/, name)
    }
  })

  it("mounts existing files, and scrapes every process", () => {
    const folder = new URL("production/", docker)
    for (const [, { volumes = [] }] of services) {
      for (const volume of volumes as ReadonlyArray<string>) {
        const file = volume.split(":")[0]!
        if (file.startsWith(".") && file !== "./teams.json") {
          assert.isNotEmpty(readFileSync(new URL(file, folder), "utf8"))
        }
      }
    }
    const { scrape_configs: configs } = Yaml.parse(read("production/prometheus.yaml")) as any
    const targets = configs[0].static_configs.flatMap(({ targets }: any) => targets)
    assert.sameMembers(targets, ours.map(([name]) => `${name}:3003`))
  })
})

describe("alerts and dashboard", () => {
  const { groups } = Yaml.parse(read("production/alerts.yaml")) as any
  const rules: ReadonlyArray<any> = groups.flatMap(({ rules }: any) => rules)

  it("use existing metrics", () => {
    const { panels } = JSON.parse(read("production/grafana/dashboard.json"))
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr))
    ]
    const unknown = expressions.flatMap(metricsOf).filter((name) => !metrics.has(name))
    assert.deepStrictEqual([...new Set(unknown)], [])
  })

  it("link to a section of the page that explains what to do", () => {
    const anchors = new Set(
      [...runbook.matchAll(/^## (.+)$/gm)].map(([, title]) =>
        title!.toLowerCase().replace(/[^a-z0-9 ]/g, "").replaceAll(" ", "-")
      )
    )
    for (const { alert, annotations } of rules) {
      assert.isTrue(anchors.has(annotations.runbook.split("#")[1]), annotations.runbook)
      assert.include(runbook, `\`${alert}\``)
    }
  })
})

describe("kubernetes", () => {
  const documents = ["server.yaml", "worker.yaml"].flatMap((name) =>
    read(`kubernetes/${name}`).split(/^---$/m).map((text) => Yaml.parse(text) as any)
  )

  it("separates liveness from readiness, and runs without privileges", () => {
    const deployments = documents.filter(({ kind }) => kind === "Deployment")
    assert.strictEqual(deployments.length, 2)
    for (const { spec } of deployments) {
      const pod = spec.template.spec
      const [container] = pod.containers
      assert.strictEqual(container.livenessProbe.httpGet.path, "/health")
      assert.strictEqual(container.readinessProbe.httpGet.path, "/ready")
      assert.isTrue(pod.securityContext.runAsNonRoot)
      assert.isTrue(container.securityContext.readOnlyRootFilesystem)
      assert.isFalse(container.securityContext.allowPrivilegeEscalation)
      assert.isDefined(container.resources.limits.memory)
      assert.isAbove(pod.terminationGracePeriodSeconds, 30)
    }
  })

  it("has existing settings", () => {
    const { data } = Yaml.parse(read("kubernetes/settings.yaml")) as any
    const secrets = [...read("kubernetes/secrets.example").matchAll(/^(DUNLIN_\w+)=/gm)].map(([, name]) => name!)
    const unknown = [...Object.keys(data), ...secrets].filter((name) => !settings.includes(`\`${name}\``))
    assert.deepStrictEqual(unknown, [])
  })
})
