import {
  Algolia,
  Brave,
  Engines,
  Exa,
  JsonHttp,
  Meilisearch,
  OpenSearch,
  Searxng,
  Serper,
  Tavily,
  Typesense,
  You
} from "@dunlin/providers"
import type { HttpOptions, Sample, Sent } from "@dunlin/providers/testing"
import { Redacted } from "effect"

export const secret = "sk-canary-93c1"
const apiKey = Redacted.make(secret)

const parameter = (sent: Sent, name: string, otherwise: number) => Number(sent.url.searchParams.get(name) ?? otherwise)
const field = (sent: Sent, name: string, otherwise: number): number =>
  (JSON.parse(sent.body) as Record<string, number>)[name] ?? otherwise

const quota = { status: 429, body: { error: { code: "INSUFFICIENT_CREDITS", message: "You have used all credits." } } }

const brief = ({ date, snippet, title, url }: Sample) => ({ url, title, snippet, date })

/** The wire format of every adapter, written from its documentation, not from its code. */
export const wires: Record<string, HttpOptions> = {
  searxng: {
    layer: Searxng.layer({ apiUrl: "http://searxng.test/" }),
    sources: ["web", "images", "news"],
    wire: {
      asked: (sent) => ({ page: parameter(sent, "pageno", 1) - 1, count: 10 }),
      body: (results) => ({
        query: "q",
        results: results.map(({ date, height, imageUrl, snippet, title, url, width }) => ({
          url,
          title,
          content: snippet,
          publishedDate: date,
          img_src: imageUrl,
          img_format: `${width}x${height}`,
          engine: "fixture",
          score: 1
        })),
        unresponsive_engines: []
      })
    }
  },
  brave: {
    layer: Brave.layer({ apiKey }),
    secret,
    quota,
    sources: ["web", "images", "news"],
    wire: {
      asked: (sent) => ({ page: parameter(sent, "offset", 0), count: parameter(sent, "count", 20) }),
      body: (results, sent) => {
        const list = results.map(({ date, height, imageUrl, snippet, title, url, width }) =>
          sent.url.pathname.includes("/images/")
            ? {
              title,
              url,
              source: "x",
              thumbnail: { src: `${imageUrl}?t` },
              properties: { url: imageUrl, width, height }
            }
            : { title, url, description: snippet, page_age: date.slice(0, 19), age: "May 2024" }
        )
        return sent.url.pathname.includes("/web/")
          ? { type: "search", query: { original: "q" }, web: { type: "search", results: list } }
          : { type: "results", query: { original: "q" }, results: list }
      }
    }
  },
  serper: {
    layer: Serper.layer({ apiKey }),
    secret,
    quota: { status: 400, body: { message: "Not enough credits", statusCode: 400 } },
    sources: ["web", "images", "news"],
    wire: {
      asked: (sent) => ({ page: field(sent, "page", 1) - 1, count: field(sent, "num", 10) }),
      body: (results, sent) => {
        const list = results.map(({ height, imageUrl, snippet, title, url, width }, at) => ({
          title,
          link: url,
          snippet,
          date: "May 3, 2024",
          position: at + 1,
          imageUrl,
          imageWidth: width,
          imageHeight: height
        }))
        const kind = sent.url.pathname.slice(1)
        return { searchParameters: {}, [kind === "search" ? "organic" : kind]: list, credits: 1 }
      }
    }
  },
  tavily: {
    layer: Tavily.layer({ apiKey }),
    secret,
    most: 20,
    quota: { status: 432, body: { detail: { error: "This request exceeds your plan's set usage limit." } } },
    sources: ["web", "images", "news"],
    wire: {
      asked: (sent) => ({ page: 0, count: field(sent, "max_results", 5) }),
      body: (results) => ({
        query: "q",
        images: results.map(({ imageUrl, title }) => ({ url: imageUrl, description: title })),
        results: results.map(({ date, snippet, title, url }) => ({
          url,
          title,
          content: snippet,
          score: 0.5,
          published_date: new Date(date).toUTCString()
        })),
        request_id: "r"
      })
    }
  },
  you: {
    layer: You.layer({ apiKey }),
    secret,
    quota,
    sources: ["web", "news"],
    wire: {
      asked: (sent) => ({ page: field(sent, "offset", 0), count: field(sent, "count", 10) }),
      body: (results) => {
        const list = results.map(({ date, snippet, title, url }) => ({
          url,
          title,
          description: snippet,
          snippets: [`${snippet} And more.`],
          page_age: date.slice(0, 19)
        }))
        return { results: { web: list, news: list }, metadata: {} }
      }
    }
  },
  exa: {
    layer: Exa.layer({ apiKey }),
    secret,
    quota: { status: 402, body: { error: "You have exceeded your credits limit", tag: "NO_MORE_CREDITS" } },
    sources: ["web", "news"],
    wire: {
      asked: (sent) => ({ page: 0, count: field(sent, "numResults", 10) }),
      body: (results) => ({
        requestId: "r",
        results: results.map(({ date, snippet, title, url }) => ({
          id: url,
          url,
          title,
          publishedDate: date,
          highlights: [snippet],
          score: 0.1
        }))
      })
    }
  },
  kagi: {
    layer: JsonHttp.layer(Engines.kagi, { apiKey }),
    secret,
    quota,
    sources: ["web", "images", "news"],
    wire: {
      asked: (sent) => ({ page: field(sent, "page", 1) - 1, count: 20 }),
      body: (results, sent) => {
        const { workflow } = JSON.parse(sent.body) as { workflow: string }
        const list = results.map(({ date, height, imageUrl, snippet, title, url, width }) => ({
          url,
          title,
          snippet,
          time: date,
          image: { url: imageUrl, width, height }
        }))
        return { meta: {}, data: { [workflow === "images" ? "image" : workflow]: list } }
      }
    }
  },
  linkup: {
    layer: JsonHttp.layer(Engines.linkup, { apiKey }),
    secret,
    quota: { status: 429, body: { statusCode: 429, error: { code: "INSUFFICIENT_FUNDS_CREDITS", message: "x" } } },
    sources: ["web", "images"],
    wire: {
      asked: (sent) => ({ page: 0, count: field(sent, "maxResults", 10) }),
      body: (results, sent) => ({
        results: results.map(({ imageUrl, snippet, title, url }) =>
          sent.body.includes("\"includeImages\":true")
            ? { type: "image", name: title, url: imageUrl }
            : { type: "text", name: title, url, content: snippet }
        )
      })
    }
  },
  perplexity: {
    layer: JsonHttp.layer(Engines.perplexity, { apiKey }),
    secret,
    quota,
    most: 20,
    wire: {
      asked: (sent) => ({ page: 0, count: field(sent, "max_results", 10) }),
      body: (results) => ({ id: "r", results: results.map(brief) })
    }
  },
  jina: {
    layer: JsonHttp.layer(Engines.jina, { apiKey }),
    secret,
    quota: {
      status: 402,
      body: { code: 402, name: "InsufficientBalanceError", message: "Account balance not enough" }
    },
    sources: ["web", "images", "news"],
    wire: {
      asked: (sent) => ({ page: parameter(sent, "page", 1) - 1, count: 10 }),
      body: (results, sent) => ({
        code: 200,
        data: results.map(({ date, height, imageUrl, snippet, title, url, width }) =>
          sent.url.searchParams.get("type") === "images"
            ? { url, title, imageUrl, imageWidth: width, imageHeight: height, source: "x" }
            : { url, title, description: snippet, date, source: "x" }
        )
      })
    }
  },
  mojeek: {
    layer: JsonHttp.layer(Engines.mojeek, { apiKey }),
    secret,
    quota,
    wire: {
      asked: (sent) => {
        const count = parameter(sent, "t", 10)
        return { page: (parameter(sent, "s", 1) - 1) / count, count }
      },
      body: (results) => ({
        response: {
          status: "OK",
          head: { results: results.length },
          results: results.map(({ snippet, title, url }) => ({ url, title, desc: snippet }))
        }
      })
    }
  },
  marginalia: {
    layer: JsonHttp.layer(Engines.marginalia, { apiKey }),
    secret,
    quota,
    wire: {
      asked: (sent) => ({ page: parameter(sent, "page", 1) - 1, count: parameter(sent, "count", 20) }),
      body: (results) => ({
        license: "CC-BY-NC-SA 4.0",
        results: results.map(({ snippet, title, url }) => ({ url, title, description: snippet, quality: 1 }))
      })
    }
  },
  serpapi: {
    layer: JsonHttp.layer(Engines.serpApi, { apiKey }),
    secret,
    quota: { status: 429, body: { error: "Your account has run out of searches." } },
    sources: ["web", "images", "news"],
    wire: {
      asked: (sent) =>
        sent.url.searchParams.get("engine") === "google_images"
          ? { page: parameter(sent, "ijn", 0), count: 100 }
          : { page: parameter(sent, "start", 0) / 10, count: 10 },
      body: (results, sent) => {
        const key = sent.url.searchParams.get("engine") === "google_images"
          ? "images_results"
          : sent.url.searchParams.get("tbm") === "nws"
          ? "news_results"
          : "organic_results"
        return {
          search_metadata: { status: "Success" },
          [key]: results.map(({ height, imageUrl, snippet, title, url, width }) => ({
            link: url,
            title,
            snippet,
            date: "May 3, 2024",
            original: imageUrl,
            original_width: width,
            original_height: height
          }))
        }
      }
    }
  },
  parallel: {
    layer: JsonHttp.layer(Engines.parallel, { apiKey }),
    secret,
    quota,
    most: 40,
    wire: {
      asked: (sent) => {
        const { advanced_settings: settings } = JSON.parse(sent.body) as { advanced_settings: { max_results: number } }
        return { page: 0, count: settings.max_results }
      },
      body: (results) => ({
        search_id: "s",
        session_id: "s",
        warnings: null,
        results: results.map(({ date, snippet, title, url }) => ({
          url,
          title,
          publish_date: date.slice(0, 10),
          excerpts: [snippet, `${snippet} And more.`]
        }))
      })
    }
  },
  searchapi: {
    layer: JsonHttp.layer(Engines.searchApi, { apiKey }),
    secret,
    quota: { status: 429, body: { error: "You have used all of the searches for the month: quota exceeded." } },
    sources: ["web", "images", "news"],
    wire: {
      asked: (sent) => ({
        page: parameter(sent, "page", 1) - 1,
        count: sent.url.searchParams.get("engine") === "google_images" ? 100 : 10
      }),
      body: (results, sent) =>
        sent.url.searchParams.get("engine") === "google_images"
          ? {
            search_metadata: { status: "Success" },
            images: results.map(({ height, imageUrl, title, url, width }) => ({
              title,
              source: { name: "x", link: url },
              original: { link: imageUrl, width, height }
            }))
          }
          : {
            search_metadata: { status: "Success" },
            organic_results: results.map(({ snippet, title, url }, at) => ({
              position: at + 1,
              link: url,
              title,
              snippet,
              date: "May 3, 2024"
            }))
          }
    }
  },
  dataforseo: {
    layer: JsonHttp.layer(Engines.dataForSeo, { apiKey }),
    secret: Buffer.from(secret).toString("base64"),
    quota: { status: 402, body: { status_code: 40200, status_message: "Payment Required.", tasks: null } },
    sources: ["web", "news"],
    most: 100,
    wire: {
      isEncoded: true,
      asked: (sent) => ({ page: 0, count: (JSON.parse(sent.body) as [{ depth: number }])[0].depth }),
      body: (results, sent) => {
        const isNews = sent.url.pathname.includes("/news/")
        return {
          status_code: 20000,
          status_message: "Ok.",
          tasks: [{
            status_code: 20000,
            result: [{
              items: results.map(({ date, snippet, title, url }) => ({
                type: isNews ? "news_search" : "organic",
                url,
                title,
                [isNews ? "snippet" : "description"]: snippet,
                timestamp: `${date.slice(0, 10)} ${date.slice(11, 19)} +00:00`
              }))
            }]
          }]
        }
      }
    }
  },
  opensearch: {
    layer: OpenSearch.layer({ apiKey, apiUrl: "http://opensearch.test:9200/docs" }),
    secret,
    quota,
    wire: {
      asked: (sent) => {
        const { from, size } = JSON.parse(sent.body) as { from: number; size: number }
        return { page: from / size, count: size }
      },
      body: (results) => ({
        took: 1,
        hits: {
          total: { value: 1000, relation: "gte" },
          hits: results.map(({ date, snippet, title, url }) => ({
            _id: url,
            _source: { url, title, text: snippet, date },
            highlight: { text: [snippet] }
          }))
        }
      })
    }
  },
  typesense: {
    layer: Typesense.layer({ apiKey, apiUrl: "http://typesense.test:8108/collections/docs" }),
    secret,
    quota,
    wire: {
      asked: (sent) => ({ page: parameter(sent, "page", 1) - 1, count: parameter(sent, "per_page", 10) }),
      body: (results) => ({
        found: 1000,
        hits: results.map(({ date, snippet, title, url }) => ({
          document: { id: url, url, title, content: snippet, date: Date.parse(date) / 1000 },
          highlights: [{ field: "content", snippet }]
        }))
      })
    }
  },
  meilisearch: {
    layer: Meilisearch.layer({ apiKey, apiUrl: "http://meilisearch.test:7700/indexes/docs" }),
    secret,
    quota,
    wire: {
      asked: (sent) => ({ page: field(sent, "offset", 0) / field(sent, "limit", 20), count: field(sent, "limit", 20) }),
      body: (results) => ({
        estimatedTotalHits: 1000,
        hits: results.map(({ date, snippet, title, url }) => ({
          url,
          title,
          content: `${snippet} and what follows`,
          date,
          _formatted: { url, title, content: snippet }
        }))
      })
    }
  },
  algolia: {
    layer: Algolia.layer({ apiKey, apiUrl: "https://app1-dsn.algolia.net/1/indexes/docs" }),
    secret,
    quota,
    wire: {
      asked: (sent) => ({ page: field(sent, "page", 0), count: field(sent, "hitsPerPage", 20) }),
      // As DocSearch writes them.
      body: (results) => ({
        nbHits: 1000,
        hits: results.map(({ date, snippet, title, url }) => ({
          objectID: url,
          url,
          hierarchy: { lvl0: "Documentation", lvl1: title },
          content: `${snippet} and what follows`,
          date,
          _snippetResult: { content: { value: snippet, matchLevel: "full" } }
        }))
      })
    }
  }
}
