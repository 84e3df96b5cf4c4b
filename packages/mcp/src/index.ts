export * as HttpEndpoint from "./HttpEndpoint.ts"
export * as StdioServer from "./StdioServer.ts"
export * as Tools from "./Tools.ts"
