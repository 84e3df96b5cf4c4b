/** Lists the versions of the clients that the scripts call, by the client's name in the record. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

const found = (text: string, pattern: RegExp, what: string): string => {
  const version = pattern.exec(text)?.[1]
  if (version === undefined) throw new Error(`There is no version of ${what}`)
  return version
}

export const versions = (root: string): ReadonlyArray<readonly [client: string, version: string]> => {
  const sdks = join(root, "packages/tools/bench/src/sdks")
  const read = (file: string): string => readFileSync(file, "utf8")
  return [
    [
      "@mendable/firecrawl-js",
      found(read(join(root, "pnpm-workspace.yaml")), /"@mendable\/firecrawl-js": (\S+)/, "@mendable/firecrawl-js")
    ],
    ["firecrawl-py", found(read(join(sdks, "python.ts")), /VERSION = "([^"]+)"/, "firecrawl-py")],
    ["firecrawl-go", found(read(join(sdks, "go/go.mod")), /firecrawl-go v(\S+)/, "firecrawl-go")],
    [
      "firecrawl-java-sdk",
      found(read(join(sdks, "java/pom.xml")), /java-sdk<\/artifactId>\s*<version>([^<]+)/, "firecrawl-java-sdk")
    ],
    ["firecrawl (crate)", found(read(join(sdks, "rust/Cargo.toml")), /firecrawl = "=([^"]+)"/, "firecrawl")]
  ]
}
