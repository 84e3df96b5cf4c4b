import * as PercentEncoding from "@dunlin/text/PercentEncoding"

export const basicCredentials = (url: URL): string | undefined =>
  url.username === "" && url.password === ""
    ? undefined
    : `Basic ${
      Buffer.from(`${PercentEncoding.decode(url.username)}:${PercentEncoding.decode(url.password)}`).toString("base64")
    }`
