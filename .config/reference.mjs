// A page of docs/reference that is made from the source: written, or with --check compared with what is there.
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = join(dirname(fileURLToPath(import.meta.url)), "..")

/** What each page is for, and what people call that elsewhere: the search of the site reads it. */
const fronts = {
  compatibility: {
    description:
      "Clients of other programs that work with a changed base URL: each SDK, method by method, with its version, the date and the outcome.",
    keywords:
      "compatible, supported clients, SDK, Python SDK, JavaScript SDK, Rust SDK, firecrawl-py, firecrawl-js, Tavily, Exa, MCP, Model Context Protocol, versions, drop-in, tested with, which methods work, unsupported methods, matrix"
  },
  settings: {
    description:
      "Every environment variable and flag of the server and the command line: address, storage, engines, keys, limits, models, proxies, logging.",
    keywords:
      "configuration, config, options, environment variables, env, .env, flags, port, host, listen address, network interface, 0.0.0.0, API keys of engines, SearXNG, Brave, Serper, data folder, disk space, cache size, PostgreSQL, Redis, S3 bucket, proxy, log level, OpenTelemetry, OTLP, timeout, user agent, allow internal hosts, browser limits, corporate proxy, outgoing proxy, where files are stored, custom headers, model endpoint, concurrency, workers, retention, secrets, defaults"
  },
  errors: {
    description: "Every error with its reasons, whether to try again, and the codes and statuses of the HTTP API.",
    keywords:
      "error codes, exceptions, status codes, 400, 401, 402, 403, 404, 408, 409, 429, 500, 501, 502, 503, troubleshooting, retryable, failure, _tag, error messages, error handling, bad request, unauthorized, payment required, forbidden, not found, rate limited, unavailable"
  },
  promises: {
    description:
      "What happens to each promise when the part it stands on is not set up, mistyped or down: it holds, warns or refuses.",
    keywords:
      "guarantees, failure modes, fail closed, fail open, degraded, missing key, missing scanner, missing browser, no model, outage, fallback, what if, not configured, misconfiguration, health, doctor, warnings, threat protection without scanner, restart, links expire, profile lost"
  },
  contract: {
    description: "Every field of requests and responses of the HTTP API, with its state and the test that proves it.",
    keywords:
      "API reference, parameters, options, request body, response fields, endpoints, schema, scrapeOptions, formats, sources, images, news, location, country, proxy, headers, parsers, search operators, compatibility, cookies, screenshot options, actions, timeout, pagination, limits, defaults, v2 search, time filter, custom headers, cache options"
  }
}

/** A value of YAML on one line; only a colon asks for quotation marks. */
const scalar = (text) => (text.includes(": ") ? JSON.stringify(text) : text)

const frontOf = ({ description, keywords }) => {
  return `---
description: ${scalar(description)}
keywords: ${keywords}
---

`
}

/** Writes the page, or tells what is wrong with it: at most one fault. */
export const write = (name, lines, front = fronts[name], script = name) => {
  const target = join(root, "docs/reference", `${name}.md`)
  const text = `${frontOf(front)}${lines.join("\n")}\n`
  if (!process.argv.includes("--check")) {
    writeFileSync(target, text)
    return []
  }
  let current = ""
  try {
    current = readFileSync(target, "utf8")
  } catch {
    // Not made yet: it differs.
  }
  return current === text ? [] : [`docs/reference/${name}.md is out of date: run \`node .config/${script}.mjs\``]
}

/** Text for the cell of a table. */
export const cell = (text) => String(text ?? "").replaceAll("|", "\\|").replaceAll("\n", " ")

/** Ends with every fault told, or with what was found. */
export const finish = (faults, found) => {
  if (faults.length > 0) {
    console.error(faults.join("\n"))
    process.exit(1)
  }
  console.log(found)
}
