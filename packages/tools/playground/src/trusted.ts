/**
 * Creates the two values that the page's policy (Trusted Types) allows: script-free documents, and the URL of one
 * worker.
 */

interface Policy {
  readonly createHTML: (html: string) => string
  readonly createScriptURL: (url: string) => string
}

interface Factory {
  readonly createPolicy: (name: string, policy: Policy) => Policy
}

const own: Policy = {
  // Only for `srcdoc` of frames without scripts.
  createHTML: (html) => html,
  createScriptURL: (url) => {
    if (new URL(url).origin !== location.origin) throw new TypeError("only scripts from this server are allowed")
    return url
  }
}

const factory: Factory | undefined = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes

export const trusted: Policy = factory?.createPolicy("dunlin", own) ?? own
