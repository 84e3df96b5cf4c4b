import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

// Debian keeps the server's programs out of the PATH.
export const bin = ["/usr/local/bin", "/usr/bin"]
  .concat(
    existsSync("/usr/lib/postgresql")
      ? readdirSync("/usr/lib/postgresql").sort().reverse().map((version) => `/usr/lib/postgresql/${version}/bin`)
      : []
  )
  .find((path) => existsSync(join(path, "initdb")) && existsSync(join(path, "postgres")))

// The server refuses to run as root.
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const freePort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})

/** A PostgreSQL server of its own, for as long as the scope lasts. */
export const server = Effect.acquireRelease(
  Effect.gen(function*() {
    if (bin === undefined) return yield* Effect.die(new Error("PostgreSQL is not installed"))
    const port = yield* freePort
    const folder = mkdtempSync(join(tmpdir(), "dunlin-postgres-"))
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
    const data = join(folder, "data")
    spawnSync(join(bin, "initdb"), ["-D", data, "-U", "dunlin", "-A", "trust", "--no-sync"], { ...user, cwd: folder })
    const child = spawn(join(bin, "postgres"), [
      "-D",
      data,
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-k",
      folder,
      "-F"
    ], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"]
    })
    yield* Effect.callback<void>((resume) => {
      child.stderr.on("data", (chunk) => String(chunk).includes("ready to accept") && resume(Effect.void))
      child.on("close", () => resume(Effect.die(new Error("PostgreSQL did not start"))))
    })
    return { child, folder, url: `postgres://dunlin@127.0.0.1:${port}/postgres` }
  }),
  ({ child, folder }) =>
    Effect.callback<void>((resume) => {
      child.on("close", () => resume(Effect.sync(() => rmSync(folder, { recursive: true }))))
      child.kill("SIGINT")
    })
)
