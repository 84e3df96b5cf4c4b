const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The `Basic` credentials of a URL, `undefined` if it has none. An invalid percent sign is taken literally. */
export const basicCredentials = (url: URL): string | undefined =>
  url.username === "" && url.password === ""
    ? undefined
    : `Basic ${Buffer.from(`${decode(url.username)}:${decode(url.password)}`).toString("base64")}`
