/**
 * Lists the shapes of provider tokens, as their documentation shows them.
 *
 * @since 0.1.0
 */
import * as Unit from "@dunlin/text/Unit"
import { textAfter } from "./around.ts"
import { isCut } from "./secretWorth.ts"

/**
 * The shape of a token. `least` is the number of word characters at its start. Shapes without a prefix require it,
 * because they would otherwise be tried at every position.
 */
export type Shape = readonly [kind: string, source: string, shape: RegExp, least?: number]

export const shapes: ReadonlyArray<Shape> = [
  // cloud providers
  ["AWS access key", "gitleaks", /(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Z0-9])/],
  ["Amazon MWS token", "noseyparker", /amzn\.mws\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/],
  ["AWS AppSync key", "trufflehog", /da2-[a-z0-9]{26}/],
  ["Amazon Bedrock key", "gitleaks", /ABSK[A-Za-z0-9+/]{100,200}={0,2}/],
  ["Amazon Bedrock short-term key", "gitleaks", /bedrock-api-key-[A-Za-z0-9+/=._-]{60,400}/],
  ["Google API key", "gitleaks", /AIza[\w-]{35}/],
  ["Google OAuth access token", "trufflehog", /ya29\.[\w-]{20,400}/],
  ["Google OAuth client secret", "kingfisher", /GOCSPX-[\w-]{28}/],
  ["Google OAuth refresh token", "detect-secrets", /1\/\/0[\w-]{30,200}/],
  ["Alibaba access key", "gitleaks", /LTAI[A-Za-z0-9]{12,20}(?![A-Za-z0-9])/],
  ["Tencent secret id", "kingfisher", /AKID[A-Za-z0-9]{28,36}/],
  ["Azure AD client secret", "gitleaks", /[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}/],
  ["DigitalOcean token", "gitleaks", /do[opr]_v1_[0-9a-f]{64}/],
  ["Cloudflare key", "trufflehog", /(?:cfk|cfut|cfat)_[A-Za-z0-9]{40,60}/],
  ["Cloudflare origin CA key", "gitleaks", /v1\.0-[a-f0-9]{24}-[a-f0-9]{146}/],
  ["Databricks token", "gitleaks", /dapi[a-fA-F0-9]{32}(?![a-zA-Z0-9])(?:-\d)?/],
  ["Yandex IAM token", "gitleaks", /t1\.[A-Za-z0-9_-]{1,60}={0,2}\.[A-Za-z0-9_-]{86}={0,2}/],
  ["Yandex API key", "gitleaks", /AQVN[\w-]{35,38}/],
  ["Fly.io token", "gitleaks", /fo1_[\w-]{43}/],
  ["Fly.io macaroon", "provider", /FlyV1 [\w+/=,-]{100,1000}/],
  ["Fly.io macaroon part", "gitleaks", /fm[12][ar]?_[A-Za-z0-9+/=,_-]{40,800}/],
  ["Supabase access token", "trufflehog", /sbp_[a-f0-9]{40}/],
  ["Supabase key", "gitleaks", /sb_(?:secret|publishable)_[\w-]{20,60}/],
  ["PlanetScale token", "gitleaks", /pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}/],
  ["Vercel token", "provider", /vc[a-z]_[A-Za-z0-9]{24,60}/],
  ["Pulumi access token", "gitleaks", /pul-[a-f0-9]{40}/],
  ["Render key", "provider", /rnd_[A-Za-z0-9]{28,40}/],
  ["Heroku key", "gitleaks", /HRKU-[\w-]{30,70}/],
  ["Netlify token", "trufflehog", /nfp_[A-Za-z0-9]{36,44}/],
  ["Terraform Cloud token", "gitleaks", /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/, 14],
  ["Prefect token", "gitleaks", /pnu_[A-Za-z0-9]{36}/],
  ["Scalingo token", "gitleaks", /tk-us-[\w-]{48}/],
  ["OpenShift token", "gitleaks", /sha256~[\w-]{43}/],
  ["Harness token", "gitleaks", /pat\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/],
  ["ClickHouse Cloud secret", "gitleaks", /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/],
  ["Vault transit cipher", "provider", /v\d:[0-9a-f]{24,40}:[A-Za-z0-9+/=]{40,100}/],
  [
    "Azure key with a checksumsum",
    "noseyparker",
    /[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/,
    84
  ],
  [
    "crypt hash of a password",
    "crypt(5)",
    /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|(?:1|5|6|apr1)\$[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,86})/
  ],
  // code hosts, package registries, build services
  ["GitHub token", "gitleaks", /gh[pousr]_[A-Za-z0-9]{36,255}/],
  ["GitHub fine-grained token", "gitleaks", /github_pat_\w{22,90}/],
  ["GitLab token", "gitleaks", /gl(?:pat|ptt|dt|rt|soat|cbt|agent|oas|ft|imt|ffct|rtr|wt)-[\w.-]{20,64}/],
  ["GitLab runner registration", "gitleaks", /GR1348941[\w-]{20}/],
  ["npm token", "gitleaks", /npm_[A-Za-z0-9]{36}/],
  ["PyPI token", "gitleaks", /pypi-AgE[\w-]{50,300}/],
  ["RubyGems key", "gitleaks", /rubygems_[a-f0-9]{48}/],
  ["NuGet key", "kingfisher", /oy2[a-z0-9]{43}/],
  ["Clojars token", "gitleaks", /CLOJARS_[A-Za-z0-9]{60}/i],
  ["Docker Hub token", "trufflehog", /dckr_(?:pat|oat)_[\w-]{27,60}/],
  ["Docker swarm join token", "provider", /SWMTKN-1-[a-z0-9]{50}-[a-z0-9]{25}/],
  ["Docker swarm unlock key", "provider", /SWMKEY-1-[\w+/-]{43}/],
  ["Artifactory key", "gitleaks", /AKCp[A-Za-z0-9]{60,80}/],
  ["Artifactory reference token", "gitleaks", /cmVmd[A-Za-z0-9]{50,70}/],
  ["SonarQube token", "gitleaks", /sq[apu]_[a-f0-9]{40}/],
  ["CircleCI token", "trufflehog", /CCIPAT_[A-Za-z0-9]{22}_[a-f0-9]{40}/],
  ["Buildkite token", "trufflehog", /bkua_[a-f0-9]{40}/],
  ["Atlassian token", "gitleaks", /ATATT3[A-Za-z0-9_=-]{50,260}/],
  ["Atlassian or Bitbucket token", "gitleaks", /AT[BC]TT?3[\w=-]{50,260}/],
  ["Bitbucket Data Center token", "trufflehog", /BBDC-[A-Za-z0-9+/@_-]{40,60}/],
  ["Snyk token", "kingfisher", /snyk_[a-z]{3}\.[\w.-]{30,200}/],
  ["Cosmo key", "provider", /cosmo_[a-f0-9]{32}/],
  ["Bitbucket app password", "trufflehog", /ATBB[A-Za-z0-9]{24,32}/],
  // payment and trade
  [
    "Stripe-shaped key",
    "gitleaks",
    /(?:(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{14,247}|pk_(?:live|test|prod)_[A-Za-z0-9]{24,247})/
  ],
  ["Webhook signing secret", "provider", /whsec_[A-Za-z0-9+/=]{24,64}/],
  ["Square token", "gitleaks", /(?:sq0(?:atp|csp|idp)|EAAA)-?[\w-]{22,60}/],
  ["Shopify token", "gitleaks", /shp(?:at|ca|pa|ss|tk|ua)_[A-Za-z0-9]{24,64}/],
  ["Braintree access token", "provider", /access_token\$production\$[a-z0-9]{16}\$[a-f0-9]{32}/],
  ["Flutterwave key", "gitleaks", /(?:FLWSECK|FLWPUBK)(?:_TEST)?-[a-f0-9]{12,32}(?:-X)?/],
  ["Shippo token", "gitleaks", /shippo_(?:live|test)_[a-f0-9]{40}/],
  ["EasyPost key", "gitleaks", /EZ[AT]K[a-f0-9A-Z]{54}/i],
  ["Duffel token", "gitleaks", /duffel_(?:live|test)_[\w-]{43}/],
  ["Plaid key", "gitleaks", /plaid-(?:sandbox|production|development)-[0-9a-f-]{30,50}/],
  ["Plaid access token", "gitleaks", /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}/],
  ["Razorpay key", "trufflehog", /rzp_(?:live|test)_[A-Za-z0-9]{14,32}/],
  ["Lob key", "gitleaks", /(?:live|test)_[a-f0-9]{35}(?![a-f0-9])/],
  ["SettleMint token", "gitleaks", /sm_(?:pat|aat|sat)_[A-Za-z0-9]{16}/],
  // AI models
  [
    "OpenAI-shaped key with a type, such as sk-proj-",
    "gitleaks",
    /sk-(?:proj|svcacct|admin|or-v1|ant|lf|None|litellm)-[\w-]{12,300}/
  ],
  ["OpenAI-shaped key", "gitleaks", /sk-[A-Za-z0-9]{20,120}/],
  ["Groq key", "trufflehog", /gsk_[A-Za-z0-9]{52}(?!\w)/],
  ["xAI key", "trufflehog", /xai-[A-Za-z0-9]{60,90}/],
  ["Perplexity key", "gitleaks", /pplx-[A-Za-z0-9]{40,60}/],
  ["Tavily key", "noseyparker", /tvly-[\w-]{20,60}/],
  ["Firecrawl key", "kingfisher", /fc-[a-f0-9]{32}/],
  ["NVIDIA key", "trufflehog", /nvapi-[\w-]{50,90}/],
  ["Hugging Face token", "gitleaks", /hf_[A-Za-z]{34}(?![A-Za-z0-9])/],
  ["Hugging Face organisation token", "gitleaks", /api_org_[A-Za-z]{34}/],
  ["Replicate token", "trufflehog", /r8_[A-Za-z0-9]{37}/],
  ["LlamaCloud key", "provider", /llx-[\w-]{40,60}/],
  ["Pinecone key", "trufflehog", /pcsk_[A-Za-z0-9_]{40,90}/],
  ["Jina key", "noseyparker", /jina_[A-Za-z0-9]{50,70}/],
  ["LangSmith key", "trufflehog", /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/],
  ["Together key", "provider", /tgp_v1_[\w-]{40,50}/],
  ["Fireworks key", "provider", /fw_[A-Za-z0-9]{22,30}/],
  ["Anyscale key", "provider", /esecret_[A-Za-z0-9]{30,60}/],
  ["HubSpot private app token", "gitleaks", /pat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f-]{27}/],
  ["ElevenLabs key", "gitleaks", /sk_[a-f0-9]{48}(?![a-f0-9])/],
  ["Voiceflow key", "trufflehog", /VF\.(?:DM|WS)\.[a-f0-9]{24}\.[A-Za-z0-9]{16}/],
  // messaging, mail and customer data
  ["Slack token", "gitleaks", /xox[baprsec]-[A-Za-z0-9-]{11,250}/],
  ["Slack app token", "gitleaks", /xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{20,80}/],
  ["Slack rotating token", "gitleaks", /xoxe\.xox[bp]-\d-\w{100,200}/],
  ["SendGrid key", "gitleaks", /SG\.[\w-]{16,32}\.[\w-]{16,64}/],
  ["Mailgun key", "gitleaks", /key-(?=[a-z]{0,20}\d)[0-9a-z]{32}(?![\w-])/],
  ["Mailgun key with a domain", "gitleaks", /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])/, 50],
  ["Mailchimp key", "gitleaks", /[0-9a-f]{32}-us\d{1,2}(?!\w)/, 36],
  ["Twilio key", "gitleaks", /(?:AC|SK)[0-9a-f]{32}(?![0-9a-f])/],
  ["Brevo key", "gitleaks", /xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}/],
  [
    "Telegram bot token",
    "gitleaks",
    /\d{8,10}:(?:AA[\w-]{32,33}|(?=[\w-]{0,20}[A-Z])(?=[\w-]{0,20}[a-z])[\w-]{35})(?![\w-])/
  ],
  ["Discord bot token", "gitleaks", /[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,38}/],
  ["Resend key", "provider", /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/],
  ["Notion secret", "gitleaks", /secret_[A-Za-z0-9]{43}/],
  ["Notion integration token", "gitleaks", /ntn_\d{11}[A-Za-z0-9]{35}(?!\w)/],
  ["Linear key", "gitleaks", /lin_(?:api|oauth)_[A-Za-z0-9]{32,70}/],
  ["Figma token", "kingfisher", /figd_[\w-]{38,50}/],
  ["Airtable token", "gitleaks", /patv?[A-Za-z0-9]{14}\.[a-f0-9]{64}/],
  ["Contentful token", "trufflehog", /CFPAT-[\w-]{43}/],
  ["Postman key", "gitleaks", /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/],
  ["Postman collection token", "provider", /PMAT-[0-9A-Z]{26}/],
  ["Apideck key", "trufflehog", /sk_live_[a-z0-9]{32}/],
  ["ReadMe key", "gitleaks", /rdme_[a-z0-9]{70}/],
  ["Intra42 key", "gitleaks", /ico-[A-Za-z0-9]{32}/],
  ["Sourcegraph token", "gitleaks", /sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}/],
  ["WunderGraph token", "provider", /wundergraph_?[\w-]{30,60}/],
  ["ClickUp token", "trufflehog", /pk_\d{5,12}_[A-Z0-9]{32}/],
  ["key of `pk` and hexadecimal digits", "trufflehog", /pk_[a-f0-9]{34}(?![a-f0-9])/],
  ["Adafruit IO key", "trufflehog", /aio_[A-Za-z0-9]{28}/],
  ["Typeform token", "gitleaks", /tfp_(?=[\w-]{0,30}\d)[\w-]{40,70}/],
  ["Frame.io token", "gitleaks", /fio-u-[\w=-]{64}/],
  ["Intra42 client secret", "gitleaks", /s-s4t2(?:ud|af)-[a-f0-9]{64}/],
  ["RapidAPI key", "gitleaks", /[a-z0-9]{10}msh[a-z0-9]{15}p1[a-z0-9]{6}jsn[a-z0-9]{12}/, 51],
  ["Trello token", "provider", /ATTA[a-f0-9]{72}/],
  ["Twitch stream key", "noseyparker", /live_\d{6,12}_[A-Za-z0-9]{28,34}/],
  ["Teamwork token", "kingfisher", /tkn\.v1_[\w=-]{60,90}/],
  ["PubNub key", "kingfisher", /(?:pub|sec)-c-[0-9a-z]{8}-(?:[0-9a-z]{4}-){3}[0-9a-z]{12}/],
  // operation of servers
  ["Vault token", "gitleaks", /hv[sbr]\.[\w-]{24,300}/],
  ["Vault token in the older format", "gitleaks", /s\.[A-Za-z0-9]{24}(?!\w|\.\w)/],
  ["Doppler token", "gitleaks", /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,80}/],
  ["Grafana service account token", "gitleaks", /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/],
  ["Grafana Cloud token", "gitleaks", /glc_[A-Za-z0-9+/]{32,400}={0,2}/],
  ["Grafana API key", "gitleaks", /eyJrIjoi[A-Za-z0-9]{70,400}={0,2}/],
  ["New Relic key", "gitleaks", /NR(?:AK|JS|BR|RA|II|SP)-[\w-]{19,34}/],
  ["New Relic licence key", "provider", /(?:[a-z]{2}\d{2}x)?[a-f0-9]{24,36}NRAL/, 28],
  ["Sentry token", "gitleaks", /sntry[us]_[\w+/=-]{40,400}/],
  ["Tailscale key", "trufflehog", /tskey-[a-z]+-\w{8,24}-\w{16,40}/],
  ["Dynatrace token", "gitleaks", /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/],
  ["1Password secret key", "gitleaks", /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){3,6}[A-Z0-9]{5}/],
  ["1Password service account token", "gitleaks", /ops_eyJ[\w-]{40,1000}={0,2}/],
  ["PostHog project key", "provider", /phc_\w{40,48}/],
  ["PostHog key", "provider", /ph[xsar]_\w{40,52}/],
  ["Defined Networking token", "gitleaks", /dnkey-[A-Z0-9=_-]{30,100}/],
  ["NATS seed", "provider", /S[UAOCNX][A-Z2-7]{56}(?![A-Z2-7])/],
  ["age secret key", "age-encryption.org/v1", /AGE-SECRET-KEY-1[A-Z0-9]{58}/],
  ["Deno Deploy token", "trufflehog", /ddp_\w{36}/],
  ["Octopus Deploy key", "gitleaks", /API-[A-Z0-9]{25,35}/],
  ["Apify token", "kingfisher", /apify_api_[A-Za-z0-9]{36,40}/],
  [
    "token with a plain prefix",
    "kingfisher",
    /(?:mdb_sa_sk|mlsn|lip|ghost|sess|tok|ctp|doppler|akp|ak|api|apikey|skl|nrf|ak_live|prod)_[A-Za-z0-9_]{32,80}/
  ],
  ["Facebook access token", "gitleaks", /EAA[A-Za-z0-9]{50,300}/],
  ["Instagram access token", "provider", /IG[A-Za-z0-9_-]{80,200}/],
  ["X bearer token", "kingfisher", /AAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{60,100}/],
  ["Salesforce session", "kingfisher", /00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,120}/],
  ["Dropbox token", "gitleaks", /sl\.[\w-]{100,1000}/],
  ["NTLM message", "provider", /TlRMTVNT[A-Za-z0-9+/]{30,600}={0,2}/],
  ["Mapbox public token", "kingfisher", /pk\.eyJ[\w-]{20,300}\.[\w-]{20,60}/],
  ["Mapbox secret token", "kingfisher", /sk\.eyJ[\w-]{20,300}\.[\w-]{20,60}/],
  ["LaunchDarkly key", "gitleaks", /(?:sdk|mob|api)-[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}/],
  ["MaxMind licence key", "gitleaks", /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/, 40],
  ["Rootly token", "trufflehog", /rootly_[a-f0-9]{64}/],
  ["Ubidots token", "kingfisher", /BBFF-[A-Za-z0-9]{30,34}/],
  ["Segment token", "kingfisher", /sgp_(?=[a-zA-Z]{0,20}\d)[A-Za-z0-9]{60,68}/],
  // unknown providers: the name, the kind and the token
  [
    "token of an unknown provider",
    "names that say what they are",
    /[a-z][a-z0-9]{1,11}[_-](?:live|prod|production|sandbox|secret|key|apikey|sk|pat|tok|token|oauth|rt|at)[_-](?=[A-Za-z_-]{0,20}\d)[A-Za-z0-9]{22,120}(?![\w-])/,
    28
  ],
  ["JSON Web Token", "RFC 7519", /eyJ[\w-]{12,2000}\.eyJ[\w-]{8,4000}(?:\.[\w-]{0,1024})?/]
]

