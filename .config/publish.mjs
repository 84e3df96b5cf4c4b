// Publishes the tarballs of `npm run build -- <folder>`, each package after those it needs; versions that are there already
// are left alone, so that a run that broke off is run again.
//   node .config/publish.mjs <folder>
// npm itself publishes: it signs in by OIDC where a trusted publisher is set up, and adds provenance then.
import { execFileSync, spawnSync } from "node:child_process"
import { appendFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { published } from "./packages.mjs"

const folder = process.argv[2]
if (folder === undefined) {
  console.error("usage: node .config/publish.mjs <folder with tarballs>")
  process.exit(2)
}

const packages = published.map(({ manifest }) => manifest)

/** Packages in an order in which each comes after those it needs. */
const ordered = () => {
  const byName = new Map(packages.map((manifest) => [manifest.name, manifest]))
  const done = new Set()
  const visit = (manifest) => {
    if (done.has(manifest)) return
    done.add(manifest)
    for (const name of Object.keys(manifest.dependencies ?? {})) if (byName.has(name)) visit(byName.get(name))
    order.push(manifest)
  }
  const order = []
  packages.forEach(visit)
  return order
}

const isPublished = ({ name, version }) => {
  const { status, stdout } = spawnSync("npm", ["view", `${name}@${version}`, "version"], { encoding: "utf8" })
  return status === 0 && stdout.trim() === version
}

const tarballOf = ({ name, version }) => {
  const file = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`npm run build -- ${folder}\` first`)
  return file
}

/** Tells the action of changesets which tag and release to make. */
const tell = ({ name, version }) => {
  const file = process.env.CHANGESETS_OUTPUT
  const event = { type: "git-tag", tag: `${name}@${version}`, packageName: name }
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(event)}\n`)
}

for (const manifest of ordered()) {
  const { name, version } = manifest
  if (isPublished(manifest)) {
    console.log(`${name}@${version} is there`)
    continue
  }
  execFileSync("npm", ["publish", tarballOf(manifest), "--access", "public"], {
    stdio: ["ignore", "ignore", "inherit"]
  })
  tell(manifest)
  console.log(`${name}@${version} published`)
}
