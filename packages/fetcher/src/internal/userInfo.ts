import * as PercentEncoding from "@dunlin/text/PercentEncoding"

/** Returns the `Basic` credentials of a URL; `undefined` if it has none. An invalid percent sign is read as it is. */
export const basicCredentials = (url: URL): string | undefined =>
  url.username === "" && url.password === ""
    ? undefined
    : `Basic ${
      Buffer.from(`${PercentEncoding.decode(url.username)}:${PercentEncoding.decode(url.password)}`).toString("base64")
    }`
