import { assert, describe, it } from "@effect/vitest"
import { Yaml } from "effect/encoding"
import { readFileSync } from "node:fs"

const read = (name: string) => readFileSync(new URL(`../docker/${name}`, import.meta.url), "utf8")

/** The reference, which another test compares with what is read. */
const settings = readFileSync(new URL("../../../docs/reference/settings.md", import.meta.url), "utf8")

/** Instructions with their continuation lines joined and comments left out. */
const instructions = read("Dockerfile")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map((line) => {
    const [, keyword = "", rest = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    return { keyword, rest: rest.replace(/\s+/g, " ") }
  })

const of = (keyword: string) => instructions.filter((line) => line.keyword === keyword).map(({ rest }) => rest)

// The rules of hadolint and of Docker's own checks that a file of this size can break.
describe("Dockerfile", () => {
  it("has only valid instructions, and starts with FROM", () => {
    const known = [
      "ARG",
      "FROM",
      "COPY",
      "RUN",
      "ENV",
      "USER",
      "WORKDIR",
      "VOLUME",
      "EXPOSE",
      "HEALTHCHECK",
      "STOPSIGNAL",
      "ENTRYPOINT",
      "CMD"
    ]
    assert.deepStrictEqual(instructions.filter(({ keyword }) => !known.includes(keyword)), [])
    assert.deepStrictEqual(instructions.slice(0, 2).map(({ keyword }) => keyword), ["ARG", "FROM"])
  })

  it("pins its base image by digest", () => {
    assert.deepStrictEqual(of("FROM").map((from) => from.split(" ")[0]), ["${NODE_IMAGE}", "${NODE_IMAGE}"])
    const images = of("ARG").map((argument) => argument.split("=")[1] ?? "")
    for (const image of images) assert.match(image, /:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/)
  })

  it("is built from this checkout, without earlier build output", () => {
    const root = new URL("../../../", import.meta.url)
    const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"))
    assert.property(scripts, "build")
    assert.isTrue(of("RUN").some((run) => run === "npm run --silent build -- /tarballs"))
    const ignored = readFileSync(new URL(".dockerignore", root), "utf8").split("\n")
    for (const pattern of ["**/node_modules", "**/dist", ".toolchain"]) assert.include(ignored, pattern)
  })

  it("does not run as root", () => {
    assert.deepStrictEqual(of("USER"), ["node"])
    const after = instructions.slice(instructions.findIndex(({ keyword }) => keyword === "USER"))
    assert.isFalse(after.some(({ keyword }) => keyword === "RUN"))
  })

  it("leaves no package lists, and installs without prompts", () => {
    for (const run of of("RUN").filter((run) => run.includes("apt-get install"))) {
      assert.include(run, "--yes")
      assert.include(run, "--no-install-recommends")
      assert.include(run, "rm -rf /var/lib/apt/lists/*")
      assert.match(run, /^apt-get update && /)
    }
  })

  it("installs optional packages for its settings, in the tested versions", () => {
    const catalog = readFileSync(new URL("../../../pnpm-workspace.yaml", import.meta.url), "utf8")
    const [install = ""] = of("RUN").filter((run) => run.includes("npm install"))
    for (const name of ["playwright-core", "pg", "redis"]) {
      const [, version] = new RegExp(`^  ${name}: (\\S+)$`, "m").exec(catalog) ?? []
      assert.include(install, ` ${name}@${version} `)
    }
  })

  it("starts the program directly, so that it receives signals", () => {
    assert.deepStrictEqual(of("ENTRYPOINT").map((text) => JSON.parse(text)), [["dunlin"]])
    assert.deepStrictEqual(of("CMD").map((text) => JSON.parse(text)), [["serve"]])
    assert.strictEqual(of("HEALTHCHECK").length, 1)
  })

  it("lets malloc return the memory of large pages, as documented", () => {
    const guide = readFileSync(new URL("../../../docs/how-to/scale-out.md", import.meta.url), "utf8")
    const set = of("ENV").flatMap((env) => env.split(/\s+/)).filter((pair) => pair.startsWith("MALLOC_"))
    const told = guide.match(/MALLOC_\w+=\d+/g) ?? []
    assert.isNotEmpty(told)
    assert.sameMembers(set, told)
  })

  it("sets only existing settings, and exposes the configured port", () => {
    const environment = Object.fromEntries(of("ENV").flatMap((env) => env.split(/\s+/)).map((pair) => pair.split("=")))
    for (const name of Object.keys(environment).filter((name) => name.startsWith("DUNLIN_"))) {
      assert.isTrue(settings.includes(`\`${name}\``), name)
    }
    assert.deepStrictEqual(of("EXPOSE"), [`${environment.DUNLIN_PORT} ${environment.DUNLIN_HEALTH_PORT}`])
    assert.include(of("HEALTHCHECK")[0], `http://127.0.0.1:${environment.DUNLIN_HEALTH_PORT}/ready`)
  })
})

describe("compose.yaml", () => {
  it("is a valid compose file with matching services", () => {
    const file = Yaml.parse(read("compose.yaml")) as any
    assert.hasAllKeys(file, ["services", "volumes"])
    const { dunlin, searxng } = file.services
    assert.deepStrictEqual(dunlin.depends_on, ["searxng"])
    const folder = new URL("../docker/", import.meta.url)
    const build = new URL(dunlin.build.dockerfile, new URL(`${dunlin.build.context}/`, folder))
    assert.strictEqual(build.href, new URL("Dockerfile", folder).href)
    assert.strictEqual(dunlin.environment.DUNLIN_PROVIDER, "searxng")
    const names = Object.keys(dunlin.environment).filter((name) => !settings.includes(`\`${name}\``))
    assert.deepStrictEqual(names, [])
    assert.strictEqual(new URL(dunlin.environment.DUNLIN_SEARXNG_URL).hostname, "searxng")
    for (const port of dunlin.ports) assert.match(port, /^127\.0\.0\.1:/)
    assert.isUndefined(searxng.ports)
    for (const service of [dunlin, searxng]) {
      assert.deepStrictEqual(service.cap_drop, ["ALL"])
      assert.isUndefined(service.privileged)
    }
    assert.deepStrictEqual(dunlin.security_opt, ["no-new-privileges:true", "seccomp=./seccomp.json"])
    const mounted = searxng.volumes[0].split(":")[0]
    const { search } = Yaml.parse(read(mounted)) as any
    assert.include(search.formats, "json")
  })
})

describe("seccomp.json", () => {
  it("forbids by name, and allows what Chromium's sandbox needs", () => {
    const { defaultAction, syscalls } = JSON.parse(read("seccomp.json"))
    assert.strictEqual(defaultAction, "SCMP_ACT_ALLOW")
    const forbidden: Array<string> = syscalls.flatMap(({ names }: { readonly names: Array<string> }) => names)
    assert.deepStrictEqual(forbidden, [...new Set(forbidden)].toSorted())
    assert.isTrue(syscalls.every(({ action }: { readonly action: string }) => action === "SCMP_ACT_ERRNO"))
    for (const name of ["clone", "clone3", "unshare", "chroot", "seccomp"]) assert.notInclude(forbidden, name)
    for (const name of ["mount", "ptrace", "bpf", "kexec_load", "init_module"]) assert.include(forbidden, name)
  })
})
