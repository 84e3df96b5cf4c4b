/** Eight small applications of seven frameworks: a static menu and footer around a lazily loaded route that fetches its text. */

/** A page is whole if its Markdown has both the text of the lazy route and the text that the route fetches. */
export const ROUTE_TEXT = "The tide table was loaded with the lazy route of the application."
export const DATA_TEXT = "Oystercatchers arrive an hour before low water and leave with the flood."

export const DATA_PATH = "/api/tides"

export interface Application {
  readonly name: string
  readonly packages: ReadonlyArray<string>
  readonly plugin?: { readonly module: string; readonly call: string; readonly isNamed?: boolean } | undefined
  readonly files: Readonly<Record<string, string>>
}

const fetched = `fetch("${DATA_PATH}").then((response) => response.text())`
export const menu =
  "<header><nav><a href=\"/\">Home</a> <a href=\"/tides\">Tides</a> <a href=\"/about\">About</a></nav></header>"
export const footer = "<footer>Waders of the coast, an example. All rights reserved.</footer>"

const jsx = (imports: string, hooks: string) =>
  `${imports}
export default function Route() {
  ${hooks}
  return <main><h1>Tides</h1><p>${ROUTE_TEXT}</p><p>{text}</p></main>
}`

const react: Application = {
  name: "React, lazy and Suspense",
  packages: ["react@19", "react-dom@19", "@vitejs/plugin-react@6"],
  plugin: { module: "@vitejs/plugin-react", call: "plugin()" },
  files: {
    "main.jsx": `import { lazy, Suspense } from "react"
import { createRoot } from "react-dom/client"
const Route = lazy(() => import("./Route.jsx"))
createRoot(document.querySelector("#app")).render(<>${menu}<Suspense fallback={<p>Loading</p>}><Route /></Suspense>${footer}</>)`,
    "Route.jsx": jsx(
      "import { useEffect, useState } from \"react\"",
      `const [text, setText] = useState("")
  useEffect(() => { ${fetched}.then(setText) }, [])`
    )
  }
}

const reactTransition: Application = {
  ...react,
  name: "React, use in a transition",
  files: {
    "main.jsx": `import { lazy, startTransition, Suspense, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
const Route = lazy(() => import("./Route.jsx"))
function App() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => { startTransition(() => setOpen(true)) }, [])
  return <>${menu}<Suspense>{isOpen ? <Route /> : <p>Welcome to the waders.</p>}</Suspense>${footer}</>
}
createRoot(document.querySelector("#app")).render(<App />)`,
    "Route.jsx": jsx(
      `import { use } from "react"\nconst tides = ${fetched}`,
      "const text = use(tides)"
    )
  }
}

const preact: Application = {
  name: "Preact, lazy and Suspense",
  packages: ["preact@10", "@preact/preset-vite@2"],
  plugin: { module: "@preact/preset-vite", call: "plugin()" },
  files: {
    "main.jsx": `import { render } from "preact"
import { lazy, Suspense } from "preact/compat"
const Route = lazy(() => import("./Route.jsx"))
render(<>${menu}<Suspense fallback={<p>Loading</p>}><Route /></Suspense>${footer}</>, document.querySelector("#app"))`,
    "Route.jsx": jsx(
      "import { useEffect, useState } from \"preact/hooks\"",
      `const [text, setText] = useState("")
  useEffect(() => { ${fetched}.then(setText) }, [])`
    )
  }
}

const solid: Application = {
  name: "Solid, lazy and createResource",
  packages: ["solid-js@1", "vite-plugin-solid@2"],
  plugin: { module: "vite-plugin-solid", call: "plugin()" },
  files: {
    "main.jsx": `import { lazy, Suspense } from "solid-js"
import { render } from "solid-js/web"
const Route = lazy(() => import("./Route.jsx"))
render(() => <>${menu}<Suspense fallback={<p>Loading</p>}><Route /></Suspense>${footer}</>, document.querySelector("#app"))`,
    "Route.jsx": `import { createResource } from "solid-js"
export default function Route() {
  const [text] = createResource(() => ${fetched})
  return <main><h1>Tides</h1><p>${ROUTE_TEXT}</p><p>{text()}</p></main>
}`
  }
}

