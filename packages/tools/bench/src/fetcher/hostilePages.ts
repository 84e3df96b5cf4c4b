/** Generates pages that make a browser hang, crash or use too much memory. Each has a few lines. */

export interface HostilePage {
  readonly headers?: Readonly<Record<string, string>>
  readonly markup?: string
  readonly script?: string
}

const times = (count: number, body: string): string => `for (let i = 0; i < ${count}; i++) { ${body} }`
const forever = (body: string): string => `const again = () => { ${body}; setTimeout(again) }; again()`
const codings = Array.from({ length: 16 }, () => "gzip").join(", ")
const inWorker = (code: string): string =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: "text/javascript" })))`
const megabytes = (count: number): string => `new Uint8Array(${count} * 1048576).fill(1)`
const wasmLoop = "0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11"

export const hostilePages: Readonly<Record<string, HostilePage>> = {
  "endless loop": { script: "for (;;) {}" },
  "endless loop later": { script: "setTimeout(() => { for (;;) {} }, 300)" },
  "endless promises": { script: "const next = () => Promise.resolve().then(next); next()" },
  "regular expression": { script: "/^(a+)+$/.test('a'.repeat(40) + 'b')" },
  "debugger": { script: "setInterval(() => { debugger })" },
  "broken built-ins": {
    script: "Array.prototype.push = Promise.prototype.then = JSON.stringify = () => { for (;;) {} }"
  },
  "recursive getters": { script: "Object.defineProperty(Object.prototype, 'then', { get() { for (;;) {} } })" },
  "asm loop": { script: `new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([${wasmLoop}]))).exports.f()` },
  "workers that loop": { script: times(20, inWorker("for (;;) {}")) },
  "workers of workers": { script: inWorker("const url = self.location.href; for (;;) new Worker(url)") },
  "workers that hoard": {
    script: times(8, inWorker("const kept = []; for (;;) kept.push(new Uint8Array(1e8).fill(1))"))
  },
  "worker that waits": { script: times(30, inWorker("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)")) },
  "shared worker": { script: "new SharedWorker('data:text/javascript,for(;;){}')" },
  "service worker": {
    script: "navigator.serviceWorker.register('/worker.js').catch(() => {}); navigator.serviceWorker.ready"
  },
  "arrays": { script: `const kept = []; setInterval(() => kept.push(${megabytes(64)}), 10)` },
  "strings": { script: "const kept = []; setInterval(() => kept.push('x'.repeat(5e7) + kept.length), 10)" },
  "blobs": { script: `const kept = []; ${times(44, `kept.push(new Blob([${megabytes(64)}]))`)}` },
  "addresses of blobs": { script: times(300_000, "URL.createObjectURL(new Blob(['x' + i]))") },
  "canvases": {
    script: `const kept = []; ${
      times(
        60,
        "const c = document.createElement('canvas'); c.width = c.height = 8000; c.getContext('2d').fillRect(0, 0, 8000, 8000); kept.push(c)"
      )
    }`
  },
  "asm memory": {
    script:
      "const kept = []; for (let i = 0; i < 20; i++) { const m = new WebAssembly.Memory({ initial: 10000 }); new Uint8Array(m.buffer).fill(1); kept.push(m) }"
  },
  "database": {
    script: `indexedDB.open('d').onupgradeneeded = ({ target }) => { const s = target.result.createObjectStore('s'); ${
      times(30, `s.put(${megabytes(16)}, i)`)
    } }`
  },
  "cache": {
    script: `caches.open('c').then(async (c) => { ${
      times(30, `await c.put('/' + i, new Response(${megabytes(16)}))`)
    } })`
  },
  "own files": {
    script: `navigator.storage.getDirectory().then(async (d) => { ${
      times(
        30,
        `const f = await d.getFileHandle('f' + i, { create: true }); const w = await f.createWritable(); await w.write(${
          megabytes(16)
        }); await w.close()`
      )
    } })`
  },
  "local storage": {
    script:
      "setInterval(() => { for (let i = 0; i < 50; i++) localStorage['k' + i] = Math.random() + 'x'.repeat(90000) })"
  },
  "cookies": { script: times(20_000, "document.cookie = 'c' + i + '=' + 'x'.repeat(3000)") },
  "locks": { script: times(300_000, "navigator.locks.request('l' + i, () => new Promise(() => {}))") },
  "permissions": { script: times(100_000, "navigator.permissions.query({ name: 'geolocation' })") },
  "channels": {
    script: `const c = new BroadcastChannel('c'); ${forever(times(2000, "c.postMessage('x'.repeat(1000))"))}`
  },
  "messages": {
    script: `const c = new MessageChannel(); c.port1.onmessage = () => c.port2.postMessage(1); ${
      times(50_000, "c.port2.postMessage(1)")
    }`
  },
  "beacons": { script: times(20_000, "navigator.sendBeacon('/x', 'y')") },
  "console": { script: times(300_000, "console.log('line', i, { a: i })") },
  "titles": { script: times(200_000, "document.title = 't' + i") },
  "marks": { script: times(1_000_000, "performance.mark('m' + i)") },
  "pushState": { script: times(200_000, "history.pushState(i, '', '?' + i)") },
  "replaceState": { script: forever(times(1000, "history.replaceState(i, '', '?' + i)")) },
  "fragments": { script: "let n = 0; setInterval(() => { location.hash = n++ })" },
  "reloads": { script: "location.reload()" },
  "back and forth": {
    script: "history.pushState(1, '', '?1'); setInterval(() => { history.back(); history.forward() })"
  },
  "refresh": { markup: "<meta http-equiv=refresh content=0>" },
  "leaving": { script: "onbeforeunload = (event) => { event.preventDefault(); for (;;) {} }" },
  "leaving slowly": {
    script: "onpagehide = onvisibilitychange = () => { for (const end = Date.now() + 60000; Date.now() < end;) {} }"
  },
  "alerts": { script: "for (;;) alert('again')" },
  "prompts": { script: "setInterval(() => { prompt('x'); confirm('y') })" },
  "windows": { script: times(1000, "open('/plain?' + i)") },
  "downloads": {
    script: times(
      500,
      "const a = document.createElement('a'); a.href = 'data:application/octet-stream,x'; a.download = 'f' + i; a.click()"
    )
  },
  "printing": { script: times(50, "print()") },
  "frames": {
    script: times(400, "document.body.append(Object.assign(document.createElement('iframe'), { src: '/plain?' + i }))")
  },
  "frames in frames": {
    script:
      "let f = document; for (let i = 0; i < 60; i++) { const e = f.createElement('iframe'); f.body.append(e); f = e.contentDocument }"
  },
  "many elements": { script: "document.body.innerHTML = '<p>x</p>'.repeat(1500000)" },
  "deep elements": {
    script:
      "let e = document.body; for (let i = 0; i < 100000; i++) e = e.appendChild(document.createElement('div')); e.innerText"
  },
  "endless writing": { script: "for (;;) document.write('<p>x'.repeat(1000))" },
  "observers": {
    script:
      "new MutationObserver(() => document.body.append('x')).observe(document.body, { childList: true }); document.body.append('y')"
  },
  "selectors": {
    markup: `<style>${":has(* ".repeat(3)}*${")".repeat(3)} { color: red }</style>${"<div><div><div>".repeat(4000)}`
  },
  "grid": {
    markup: `<div style="display:grid;grid-template-columns:repeat(10000,1px);grid-template-rows:repeat(10000,1px)">${
      "<i>x</i>".repeat(20000)
    }</div>`
  },
  "filters": {
    markup: `<svg width=4000 height=4000><filter id=f><feTurbulence baseFrequency=.9 numOctaves=99 /></filter>${
      "<rect filter=\"url(#f)\" width=4000 height=4000 />".repeat(30)
    }</svg>`
  },
  "animations": {
    markup:
      `<style>@keyframes k { to { transform: rotate(1turn) } } i { animation: k 1ms infinite; filter: blur(9px) }</style>${
        "<i>x</i>".repeat(20000)
      }`
  },
  "entities of a drawing": {
    markup: `<svg>${
      Array.from({ length: 18 }, (_, i) => `<g id=g${i}>${`<use href="#g${i - 1}" />`.repeat(10)}</g>`).join("")
    }</svg>`
  },
  "videos": {
    script: times(
      1000,
      "document.body.append(Object.assign(document.createElement('video'), { src: '/garbage?' + i, autoplay: true }))"
    )
  },
  "sound": {
    script: times(
      20,
      "const c = new OfflineAudioContext(8, 44100 * 600, 44100); c.createOscillator().start(); c.startRendering()"
    )
  },
  "shader": {
    script:
      "const g = document.createElement('canvas').getContext('webgl'); if (g) { const s = g.createShader(g.FRAGMENT_SHADER); g.shaderSource(s, 'precision highp float; void main() { float x = 0.; for (int i = 0; i < 100000000; i++) x += sin(float(i)); gl_FragColor = vec4(x); }'); g.compileShader(s) }"
  },
  "drawings": { script: times(200, "document.createElement('canvas').getContext('webgl')") },
  "peers": { script: times(2000, "new RTCPeerConnection().createOffer().catch(() => {})") },
  "keys": {
    script: times(
      500,
      "crypto.subtle.generateKey({ name: 'RSA-OAEP', modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['encrypt'])"
    )
  },
  // The following kinds were added later. No rule of the browser was written for them.
  "blob navigations": {
    script:
      "location = URL.createObjectURL(new Blob(['<script>' + document.currentScript.textContent + '</scr' + 'ipt>'], { type: 'text/html' }))"
  },
  "framed copies": {
    script:
      "const f = document.createElement('iframe'); f.srcdoc = '<script>' + document.currentScript.textContent + '</scr' + 'ipt>'.repeat(1); document.body.append(f, f.cloneNode())"
  },
  "clones of buffers": {
    script: "setInterval(() => { for (let i = 0; i < 4; i++) postMessage(new ArrayBuffer(5e7)) }, 1)"
  },
  "elements that make elements": {
    script:
      "customElements.define('x-y', class extends HTMLElement { connectedCallback() { setTimeout(() => this.append(document.createElement('x-y'), document.createElement('x-y'))) } }); document.body.append(document.createElement('x-y'))"
  },
  "fonts": {
    script: times(3000, "new FontFace('f' + i, 'url(/garbage?' + i + ')').load().catch(() => {})")
  },
  "segments of text": {
    script: "for (const s of new Intl.Segmenter('th', { granularity: 'word' }).segment('\u0e01'.repeat(5e6))) s.segment"
  },
  "width of text": {
    script: "document.createElement('canvas').getContext('2d').measureText('\u202e\u0e01e\u0301'.repeat(4e6))"
  },
  "prefetches": {
    script:
      "const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prerender: [{ urls: Array.from({ length: 1000 }, (_, i) => '/hostile?name=locks&' + i), eagerness: 'immediate' }] }); document.head.append(s)"
  },
  "signals": { script: times(1_000_000, "AbortSignal.timeout(60000 + i).onabort = () => {}") },
  "running animations": {
    script: times(
      50_000,
      "document.body.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1, iterations: Infinity })"
    )
  },
  "styles that import": {
    markup: `<style>${Array.from({ length: 1000 }, (_, i) => `@import "/endless?${i}";`).join("")}</style>`
  },
  "giant picture": {
    markup:
      "<img width=30000 height=30000 src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='30000' height='30000'><filter id='f'><feGaussianBlur stdDeviation='500'/></filter><rect width='30000' height='30000' filter='url(%23f)'/></svg>\">"
  },
  "streams of workers": {
    script: times(30, inWorker("for (;;) new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)) } }).tee()"))
  },
  "codings": { headers: { "content-encoding": codings } },
  "picture with codings": { markup: "<img src=/codings>" },
  "requests": { script: times(20_000, "fetch('/plain?' + i).catch(() => {})") },
  "sockets": { script: times(2000, "new WebSocket('ws://' + location.host + '/x')") },
  "streams": { script: times(1000, "new EventSource('/endless?' + i)") },
  "waiting request": { script: "const x = new XMLHttpRequest(); x.open('GET', '/silent', false); x.send()" },
  "endless style": { markup: "<link rel=stylesheet href=/endless>" },
  "endless script": { markup: "<script src=/silent></script>" },
  "many headers": { headers: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x-${i}`, "y".repeat(50)])) },
  "policies": { headers: { "content-security-policy": "sandbox", refresh: "0; url=/plain" } },
  "clearing": { headers: { "clear-site-data": "\"*\"" } }
}
