import { assert, it } from "@effect/vitest"

const { keyOf } = await import(new URL("../src/internal/browser/keys.ts", import.meta.url).href) as {
  readonly keyOf: (key: string) => string
}

it.each([
  ["ENTER", "Enter"],
  ["Return", "Enter"],
  ["esc", "Escape"],
  ["arrow down", "ArrowDown"],
  ["PAGE_DOWN", "PageDown"],
  ["ctrl+a", "Control+a"],
  ["Ctrl + Shift + Enter", "Control+Shift+Enter"],
  ["Control++", "Control++"],
  ["f5", "F5"],
  ["a", "a"],
  ["A", "A"],
  ["+", "+"],
  ["KeyQ", "KeyQ"],
  ["Unheard", "Unheard"]
])("the key %s is pressed as %s", (key, name) => assert.strictEqual(keyOf(key), name))
