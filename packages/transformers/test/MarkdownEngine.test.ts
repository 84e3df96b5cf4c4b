import { MarkdownEngine, Turndown } from "@dunlin/transformers"
import { suite } from "./MarkdownEngineContract.ts"

suite("dunlin", MarkdownEngine.layer)
suite("turndown", Turndown.layer)
