/** Sites of four generators: the server sends static text, and an island or a route loads its text later. */
import { DATA_PATH, footer, menu, ROUTE_TEXT } from "./applications.ts"

export interface Site {
  readonly name: string
  readonly packages: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
  readonly output: string
  readonly lateModules: RegExp
  readonly files: Readonly<Record<string, string>>
}

const lead = "<p>The server rendered this paragraph about the waders of the coast, as it does on most pages.</p>"

const reactPart = `import { useEffect, useState } from "react"
export default function Route() {
  const [text, setText] = useState("Loading the tides")
  useEffect(() => { fetch("${DATA_PATH}").then((response) => response.text()).then(setText) }, [])
  return <section><h2>Tides</h2><p>${ROUTE_TEXT}</p><p>{text}</p></section>
}`

const next: Site = {
  name: "Next, dynamic import",
  packages: ["next@16", "react@19", "react-dom@19"],
  command: ["next/dist/bin/next", "build"],
  output: "out",
  lateModules: /\/_next\/static\/chunks\//,
  files: {
    "next.config.mjs": "export default { output: \"export\", trailingSlash: true }",
    "app/layout.jsx": `export default ({ children }) => <html lang="en"><body>${menu}{children}${footer}</body></html>`,
    "app/tides/page.jsx": `"use client"
import dynamic from "next/dynamic"
const Route = dynamic(() => import("./Route"), { ssr: false })
export default function Page() { return <main><h1>Waders</h1>${lead}<Route /></main> }`,
    "app/tides/Route.jsx": reactPart
  }
}

const nuxt: Site = {
  name: "Nuxt, lazy component",
  packages: ["nuxt@4", "vue@3"],
  command: ["nuxt/bin/nuxt.mjs", "generate"],
  output: ".output/public",
  lateModules: /\/_nuxt\/.*\.js$/,
  files: {
    "nuxt.config.ts":
      "export default defineNuxtConfig({ ssr: false, telemetry: false, compatibilityDate: \"2026-01-01\" })",
    "app/app.vue": `<template><div>${menu}<NuxtPage />${footer}</div></template>`,
    "app/pages/index.vue": "<template><main><NuxtLink to=\"/tides\">Tides</NuxtLink></main></template>",
    "app/pages/tides.vue": `<template><main><h1>Waders</h1>${lead}<LazyRoute /></main></template>`,
    "app/components/Route.vue": `<script setup>
const { data } = useLazyFetch("${DATA_PATH}", { server: false, responseType: "text" })
</script>
<template><section><h2>Tides</h2><p>${ROUTE_TEXT}</p><p>{{ data || "Loading the tides" }}</p></section></template>`
  }
}

const kit: Site = {
  name: "SvelteKit, awaited import",
  packages: [
    "@sveltejs/kit@latest",
    "@sveltejs/adapter-static@latest",
    "@sveltejs/vite-plugin-svelte@latest",
    "svelte@5",
    "vite@8"
  ],
  command: ["vite/bin/vite.js", "build"],
  output: "build",
  lateModules: /\/immutable\/(?:chunks|nodes)\//,
  files: {
    "vite.config.js": `import adapter from "@sveltejs/adapter-static"
import { sveltekit } from "@sveltejs/kit/vite"
export default { plugins: [sveltekit({ adapter: adapter({ fallback: "index.html" }) })] }`,
    "src/app.html":
      "<!doctype html><html lang=\"en\"><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>",
    "src/routes/+layout.js": "export const ssr = false",
    "src/routes/+layout.svelte": `<script>let { children } = $props()</script>${menu}{@render children()}${footer}`,
    "src/routes/tides/+page.svelte": `<script>const route = import("../../Route.svelte")</script>
<main><h1>Waders</h1>${lead}{#await route}<p>Loading</p>{:then module}<module.default />{/await}</main>`,
    "src/Route.svelte": `<script>const data = fetch("${DATA_PATH}").then((response) => response.text())</script>
<section><h2>Tides</h2><p>${ROUTE_TEXT}</p>{#await data}<p>Loading</p>{:then text}<p>{text}</p>{/await}</section>`
  }
}

const astro = (directive: string): Site => ({
  name: `Astro, island with client:${directive}`,
  packages: ["astro@latest", "@astrojs/react@latest", "react@19", "react-dom@19"],
  command: ["astro/bin/astro.mjs", "build"],
  output: "dist",
  lateModules: /\/_astro\/Route/,
  files: {
    "astro.config.mjs": "import react from \"@astrojs/react\"\nexport default { integrations: [react()] }",
    "src/Route.jsx": reactPart,
    "src/pages/tides.astro": `---
import Route from "../Route.jsx"
---
<html lang="en"><head><title>Waders</title></head><body>${menu}<main><h1>Waders</h1>${lead}
<div style="height:3000px"></div><Route client:${directive} /></main>${footer}</body></html>`
  }
})

export const sites: ReadonlyArray<Site> = [next, nuxt, kit, astro("only=\"react\""), astro("visible")]
