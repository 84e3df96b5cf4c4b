/** Parses the servers of a connection string, like libpq. */

/** `read-write` excludes standbys and demoted servers. */
export type Target = "any" | "read-write"

export interface Addresses {
  readonly urls: ReadonlyArray<string>
  readonly target: Target
}

/** Parameters of libpq that `pg` would send to the server, which rejects them. */
const OWN_PARAMETERS = ["target_session_attrs", "load_balance_hosts"]

const authority = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^]*)$/

/**
 * Splits `postgres://a:5432,b/db?target_session_attrs=any` into one URL for `a` and one for `b`. The default target
 * is `read-write`.
 */
export const addressesOf = (connectionString: string): Addresses => {
  const [, lead, hosts = "", rest = ""] = authority.exec(connectionString) ?? []
  if (lead === undefined) return { urls: [connectionString], target: "read-write" }
  const [path = "", query = ""] = rest.split("?", 2)
  const parameters = new URLSearchParams(query)
  const target = parameters.get("target_session_attrs") === "any" ? "any" : "read-write"
  for (const name of OWN_PARAMETERS) parameters.delete(name)
  const left = parameters.size === 0 ? "" : `?${parameters.toString().replaceAll("+", "%20")}`
  return { urls: hosts.split(",").map((host) => `${lead}${host}${path}${left}`), target }
}
