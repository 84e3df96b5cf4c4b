/** What somebody asks who builds a product on the library, each with the pages that answer it as a whole. */
export const developer: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["insert a stage between two others", ["how-to/add-a-stage", "tutorial/your-own-pipeline", "packages/pipeline"]],
  ["remove a stage from the pipeline", ["tutorial/your-own-pipeline", "how-to/add-a-stage", "packages/pipeline"]],
  ["compiler says MissingInput", ["how-to/add-a-stage", "tutorial/your-own-pipeline"]],
  ["dependency injection of my database into a stage", ["tutorial/your-own-pipeline", "how-to/add-a-stage"]],
  ["use it with plain promises, without Effect", [
    "explanation/decisions/2026-11-22-effect-4",
    "recipes/errors-with-promises",
    "packages/dunlin",
    "index"
  ]],
  ["catch a rate limit error", ["recipes/errors-with-promises", "reference/errors", "examples/errors-with-promises"]],
  ["list of all error tags", ["reference/errors"]],
  ["show results as they arrive, streaming", ["packages/dunlin", "how-to/run-the-server", "recipes/web-frameworks"]],
  ["fake clock in tests", ["how-to/test-with-layers"]],
  ["record http answers once and replay them in ci", ["how-to/test-with-layers", "recipes/testing"]],
  ["conformance suite for my adapter", [
    "how-to/add-a-provider",
    "how-to/add-a-cache-backend",
    "contributing/index"
  ]],
  ["store the cache in mongodb", ["how-to/add-a-cache-backend"]],
  ["weight or re-rank hits with a model", ["packages/providers", "how-to/search-your-own-pages"]],
  ["use openai embeddings for the index", ["how-to/search-your-own-pages"]],
  ["index rows of my database", ["how-to/search-your-own-pages", "examples/own-index"]],
  ["remove a document from the index", ["how-to/search-your-own-pages"]],
  ["keep the index up to date every night", ["how-to/search-your-own-pages"]],
  ["parse a search query with quotes and minus", ["packages/query-operators"]],
  ["fit passages into the context window", ["recipes/rag", "examples/agent-tools", "examples/rag"]],
  ["cite sources in an answer", ["recipes/rag", "examples/rag"]],
  ["prompt injection from web pages", ["project/security-model", "how-to/ask-a-model"]],
  ["can a user make my server fetch internal urls", [
    "project/security-model",
    "explanation/how-pages-are-fetched",
    "explanation/decisions/2026-11-22-one-egress-guard"
  ]],
  ["detect credit card numbers in text", ["packages/redaction", "how-to/redact-and-forget"]],
  ["put the real names back into the reply", ["how-to/redact-and-forget", "examples/redact-and-restore"]],
  ["use presidio for personal data", ["how-to/redact-and-forget", "packages/redaction"]],
  ["download mp4 or mp3", ["how-to/take-sound-and-video"]],
  ["fill in a form and log in", ["how-to/take-a-screenshot", "explanation/how-pages-are-fetched"]],
  ["set request headers for a page", ["reference/contract", "explanation/how-pages-are-fetched"]],
  ["boilerplate removal algorithm", [
    "explanation/how-html-is-read",
    "explanation/decisions/2026-11-22-own-html-engine"
  ]],
  ["charset detection of old pages", ["explanation/decisions/2026-11-22-one-decoder"]],
  ["table extraction from pdf", ["explanation/how-pdfs-are-read"]],
  ["why are jobs not on bullmq", ["explanation/decisions/2026-11-23-jobs-on-our-own-store"]],
  ["why is there no vitepress", ["explanation/decisions/2026-11-23-own-site"]],
  ["charge my own customers per page", [
    "packages/credits",
    "explanation/decisions/2026-11-22-credits-reserved-then-settled"
  ]],
  ["add a custom field to scraped documents", [
    "how-to/add-an-output-format",
    "examples/custom-stage"
  ]],
  ["bundle with esbuild", ["index", "reference/where-it-runs"]],
  ["how do you publish a release", ["contributing/releasing"]],
  ["run the test suite of the repository", ["contributing/index", "index"]],
  ["tool for the openai agents sdk", ["coming-from/frameworks", "examples/openai-agents-tool"]],
  ["typed client for the http api, openapi document", ["how-to/run-the-server", "packages/http-api"]]
]
