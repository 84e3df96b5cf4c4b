const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The `Basic` credentials of a URL, `undefined` when it has none. A stray percent sign stands for itself. */
export const basicCredentials = (url: URL): string | undefined =>
  url.username === "" && url.password === ""
    ? undefined
    : `Basic ${Buffer.from(`${decode(url.username)}:${decode(url.password)}`).toString("base64")}`
