import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { needing } from "../../common/test/components.ts"
import { executable } from "./Chromium.ts"

const fixture = fileURLToPath(new URL("fixtures/sandbox.ts", import.meta.url))

// A user of its own, without rights, whatever user runs the tests: Chromium has no sandbox for root.
const asUser = ["--user", "--map-user=1000", "--map-group=1000"]

const run = (args: ReadonlyArray<string>, sandbox?: "on" | "off") =>
  new Promise<string>((resolve, reject) => {
    execFile("unshare", [...asUser, ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: "/tmp",
        DUNLIN_BROWSER: executable,
        ...(sandbox === undefined ? {} : { DUNLIN_BROWSER_SANDBOX: sandbox })
      }
    }, (error, stdout) => error === null ? resolve(stdout) : reject(error))
    // the last line is the result: the engine logs a browser that it cannot start
  }).then((stdout): any => JSON.parse(stdout.trim().split("\n").at(-1)!))

const node = [process.execPath, fixture]

describe("the browser's sandbox", needing("Chromium", "user namespaces"), () => {
  it("confines every renderer, unless it is switched off", async () => {
    const standard = await run(node)
    assert.deepStrictEqual([standard.status, standard.uid, standard.switchedOff], [200, 1000, false])
    assert.isNotEmpty(standard.renderers)
    // 2: a seccomp filter is in force
    assert.isTrue(standard.renderers.every((mode: number) => mode === 2))
    assert.isTrue((await run(node, "off")).switchedOff)
  })

  it("is never disabled silently: without user namespaces the error explains what to do", async () => {
    const deny = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\""
    const { unavailable } = await run(["--keep-caps", "sh", "-c", deny, "sh", ...node])
    assert.include(unavailable, "user namespaces")
    assert.include(unavailable, "DUNLIN_BROWSER_SANDBOX=off")
  })
})
