// Measures how many secrets are found by their context if no rule describes the provider's tokens:
// npm run bench -- secretFamilies [--names]
//
// A family is the alphabet and length of a provider's tokens without a prefix, from the published rules of scanners
// (gitleaks, trufflehog, kingfisher). Every second family is held out; rules are written for misses in the other half.
// Each token is written in every form. It counts as found if nine tenths of it are covered.
import { Heuristics } from "@dunlin/redaction"
import { figure } from "./report.ts"

type Next = (limit: number) => number

const numbers = (start: number): Next => {
  let state = start
  return (limit) => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0
    return Math.floor(state / 4294967296 * limit)
  }
}

const from = (next: Next, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[next(alphabet.length)]).join("")

const HEX = "0123456789abcdef"
const LOW = "abcdefghijklmnopqrstuvwxyz0123456789"
const ALN = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${LOW}`
const B64 = `${ALN}+/`
const URL = `${ALN}-_`

const uuid = (next: Next): string => [8, 4, 4, 4, 12].map((length) => from(next, HEX, length)).join("-")

type Family = readonly [provider: string, keys: ReadonlyArray<string>, token: (next: Next) => string]

const families: ReadonlyArray<Family> = [
  ["algolia", ["admin_api_key", "adminKey"], (next) => from(next, HEX, 32)],
  ["amplitude", ["api_key", "secret_key"], (next) => from(next, HEX, 32)],
  ["apiflash", ["access_key"], (next) => from(next, HEX, 32)],
  ["asana", ["client_secret"], (next) => from(next, LOW, 32)],
  ["auth0", ["client_secret"], (next) => from(next, URL, 64)],
  ["bitly", ["access_token"], (next) => from(next, HEX, 40)],
  ["blazemeter", ["api_key"], (next) => from(next, HEX, 40)],
  ["calendly", ["api_key"], (next) => from(next, ALN, 43)],
  ["checkly", ["api_key"], (next) => from(next, HEX, 32)],
  ["cloudinary", ["api_secret"], (next) => from(next, URL, 27)],
  ["codacy", ["project_token", "apiToken"], (next) => from(next, LOW, 20)],
  ["coinbase", ["api_secret"], (next) => from(next, URL, 64)],
  ["confluent", ["secret"], (next) => from(next, B64, 64)],
  ["contentstack", ["management_token"], (next) => "cs" + from(next, HEX, 20)],
  ["coveralls", ["repo_token"], (next) => from(next, ALN, 37)],
  ["datadog", ["app_key", "applicationKey"], (next) => from(next, HEX, 40)],
  ["deepgram", ["api_key"], (next) => from(next, HEX, 40)],
  ["discogs", ["token"], (next) => from(next, ALN, 40)],
  ["dronahq", ["api_token"], (next) => from(next, HEX, 50)],
  ["droneci", ["access_token"], (next) => from(next, LOW, 32)],
  ["etsy", ["access_token"], (next) => from(next, LOW, 24)],
  ["fastly", ["api_token"], (next) => from(next, URL, 32)],
  ["finicity", ["api_token"], (next) => from(next, HEX, 32)],
  ["flickr", ["access_token"], (next) => from(next, LOW, 32)],
  ["freshbooks", ["access_token"], (next) => from(next, HEX, 64)],
  ["geoapify", ["api_key"], (next) => from(next, HEX, 32)],
  ["gitter", ["access_token"], (next) => from(next, HEX, 40)],
  ["gocardless", ["api_token"], (next) => "live_" + from(next, URL, 40)],
  ["happi", ["api_key"], (next) => from(next, ALN, 56)],
  ["hunter", ["api_key"], (next) => from(next, HEX, 40)],
  ["infracost", ["api_key"], (next) => "ico-" + from(next, ALN, 32)],
  ["intercom", ["api_key"], (next) => from(next, URL, 60) + "="],
  ["ipstack", ["access_key"], (next) => from(next, HEX, 32)],
  ["jfrog", ["api_key", "identityToken"], (next) => from(next, ALN, 73)],
  ["kraken", ["access_token"], (next) => from(next, B64, 80)],
  ["kucoin", ["secret_key"], uuid],
  ["linkedin", ["client_secret"], (next) => from(next, ALN, 16)],
  ["looker", ["client_secret"], (next) => from(next, LOW, 24)],
  ["mailerlite", ["api_key"], (next) => from(next, HEX, 32)],
  ["mattermost", ["access_token"], (next) => from(next, LOW, 26)],
  ["messagebird", ["api_token"], (next) => from(next, LOW, 25)],
  ["mixpanel", ["api_secret"], (next) => from(next, HEX, 32)],
  ["monday", ["api_token"], (next) => from(next, ALN, 32)],
  ["netsuite", ["consumer_secret"], (next) => from(next, HEX, 64)],
  ["nytimes", ["access_token"], (next) => from(next, URL, 32)],
  ["okta", ["access_token"], (next) => "00" + from(next, URL, 40)],
  ["opsgenie", ["api_key"], uuid],
  ["pagerduty", ["api_token"], (next) => "u+" + from(next, URL, 18)],
  ["papertrail", ["api_token"], (next) => from(next, ALN, 20)],
  ["parseur", ["api_key"], (next) => from(next, HEX, 40)],
  ["plaid", ["client_id_secret", "secretKey"], (next) => from(next, HEX, 30)],
  ["privateai", ["api_key"], (next) => from(next, HEX, 32)],
  ["pulsar", ["jwt_secret"], (next) => from(next, B64, 44) + "="],
  ["rapidapi", ["key"], (next) => from(next, ALN, 50)],
  ["sendbird", ["access_token"], (next) => from(next, HEX, 40)],
  ["sidekiq", ["enterprise_secret"], (next) => from(next, HEX, 8) + ":" + from(next, HEX, 8)],
  ["snowflake", ["password"], (next) => from(next, ALN, 14) + "!"],
  ["squarespace", ["access_token"], uuid],
  ["sumologic", ["access_key"], (next) => from(next, ALN, 64)],
  ["tatum", ["api_key"], (next) => `${uuid(next)}_${from(next, HEX, 8)}`],
  ["travisci", ["access_token"], (next) => from(next, ALN, 22)],
  ["trello", ["api_key"], (next) => from(next, HEX, 32)],
  ["twitter", ["api_secret"], (next) => from(next, ALN, 50)],
  ["vimeo", ["client_secret"], (next) => from(next, ALN, 128)],
  ["weatherstack", ["access_key"], (next) => from(next, HEX, 32)],
  ["webflow", ["api_token"], (next) => from(next, HEX, 64)],
  ["wepay", ["access_token"], (next) => "STAGE_" + from(next, HEX, 60)],
  ["yelp", ["api_key"], (next) => from(next, URL, 128)],
  ["zendesk", ["secret_key"], (next) => from(next, ALN, 40)],
  ["zeplin", ["token"], (next) => from(next, URL, 100)]
]

const title = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

type Form = readonly [name: string, write: (p: string, k: string, v: string) => string]

const forms: ReadonlyArray<Form> = [
  ["env", (p, k, v) => `${p.toUpperCase()}_${k.toUpperCase()}=${v}`],
  ["env provider only", (p, _k, v) => `# ${p}\n${p.toUpperCase()}=${v}\nPORT=80`],
  ["yaml nested", (p, k, v) => `${p}:\n  region: eu\n  ${k}: ${v}`],
  ["toml section", (p, k, v) => `[${p}]\nenabled = true\n${k} = "${v}"`],
  ["js camel", (p, k, v) => `const ${p}${k.split("_").map(title).join("")} = '${v}'`],
  ["js client", (p, _k, v) => `const client = new ${title(p)}("${v}", { region: "eu" })`],
  ["py client kw", (p, k, v) => `client = ${p}.Client(${k.toLowerCase()}="${v}")`],
  ["py client pos", (p, _k, v) => `${p} = ${title(p)}Client("${v}")`],
  ["json nested", (p, k, v) => `{"${p}": {"enabled": true, "${k}": "${v}"}}`],
  ["json provider value", (p, _k, v) => `{"provider": "${p}", "value": "${v}"}`],
  ["header auth", (p, _k, v) => `curl https://api.${p}.example/v1/me -H "Authorization: ${v}"`],
  ["header own", (p, _k, v) => `curl https://api.${p}.example/v1/me -H "X-${title(p)}-Auth: ${v}"`],
  ["header bearer", (_p, _k, v) => `Authorization: Bearer ${v}`],
  ["header token", (_p, _k, v) => `headers = {"Authorization": "Token ${v}"}`],
  ["basic auth flag", (p, _k, v) => `curl -u ${v}: https://api.${p}.example/v1`],
  ["url userinfo", (p, _k, v) => `git clone https://x:${v.replace(/[/+]/g, "a")}@git.${p}.example/app.git`],
  ["url query", (p, k, v) => `https://api.${p}.example/v1/items?${k}=${encodeURIComponent(v)}&page=2`],
  ["url path bot", (p, _k, v) => `https://hooks.${p}.example/services/${v.replace(/[/+=]/g, "a")}`],
  ["prose", (p, k, v) => `The ${p} ${k.replace(/_/g, " ")} is ${v}.`],
  ["prose here", (p, k, v) => `Here is my ${p} ${k.replace(/_/g, " ")}: ${v} please rotate it`],
  ["log", (p, k, v) => `12:00:01 INFO ${p}: authenticating with ${k}=${v}`],
  ["log json", (p, k, v) => `level=info msg="calling ${p}" ${k}="${v}" attempt=1`],
  ["cli flag", (p, k, v) => `${p} login --${k.replace(/_/g, "-")} ${v}`],
  ["cli config", (p, k, v) => `${p} config set ${k} ${v}`],
  ["ci secret", (p, k, v) => `- name: ${p.toUpperCase()}_${k.toUpperCase()}\n  value: ${v}`],
  ["k8s stringData", (p, k, v) => `kind: Secret\nmetadata:\n  name: ${p}\nstringData:\n  ${k}: ${v}`],
  ["tf var", (p, k, v) => `variable "${p}_${k}" {\n  default = "${v}"\n}`],
  ["tf provider", (p, k, v) => `provider "${p}" {\n  ${k} = "${v}"\n}`],
  ["java const", (p, k, v) => `private static final String ${p.toUpperCase()}_${k.toUpperCase()} = "${v}";`],
  ["go struct", (p, k, v) => `cfg := ${p}.Config{${k.split("_").map(title).join("")}: "${v}"}`],
  ["php define", (p, k, v) => `define('${p.toUpperCase()}_${k.toUpperCase()}', '${v}');`],
  ["php setter", (p, k, v) => `$${p}->set${k.split("_").map(title).join("")}('${v}');`],
  ["rb env", (p, k, v) => `ENV['${p.toUpperCase()}_${k.toUpperCase()}'] ||= '${v}'`],
  ["rb configure", (p, k, v) => `${title(p)}.configure do |config|\n  config.${k.toLowerCase()} = '${v}'\nend`],
  ["xml element", (p, k, v) => `<${p}><${k}>${v}</${k}></${p}>`],
  ["xml appsetting", (p, k, v) => `<add key="${title(p)}:${title(k)}" value="${v}"/>`],
  ["md table", (p, k, v) => `| service | ${k} |\n| --- | --- |\n| ${p} | ${v} |`],
  ["md inline", (p, k, v) => `Set \`${p}.${k}\` to \`${v}\`.`],
  ["npmrc", (p, _k, v) => `//registry.${p}.example/:_authToken=${v}`],
  ["netrc", (p, _k, v) => `machine api.${p}.example login app password ${v}`],
  ["comment", (p, k, v) => `// ${p} ${k.replace(/_/g, " ")} ${v}`],
  ["chat", (p, k, v) => `hey can you try ${v} it's the ${p} ${k.replace(/_/g, " ")}`]
]