/** Returns the possible first characters of a shape, one text per alternative; `""` if they vary. */
const heads = (source: string): ReadonlyArray<string> => {
  if (!source.startsWith("(?:")) {
    const plain = source.replaceAll("\\/", "/").replace(/\\\./g, "\0").replaceAll("\\$", "$")
    const head = /^[\w\0/$-]{2}/.exec(plain)?.[0].replace("\0", ".") ?? ""
    return /^.[?*{]|^..[?*{]/.test(plain) ? [""] : [head]
  }
  let depth = 0
  let from = 3
  const found: Array<string> = []
  for (let i = 3; i < source.length; i++) {
    const unit = source[i]!
    if (unit === "(") depth++
    else if (unit === "|" && depth === 0 || unit === ")" && depth-- === 0) {
      found.push(...heads(source.slice(from, i)))
      if (unit === ")") return source[i + 1] === "?" ? [""] : found
      from = i + 1
    }
  }
  return [""]
}

export interface Candidate {
  readonly shape: RegExp
  readonly least: number
  readonly prefixed: boolean
  readonly fixedAt: number
  readonly fixed: number
}

const hasAlternatives = (source: string): boolean => {
  let depth = 0
  for (const [unit] of source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, "").matchAll(/[()|]/g)) {
    if (unit === "(") depth++
    else if (unit === ")") depth--
    else if (depth === 0) return true
  }
  return false
}

/** Returns a character that a shape without a prefix has at a known position: `[a-z]{10}msh…`, `[a-z]{3}[78]Q~…`. */
const fixedUnit = ({ flags, source }: RegExp): { readonly fixedAt: number; readonly fixed: number } => {
  const match = hasAlternatives(source) || flags.includes("i")
    ? null
    : /^\[[^\]]+\]\{(\d+)\}(\[[^\]]+\])?(?:\\(?=\.))?([\w.-])(?![?*{])/.exec(source)
  if (match === null) return { fixedAt: -1, fixed: 0 }
  return { fixedAt: Number(match[1]) + (match[2] === undefined ? 0 : 1), fixed: match[3]!.charCodeAt(0) }
}

