/**
 * What the tokens of providers look like, as their documentation shows them.
 *
 * @since 0.1.0
 */

const shapes: ReadonlyArray<RegExp> = [
  // clouds
  /(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Z0-9])/,
  /amzn\.mws\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  /da2-[a-z0-9]{26}/,
  /ABSK[A-Za-z0-9+/]{100,200}={0,2}/,
  /bedrock-api-key-[A-Za-z0-9+/=._-]{20,400}/,
  /AIza[\w-]{35}/,
  /ya29\.[\w-]{20,400}/,
  /GOCSPX-[\w-]{28}/,
  /1\/\/0[\w-]{30,200}/,
  /LTAI[A-Za-z0-9]{12,20}/,
  /AKID[A-Za-z0-9]{28,36}/,
  /[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}/,
  /do[opr]_v1_[0-9a-f]{64}/,
  /(?:cfk|cfut|cfat)_[A-Za-z0-9]{40,60}/,
  /v1\.0-[a-f0-9]{24}-[a-f0-9]{146}/,
  /dapi[a-fA-F0-9]{32}(?:-\d)?/,
  /t1\.[A-Za-z0-9_-]{1,60}={0,2}\.[A-Za-z0-9_-]{86}={0,2}/,
  /AQVN[\w-]{35,38}/,
  /fo1_[\w-]{43}/,
  /FlyV1 [\w+/=,-]{100,1000}/,
  /fm[12][ar]?_[A-Za-z0-9+/=,_-]{40,800}/,
  /sbp_[a-f0-9]{40}/,
  /sb_(?:secret|publishable)_[\w-]{20,60}/,
  /pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}/,
  /vc[a-z]_[A-Za-z0-9]{24,60}/,
  /pul-[a-f0-9]{40}/,
  /rnd_[A-Za-z0-9]{28,40}/,
  /HRKU-[\w-]{30,70}/,
  /nfp_[A-Za-z0-9]{36,44}/,
  /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/,
  /pnu_[A-Za-z0-9]{36}/,
  /tk-us-[\w-]{48}/,
  /sha256~[\w-]{43}/,
  /pat\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/,
  /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/,
  /v\d:[0-9a-f]{24,40}:[A-Za-z0-9+/=]{40,100}/,
  // code hosts, registries, build
  /gh[pousr]_[A-Za-z0-9]{36,255}/,
  /github_pat_\w{22,90}/,
  /gl(?:pat|ptt|dt|rt|soat|cbt|agent|oas|ft|imt|ffct|rtr|wt)-[\w.-]{20,64}/,
  /GR1348941[\w-]{20}/,
  /npm_[A-Za-z0-9]{36}/,
  /pypi-AgE[\w-]{50,300}/,
  /rubygems_[a-f0-9]{48}/,
  /oy2[a-z0-9]{43}/,
  /CLOJARS_[A-Za-z0-9]{60}/i,
  /dckr_(?:pat|oat)_[\w-]{27,60}/,
  /SWMTKN-1-[a-z0-9]{50}-[a-z0-9]{25}/,
  /SWMKEY-1-[\w+/-]{43}/,
  /AKCp[A-Za-z0-9]{60,80}/,
  /cmVmd[A-Za-z0-9]{50,70}/,
  /sq[apu]_[a-f0-9]{40}/,
  /CCIPAT_[A-Za-z0-9]{22}_[a-f0-9]{40}/,
  /bkua_[a-f0-9]{40}/,
  /ATATT3[A-Za-z0-9_=-]{50,260}/,
  /AT[BC]TT?3[\w=-]{50,260}/,
  /BBDC-[A-Za-z0-9+/@_-]{40,60}/,
  /snyk_[a-z]{3}\.[\w.-]{30,200}/,
  /cosmo_[a-f0-9]{32}/,
  // payment, trade
  /(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{24,247}/,
  /whsec_[A-Za-z0-9+/=]{24,64}/,
  /(?:sq0(?:atp|csp|idp)|EAAA)-?[\w-]{22,60}/,
  /shp(?:at|ca|pa|ss|tk|ua)_[A-Za-z0-9]{24,64}/,
  /access_token\$production\$[a-z0-9]{16}\$[a-f0-9]{32}/,
  /(?:FLWSECK|FLWPUBK)(?:_TEST)?-[a-f0-9]{12,32}(?:-X)?/,
  /shippo_(?:live|test)_[a-f0-9]{40}/,
  /EZ[AT]K[a-f0-9A-Z]{54}/i,
  /duffel_(?:live|test)_[\w-]{43}/,
  /plaid-(?:sandbox|production|development)-[0-9a-f-]{30,50}/,
  /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}/,
  /rzp_(?:live|test)_[A-Za-z0-9]{14,32}/,
  /(?:live|test)_[a-f0-9]{35}(?![a-f0-9])/,
  /sm_(?:pat|aat|sat)_[A-Za-z0-9]{16}/,
  // models
  /sk-(?:proj|svcacct|admin|or-v1|ant|lf|None|litellm)-[\w-]{12,300}/,
  /sk-[A-Za-z0-9]{20,120}/,
  /gsk_[A-Za-z0-9]{52}(?!\w)/,
  /xai-[A-Za-z0-9]{60,90}/,
  /pplx-[A-Za-z0-9]{40,60}/,
  /tvly-[\w-]{20,60}/,
  /fc-[a-f0-9]{32}/,
  /nvapi-[\w-]{50,90}/,
  /hf_[A-Za-z]{34}(?![A-Za-z0-9])/,
  /api_org_[A-Za-z]{34}/,
  /r8_[A-Za-z0-9]{37}/,
  /llx-[\w-]{40,60}/,
  /pcsk_[A-Za-z0-9_]{40,90}/,
  /jina_[A-Za-z0-9]{50,70}/,
  /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/,
  /tgp_v1_[\w-]{40,50}/,
  /fw_[A-Za-z0-9]{22,30}/,
  /esecret_[A-Za-z0-9]{30,60}/,
  /pat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f-]{27}/,
  /sk_[a-f0-9]{48}(?![a-f0-9])/,
  /VF\.(?:DM|WS)\.[a-f0-9]{24}\.[A-Za-z0-9]{16}/,
  // messages, mail, people
  /xox[baprsec]-[A-Za-z0-9-]{10,250}/,
  /xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{20,80}/,
  /xoxe\.xox[bp]-\d-\w{100,200}/,
  /SG\.[\w-]{16,32}\.[\w-]{16,64}/,
  /key-[0-9a-f]{32}/,
  /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])/,
  /[0-9a-f]{32}-us\d{1,2}(?!\w)/,
  /(?:AC|SK)[0-9a-f]{32}(?![0-9a-f])/,
  /xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}/,
  /\d{8,10}:AA[\w-]{33}/,
  /[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,38}/,
  /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/,
  /secret_[A-Za-z0-9]{43}/,
  /ntn_\d{11}[A-Za-z0-9]{35}(?!\w)/,
  /lin_(?:api|oauth)_[A-Za-z0-9]{32,70}/,
  /figd_[\w-]{38,50}/,
  /patv?[A-Za-z0-9]{14}\.[a-f0-9]{64}/,
  /CFPAT-[\w-]{43}/,
  /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/,
  /PMAT-[0-9A-Z]{26}/,
  /sk_live_[a-z0-9]{32}/,
  /rdme_[a-z0-9]{70}/,
  /ico-[A-Za-z0-9]{32}/,
  /sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}/,
  /wundergraph_?[\w-]{30,60}/,
  /pk_\d{5,12}_[A-Z0-9]{32}/,
  /pk_[a-f0-9]{34}(?![a-f0-9])/,
  /aio_[A-Za-z0-9]{28}/,
  /tfp_[\w-]{59}/,
  /fio-u-[\w=-]{64}/,
  /s-s4t2(?:ud|af)-[a-f0-9]{64}/,
  /[a-z0-9]{10}msh[a-z0-9]{15}p1[a-z0-9]{6}jsn[a-z0-9]{12}/,
  /ATTA[a-f0-9]{72}/,
  // operation
  /hv[sbr]\.[\w-]{24,300}/,
  /s\.[A-Za-z0-9]{24}(?![\w.])/,
  /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,80}/,
  /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/,
  /glc_[A-Za-z0-9+/]{32,400}={0,2}/,
  /eyJrIjoi[A-Za-z0-9]{70,400}={0,2}/,
  /NR(?:AK|JS|BR|RA|II|SP)-[\w-]{19,34}/,
  /(?:[a-z]{2}\d{2}x)?[a-f0-9]{24,36}NRAL/,
  /sntry[us]_[\w+/=-]{40,400}/,
  /tskey-[a-z]+-\w{8,24}-\w{16,40}/,
  /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/,
  /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){3,6}[A-Z0-9]{5}/,
  /ops_eyJ[\w-]{40,1000}={0,2}/,
  /phc_\w{40,48}/,
  /ph[xsar]_\w{40,52}/,
  /dnkey-[A-Z0-9=_-]{30,100}/,
  /S[UAOCNX][A-Z2-7]{56}(?![A-Z2-7])/,
  /AGE-SECRET-KEY-1[A-Z0-9]{58}/,
  /ddp_\w{36}/,
  /API-[A-Z0-9]{25,35}/,
  /apify_api_[A-Za-z0-9]{36,40}/,
  /(?:mdb_sa_sk|mlsn|lip|ghost|sess|tok|ctp|doppler|akp|ak|api|apikey|skl|nrf|ak_live|prod)_[A-Za-z0-9_]{32,80}/,
  /EAA[A-Za-z0-9]{50,300}/,
  /IG[A-Za-z0-9_-]{80,200}/,
  /AAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{60,100}/,
  /00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,120}/,
  /sl\.[\w-]{100,1000}/,
  /TlRMTVNT[A-Za-z0-9+/]{30,600}={0,2}/,
  /pk\.eyJ[\w-]{20,300}\.[\w-]{20,60}/,
  /sk\.eyJ[\w-]{20,300}\.[\w-]{20,60}/,
  /(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/,
  // what a provider nobody has heard of yet is likely to issue: a name, what it is, the token
  /[a-z][a-z0-9]{1,11}[_-](?:live|prod|production|sandbox|secret|key|apikey|sk|pat|tok|token|oauth|rt|at)[_-](?=[A-Za-z_-]{0,20}\d)[A-Za-z0-9]{22,120}(?![\w-])/,
  /eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}(?:\.[\w-]{0,1024})?/
]

/** The first two characters an expression demands, one per alternative; `""` where they vary. */
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

/**
 * Sticky expressions by the first two characters of what they match; those that begin with a class stand
 * under the empty key.
 */
export const shapesByPrefix: ReadonlyMap<string, ReadonlyArray<RegExp>> = (() => {
  const map = new Map<string, Array<RegExp>>()
  for (const shape of shapes) {
    const sticky = new RegExp(shape.source, `${shape.flags}y`)
    const keys = new Set(
      heads(shape.source).flatMap((key) => shape.flags.includes("i") ? [key.toLowerCase(), key] : [key])
    )
    for (const key of keys) {
      const list = map.get(key)
      if (list === undefined) map.set(key, [sticky])
      else list.push(sticky)
    }
  }
  return map
})()

/** Web addresses that are a secret as a whole, tried at the start of each. */
export const secretUrls =
  /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/+-]{20,120}|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{60,90}|[\w.-]{1,80}\.webhook\.office\.com\/[\w@/-]{60,300}|api\.telegram\.org\/bot\d{8,10}:[\w-]{35}|outlook\.office\.com\/webhook\/[\w@/-]{60,300}|hooks\.zapier\.com\/hooks\/catch\/\d+\/\w+)/y
