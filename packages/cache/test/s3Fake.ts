/**
 * An S3 service in miniature: PUT, GET, HEAD, DELETE and ListObjectsV2 on path-style addresses. It checks every
 * signature by the rules of the S3 API reference, from the request as it arrived on the wire, and answers 403 with an
 * XML body otherwise.
 */
import { Effect, type Scope } from "effect"
import * as crypto from "node:crypto"
import * as http from "node:http"

export const accessKeyId = "AKIDEXAMPLE"
export const secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
const region = "eu-central-1"

const sha = (data: string | Buffer) => crypto.createHash("sha256").update(data).digest("hex")
const mac = (key: string | Buffer, text: string) => crypto.createHmac("sha256", key).update(text).digest()

const sorted = (query: string, without?: string) =>
  query.split("&").filter((pair) => pair !== "" && pair.split("=")[0] !== without)
    .map((pair) => pair.includes("=") ? pair : `${pair}=`).sort().join("&")

const isSigned = (request: http.IncomingMessage, body: Buffer): boolean => {
  const [path = "", query = ""] = (request.url ?? "").split("?")
  const parameters = new URLSearchParams(query)
  const inQuery = parameters.has("X-Amz-Signature")
  const authorization = request.headers.authorization ?? ""
  const field = (name: string) => authorization.split(`${name}=`)[1]?.split(",")[0] ?? ""
  const credential = inQuery ? parameters.get("X-Amz-Credential") ?? "" : field("Credential")
  const names = inQuery ? parameters.get("X-Amz-SignedHeaders") ?? "" : field("SignedHeaders")
  const given = inQuery ? parameters.get("X-Amz-Signature") ?? "" : field("Signature")
  const stamp = inQuery ? parameters.get("X-Amz-Date") ?? "" : String(request.headers["x-amz-date"])
  const [key, date, where, service, terminator] = credential.split("/")
  if (key !== accessKeyId || where !== region || service !== "s3" || terminator !== "aws4_request") return false
  if (!names.split(";").includes("host") || date !== stamp.slice(0, 8)) return false
  const payload = inQuery ? "UNSIGNED-PAYLOAD" : String(request.headers["x-amz-content-sha256"])
  if (!inQuery && payload !== sha(body)) return false
  const canonical = [
    request.method,
    path,
    sorted(query, "X-Amz-Signature"),
    ...names.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    names,
    payload
  ].join("\n")
  const text = `AWS4-HMAC-SHA256\n${stamp}\n${date}/${region}/s3/aws4_request\n${sha(canonical)}`
  const signing = mac(mac(mac(mac(`AWS4${secretAccessKey}`, date), region), "s3"), "aws4_request")
  return mac(signing, text).toString("hex") === given
}

export interface Fake {
  readonly endpoint: string
  readonly objects: Map<string, { readonly body: Buffer; readonly headers: http.IncomingHttpHeaders }>
}

export const make: Effect.Effect<Fake, never, Scope.Scope> = Effect.gen(function*() {
  const objects: Fake["objects"] = new Map()
  const answer = (request: http.IncomingMessage, response: http.ServerResponse, body: Buffer) => {
    const url = new URL(request.url ?? "", "http://localhost")
    const refuse = (status: number, code: string) => {
      response.writeHead(status, { "content-type": "application/xml" })
      response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
    }
    if (!isSigned(request, body)) return refuse(403, "SignatureDoesNotMatch")
    const [, bucket, ...rest] = url.pathname.split("/")
    if (bucket !== "bucket") return refuse(404, "NoSuchBucket")
    const key = decodeURIComponent(rest.join("/"))
    if (key === "") {
      // Two keys at a time, so that the continuation is exercised.
      const keys = Array.from(objects.keys()).filter((one) => one.startsWith(url.searchParams.get("prefix") ?? ""))
        .sort()
      const after = url.searchParams.get("continuation-token") ?? ""
      const left = keys.filter((one) => one > after)
      const page = left.slice(0, 2)
      const token = left.length > 2
        ? `<NextContinuationToken>${page[1]!.replaceAll("&", "&amp;")}</NextContinuationToken>`
        : ""
      response.writeHead(200, { "content-type": "application/xml" })
      return response.end(
        `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
          page.map((one) =>
            `<Contents><Key>${one.replaceAll("&", "&amp;").replaceAll("'", "&#39;")}</Key><Size>1</Size></Contents>`
          ).join("") + token +
          `</ListBucketResult>`
      )
    }
    if (request.method === "PUT") {
      objects.set(key, { body, headers: request.headers })
      return response.writeHead(200, { etag: `"${crypto.createHash("md5").update(body).digest("hex")}"` }).end()
    }
    if (request.method === "DELETE") {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (object === undefined) return refuse(404, "NoSuchKey")
    response.writeHead(200, {
      "content-type": object.headers["content-type"] ?? "binary/octet-stream",
      "content-length": object.body.length,
      "x-amz-meta-expires-at": String(object.headers["x-amz-meta-expires-at"])
    })
    return response.end(request.method === "HEAD" ? undefined : object.body)
  }
  const server = yield* Effect.acquireRelease(
    Effect.callback<http.Server>((resume) => {
      const server = http.createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => answer(request, response, Buffer.concat(chunks)))
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  const address = server.address()
  return { endpoint: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`, objects }
})