const vue: Application = {
  name: "Vue, router with a lazy route",
  packages: ["vue@3", "vue-router@4", "@vitejs/plugin-vue@6"],
  plugin: { module: "@vitejs/plugin-vue", call: "plugin()" },
  files: {
    "main.js": `import { createApp } from "vue"
import { createRouter, createWebHistory } from "vue-router"
import App from "./App.vue"
const routes = [{ path: "/:all(.*)*", component: () => import("./Route.vue") }]
createApp(App).use(createRouter({ history: createWebHistory(), routes })).mount("#app")`,
    "App.vue": `<template>${menu}<RouterView />${footer}</template>`,
    "Route.vue": `<script setup>
import { ref, onMounted } from "vue"
const text = ref("")
onMounted(() => ${fetched}.then((found) => { text.value = found }))
</script>
<template><main><h1>Tides</h1><p>${ROUTE_TEXT}</p><p>{{ text }}</p></main></template>`
  }
}

const svelte: Application = {
  name: "Svelte, await blocks",
  packages: ["svelte@5", "@sveltejs/vite-plugin-svelte@7"],
  plugin: { module: "@sveltejs/vite-plugin-svelte", call: "svelte()", isNamed: true },
  files: {
    "main.js": `import { mount } from "svelte"
import App from "./App.svelte"
mount(App, { target: document.querySelector("#app") })`,
    "App.svelte": `${menu}{#await import("./Route.svelte") then { default: Route }}<Route />{/await}${footer}`,
    "Route.svelte": `<script>const text = ${fetched}</script>
<main><h1>Tides</h1><p>${ROUTE_TEXT}</p>{#await text then found}<p>{found}</p>{/await}</main>`
  }
}

const lit: Application = {
  name: "Lit, elements with shadow roots",
  packages: ["lit@3"],
  files: {
    "main.js": `import { html, LitElement } from "lit"
customElements.define("wader-app", class extends LitElement {
  render() { return html\`${menu}<wader-route></wader-route>${footer}\` }
})
document.querySelector("#app").append(document.createElement("wader-app"))
import("./Route.js")`,
    "Route.js": `import { html, LitElement } from "lit"
import { until } from "lit/directives/until.js"
const text = ${fetched}
customElements.define("wader-route", class extends LitElement {
  render() { return html\`<main><h1>Tides</h1><p>${ROUTE_TEXT}</p><p>\${until(text, "")}</p></main>\` }
})`
  }
}

const angular: Application = {
  name: "Angular, router with loadComponent",
  packages: [
    "@angular/core@21",
    "@angular/common@21",
    "@angular/compiler@21",
    "@angular/platform-browser@21",
    "@angular/router@21",
    "rxjs@7"
  ],
  files: {
    "main.js": `import "@angular/compiler"
import { Component, provideZonelessChangeDetection } from "@angular/core"
import { bootstrapApplication } from "@angular/platform-browser"
import { provideRouter, RouterOutlet } from "@angular/router"
class App {}
Component({ selector: "wader-app", imports: [RouterOutlet], template: \`${menu}<router-outlet></router-outlet>${footer}\` })(App)
document.querySelector("#app").append(document.createElement("wader-app"))
const routes = [{ path: "**", loadComponent: () => import("./Route.js").then(({ Route }) => Route) }]
bootstrapApplication(App, { providers: [provideZonelessChangeDetection(), provideRouter(routes)] })`,
    "Route.js": `import { Component, signal } from "@angular/core"
export class Route {
  text = signal("")
  constructor() { ${fetched}.then((found) => this.text.set(found)) }
}
Component({ selector: "wader-route", template: \`<main><h1>Tides</h1><p>${ROUTE_TEXT}</p><p>{{ text() }}</p></main>\` })(Route)`
  }
}

export const applications: ReadonlyArray<Application> = [
  react,
  reactTransition,
  preact,
  solid,
  vue,
  svelte,
  lit,
  angular
]
