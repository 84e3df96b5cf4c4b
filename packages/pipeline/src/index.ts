export * as Pipeline from "./Pipeline.ts"
export * as PipelineObserver from "./PipelineObserver.ts"
export * as Stage from "./Stage.ts"
