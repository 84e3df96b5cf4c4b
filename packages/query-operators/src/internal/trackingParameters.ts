// Lists parameters that identify a visitor or the origin of a visit, and do not change the page.
const names = new Set(
  ("gclid gclsrc gbraid wbraid dclid fbclid msclkid twclid ttclid yclid ysclid igshid igsh li_fat_id mc_cid mc_eid mkt_tok " +
    "_hsenc _hsmi __hssc __hstc __hsfp hsctatracking oly_anon_id oly_enc_id vero_id vero_conv rb_clickid s_cid icid ncid " +
    "cmpid ref ref_src ref_url referrer source_ref wt_mc wt_zmc wickedid epik _ga _gl gad_source srsltid spm amp " +
    "sessionid session_id phpsessid jsessionid aspsessionid cfid cftoken zanpid _branch_match_id _openstat " +
    "at_medium at_campaign at_custom1 at_custom2 guccounter guce_referrer guce_referrer_sig ved usg sca_esv " +
    "cmp smid smtyp xtor wpsrc vgo_ee dm_i ef_id s_kwcid irclickid irgwc sc_campaign sc_channel sc_content sc_medium " +
    "sc_outcome sc_geo sc_country elqtrackid elqtrack _kx mkwid pcrid ml_subscriber ml_subscriber_hash noredirect wprov usqp amp_js_v amp_gsa")
    .split(" ")
)

const prefixes = ["utm_", "pk_", "piwik_", "mtm_", "matomo_", "hsa_", "stm_", "ga_", "_ga_", "fb_", "trk_"]

// A session of phpBB. On other sites, `sid` is an article's number.
const session = /^[0-9a-f]{32}$/i

// Names of sites on which a link was shared. With other values, `source` selects content.
const shared = /^(?:rss|atom|feed|twitter|facebook|linkedin|reddit|hackernews|newsletter|e-?mail|social)\b/i

// Hosts on which `ref` is a branch or a version.
const codeHost = /(?:^|\.)(?:github|githubusercontent|gitlab|gitea|codeberg|bitbucket|sourcehut)\.(?:com|org|io|ht)$/

// Parameters that one site uses in this way.
const own: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["x.com", new Set(["s", "t"])],
  ["open.spotify.com", new Set(["si"])],
  ["music.youtube.com", new Set(["si"])],
  ["medium.com", new Set(["source", "sk"])]
])

export const isTracking = (name: string, value: string, host: string): boolean => {
  const lower = name.toLowerCase()
  if (lower === "ref" && codeHost.test(host)) return false
  if (names.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix))) return true
  // jQuery's cache-busting parameter.
  if (lower === "_" && /^\d{10,}$/.test(value)) return true
  return (lower === "sid" && session.test(value)) || (lower === "outputtype" && value === "amp") ||
    (lower === "source" && shared.test(value)) || own.get(host)?.has(lower) === true
}
