import { MarkdownEngine, Turndown } from "@dunlin/transformers"
import { markdownEngineSuite } from "@dunlin/transformers/testing"

markdownEngineSuite("dunlin", MarkdownEngine.layer)
markdownEngineSuite("turndown", Turndown.layer)
