import { MarkdownEngine, Turndown } from "@dunlin/transformers"
import { markdownEngineSuite, run } from "@dunlin/transformers/testing"
import * as vitest from "vitest"

run(markdownEngineSuite("dunlin", MarkdownEngine.layer), vitest)
run(markdownEngineSuite("turndown", Turndown.layer), vitest)
