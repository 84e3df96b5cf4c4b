export const siteIdentity = (host: string, url: URL): string | undefined => {
  if (host === "youtube.com" || host === "youtu.be") return video(host, url)
  if (host === "stackoverflow.com" || host.endsWith(".stackexchange.com")) return question(host, url)
  if (host.endsWith(".wikipedia.org")) return article(host, url)
  if (forges.has(host)) return repository(host, url)
  return amazon.test(host) ? product(host, url) : undefined
}

const amazon = /^amazon\.(?:com|ca|de|fr|it|es|nl|se|pl|in|ae|sa|sg|co\.uk|co\.jp|com\.(?:au|br|mx|tr|be))$/

const video = (host: string, url: URL): string | undefined => {
  const id = host === "youtu.be"
    ? url.pathname.slice(1)
    : url.pathname === "/watch"
    ? url.searchParams.get("v")
    : /^\/(?:shorts|embed|live|v)\/([\w-]+)/.exec(url.pathname)?.[1]
  return id && /^[\w-]+$/.test(id) ? `https://youtube.com/watch?v=${id}` : undefined
}

// The slug after the number is ignored. A URL with the number of an answer also identifies the question's page.
const question = (host: string, url: URL): string | undefined => {
  const id = /^\/(?:questions|q)\/(\d+)(?:\/|$)/.exec(url.pathname)?.[1]
  return id && `https://${host}/questions/${id}`
}

const forges = new Set(["github.com", "gitlab.com", "codeberg.org", "bitbucket.org"])

const repository = (host: string, url: URL): string | undefined => {
  const name = /^\/[^/]+\/[^/]+(?=\.git\/?$)/.exec(url.pathname)?.[0]
  return name && `https://${host}${name}`
}

const article = (host: string, url: URL): string | undefined => {
  const title = url.pathname === "/w/index.php" && url.searchParams.size === 1 ? url.searchParams.get("title") : null
  return title ? `https://${host}/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}` : undefined
}

const product = (host: string, url: URL): string | undefined => {
  const id = /\/(?:dp|gp\/product)\/([A-Z0-9]{10})(?:\/|$)/.exec(url.pathname)?.[1]
  return id && `https://${host}/dp/${id}`
}
