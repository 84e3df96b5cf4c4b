import { EgressGuard, Fetcher, HttpFetcher, Politeness } from "@dunlin/fetcher"
import * as testing from "@dunlin/fetcher/testing"
import { ConfigProvider, Layer } from "effect"
import * as vitest from "vitest"
import { layerBrowser, patientWithBrowsers, withChromium } from "./Chromium.ts"

const opened = (site: testing.TestSite["Service"]) =>
  Layer.merge(EgressGuard.layer({ allow: [site.target] }), patientWithBrowsers)

testing.run(
  testing.suite("memory", ({ origin }) =>
    Fetcher.layerMemory(Object.fromEntries(
      Object.entries(testing.pages).map(([path, page]) => [origin + path, {
        status: page.status,
        headers: { "content-type": page.type },
        contentType: page.type.split(";")[0]!,
        body: page.body
      }])
    )), { network: false }),
  vitest
)

testing.run(testing.suite("http", (site) => HttpFetcher.layer().pipe(Layer.provide(opened(site)))), vitest)

withChromium("with a browser", () => {
  testing.run(testing.suite("browser", (site) => layerBrowser.pipe(Layer.provide(opened(site)))), vitest)
  testing.run(testing.suite("both engines", (site) => Fetcher.layer().pipe(Layer.provide(opened(site)))), vitest)
  testing.run(
    testing.suite("both engines, as the environment says", ({ target }) =>
      Fetcher.layerConfig.pipe(
        Layer.provide([
          ConfigProvider.layer(ConfigProvider.fromUnknown({ DUNLIN_EGRESS_ALLOW: target })),
          patientWithBrowsers
        ])
      )),
    vitest
  )
  testing.run(
    testing.suite("both engines, politely", (site) =>
      Fetcher.layer().pipe(
        Layer.provide(opened(site)),
        Politeness.polite({ agent: "DunlinBot", robots: false, delay: 0 })
      )),
    vitest
  )
})

testing.run(
  testing.suite(
    "no browser installed",
    (site) => Fetcher.layer({ browser: { executable: "/nowhere/chromium" } }).pipe(Layer.provide(opened(site)))
  ),
  vitest
)
