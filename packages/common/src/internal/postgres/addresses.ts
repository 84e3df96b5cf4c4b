/** The servers that a connection string names, as libpq reads it. */

/** Which servers a process may work on: `read-write` excludes standbys and demoted servers. */
export type Target = "any" | "read-write"

export interface Addresses {
  /** One connection string for each server, in the order in which they are tried. */
  readonly urls: ReadonlyArray<string>
  readonly target: Target
}

/** Parameters of libpq that `pg` does not know, or would send to the server, which refuses them. */
const OWN_PARAMETERS = ["target_session_attrs", "load_balance_hosts"]

const authority = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^]*)$/

/** `postgres://a:5432,b/db?target_session_attrs=any` as one address for each of `a` and `b`. The default is `read-write`. */
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
