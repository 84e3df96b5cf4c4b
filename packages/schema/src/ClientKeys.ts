/**
 * Lists keys outside the contract that some clients send. Some are ignored silently, and keys of version 1 cause a
 * warning.
 *
 * @since 0.1.0
 */

/**
 * Keys that identify the client, or that only concern the hosted service, by the client that sends them. Such keys
 * are ignored silently, because users did not write them.
 *
 * @category constants
 * @since 0.1.0
 */
export const passedOver: ReadonlyMap<string, string> = new Map([
  [
    "origin",
    "sent by JS SDK 4.42.0 with every request (`js-sdk@4.42.0`), Python SDK (`python-sdk@…`), MCP server 3.26.0"
  ],
  [
    "integration",
    "sent by CLI 1.23.3 (`cli`), n8n node 2.1.2 (`n8n`), LangChain loaders (`langchain`); by both SDKs on request"
  ],
  ["domainTools", "sent by MCP server 3.26.0 with every search, and by JS SDK 4.42.0 on request"],
  ["toolDetail", "sent by MCP server 3.26.0 with every search, and by JS SDK 4.42.0 on request"],
  ["fastMode", "a scrape option of JS SDK 4.42.0 and of the Python SDK"],
  ["useMock", "a scrape option of JS SDK 4.42.0 and of the Python SDK"]
])

/**
 * Maps fields of version 1, and of earlier versions, to their current names.
 *
 * @category constants
 * @since 0.1.0
 */
export const ofVersion1: ReadonlyMap<string, string> = new Map([
  ["parsePDF", "it is `parsers` in version 2"],
  ["extract", "it is a format `{ type: \"json\", prompt, schema }` in version 2"],
  ["jsonOptions", "it is a format `{ type: \"json\", prompt, schema }` in version 2"],
  ["changeTrackingOptions", "it is a format `{ type: \"changeTracking\", modes, … }` in version 2"],
  ["geolocation", "it is `location` in version 2"],
  ["maxResults", "it is `limit` in version 2"],
  ["maxDepth", "it is `maxDiscoveryDepth` in version 2"],
  ["ignoreSitemap", "it is `sitemap` in version 2: skip, include or only"],
  ["allowBackwardCrawling", "it is `crawlEntireDomain` in version 2"],
  ["lang", "it is `scrapeOptions.location.languages` in version 2"],
  ["filter", "write operators such as site: into the query"],
  ["agent", "version 2 has no equivalent"],
  ["agentOptions", "version 2 has no equivalent"],
  ["pageOptions", "its options are separate fields in version 2"],
  ["searchOptions", "its options are separate fields in version 2"],
  ["extractorOptions", "it is a format `{ type: \"json\", prompt, schema }` in version 2"]
])