/** Shapes by their first characters. The key is empty for shapes that start with a class. */
const byHead: ReadonlyMap<string, ReadonlyArray<Candidate>> = (() => {
  const map = new Map<string, Array<Candidate>>()
  for (const [, , shape, least = 0] of shapes) {
    const sticky = new RegExp(shape.source, `${shape.flags}y`)
    const keys = new Set(
      heads(shape.source).flatMap((key) => shape.flags.includes("i") ? [key.toLowerCase(), key] : [key])
    )
    for (const key of keys) {
      const list = map.get(key)
      const candidate = { shape: sticky, least, prefixed: key !== "", ...fixedUnit(shape) }
      if (list === undefined) map.set(key, [candidate])
      else list.push(candidate)
    }
  }
  return map
})()

const mayBegin = ({ flags, source }: RegExp, unit: string): boolean => {
  const lead = hasAlternatives(source) ? null : /^(?:\\[d$]|\[[^\]]+\]|[A-Za-z0-9])(?![?*]|\{0)/.exec(source)
  return lead === null || new RegExp(`^${lead[0]}`, flags.replace("y", "")).test(unit)
}

const none: ReadonlyArray<Candidate> = []
const candidates = new Map<number, ReadonlyArray<Candidate>>()

export const shapesAt = (first: number, second: number): ReadonlyArray<Candidate> => {
  if (first > Unit.LAST_ASCII) return none
  const pair = first << 7 | (second > Unit.LAST_ASCII ? 0 : second)
  let found = candidates.get(pair)
  if (found === undefined) {
    const unit = String.fromCharCode(first)
    found = [
      ...byHead.get(unit + String.fromCharCode(second)) ?? [],
      ...byHead.get("")!.filter(({ shape }) => mayBegin(shape, unit))
    ]
    candidates.set(pair, found)
  }
  return found
}