const tokens = 2
const LEAST_COVERED = 0.9

const isFound = (text: string, value: string): boolean => {
  const start = text.indexOf(value)
  const covered = new Uint8Array(value.length)
  for (const span of Heuristics.detect(text, { entities: ["SECRET"] })) {
    covered.fill(1, Math.max(0, span.start - start), Math.max(0, Math.min(value.length, span.end - start)))
  }
  return covered.reduce((sum, one) => sum + one, 0) >= LEAST_COVERED * value.length
}

/** Returns the token as it is written in a form. URLs encode some of its characters. */
const written = (text: string, token: string): string | undefined =>
  [token, encodeURIComponent(token), token.replace(/[/+]/g, "a"), token.replace(/[/+=]/g, "a")]
    .find((one) => text.includes(one))

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  for (const part of ["known", "held"]) {
    const next = numbers(5)
    const missed = new Map<string, number>()
    let all = 0
    let found = 0
    for (const [provider, keys, token] of families.filter((_, k) => k % 2 === (part === "known" ? 0 : 1))) {
      for (const [form, write] of forms) {
        for (const key of keys.flatMap((one) => Array.from({ length: tokens }, () => one))) {
          const value = token(next)
          const text = write(provider, key, value)
          const shown = written(text, value)
          if (shown === undefined) continue
          all++
          if (isFound(text, shown)) found++
          else missed.set(form, (missed.get(form) ?? 0) + 1)
        }
      }
    }
    const share = 100 * found / all
    console.log(`${part} families: found ${share.toFixed(1)} % of ${all}`)
    // Misses in the held-out half are not shown, so that no rule is written for them.
    if (part === "known" && args.includes("--names")) console.log(Object.fromEntries(missed))
    figure({ area: `${part === "held" ? "held-out" : part} providers`, metric: "unknown tokens found, %", ours: share })
  }
}
