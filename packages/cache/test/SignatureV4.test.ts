import { SignatureV4 } from "@dunlin/cache"
import { assert, it } from "@effect/vitest"

// The examples of the S3 API reference, "Authenticating Requests (AWS Signature Version 4)".
const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1"
}
const now = Date.UTC(2013, 4, 24)
const host = "https://examplebucket.s3.amazonaws.com"

const signed = (method: string, path: string, headers: Record<string, string> = {}, body = "") =>
  SignatureV4.signHeaders({
    credentials,
    method,
    url: new URL(host + path),
    headers,
    body: new TextEncoder().encode(body),
    now
  })["authorization"]!.split("Signature=")[1]

it("signs the published examples", () => {
  assert.strictEqual(
    signed("GET", "/test.txt", { range: "bytes=0-9" }),
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
  )
  assert.strictEqual(
    signed(
      "PUT",
      "/test$file.text",
      { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      "Welcome to Amazon S3."
    ),
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
  )
  assert.strictEqual(
    signed("GET", "/?lifecycle"),
    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
  )
  assert.strictEqual(
    signed("GET", "/?max-keys=2&prefix=J"),
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
  )
})

it("presigns the published example", () => {
  const url = SignatureV4.signUrl({ credentials, url: new URL(`${host}/test.txt`), seconds: 86400, now })
  assert.strictEqual(
    new URL(url).searchParams.get("X-Amz-Signature"),
    "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
  )
})
