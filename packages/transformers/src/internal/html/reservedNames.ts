import { Metadata } from "@dunlin/schema/Document"

/** Names of fields that the pipeline fills, such as `url` and `statusCode`: a page cannot set them. */
export const reserved: ReadonlySet<string> = new Set([
  ...Object.keys(Metadata.schema.fields),
  // clients of the contract read these as a boolean and a number
  "concurrencyLimited",
  "concurrencyQueueDurationMs"
])