const plainHeads = shapes.flatMap(([, , { source }]) => {
  const head = hasAlternatives(source) ? undefined : /^[A-Za-z\d_-]{4,}(?=[\\[])/.exec(source)?.[0]
  return head === undefined ? [] : [{ head, whole: new RegExp(`^(?:${source})`) }]
})

const dots = /^(?:\.{2}|…|\[(?:\.{3}|…))/
const DOTS_REACH = 4

/** Returns whether a token is cut, as in documentation: dots replace the rest of it. */
export const isCutShort = (text: string, start: number, end: number): boolean => {
  if (!isCut(text, end) || !dots.test(textAfter(text, end, DOTS_REACH))) return false
  const value = text.slice(start, end)
  const kinds = plainHeads.filter(({ head }) => value.startsWith(head))
  return kinds.length > 0 && !kinds.some(({ whole }) => whole.test(value))
}

/** Matches the start of base64 tokens that a `+` or `/` may split, so that all their parts are short. */
export const brokenHead = /ABSK|BBDC-|FlyV1 |fm[12]|sntry|t1\.|TlRMTVNT|whsec_|xoxe\./g
export const MAX_BROKEN_HEAD_CHARACTERS = 6

/** Matches URLs that contain a secret. They are tested at the start of each URL. */
export const secretUrls =
  /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/+-]{20,120}|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{60,90}|[\w.-]{1,80}\.webhook\.office\.com\/[\w@/-]{60,300}|api\.telegram\.org\/bot\d{8,10}:[\w-]{35}|outlook\.office\.com\/webhook\/[\w@/-]{60,300}|hooks\.zapier\.com\/hooks\/catch\/\d+\/\w+)/y
