// Search that finds what says the same in other words: the index asks a model of yours for vectors, here one of Ollama.
import { Embedder } from "@dunlin/providers"
import { createClient } from "dunlin"

const notes = [
  { url: "https://notes.example/pump", title: "Pump", text: "Change the lubricant after 500 hours." },
  { url: "https://notes.example/valve", title: "Valve", text: "Open it before the pump starts." }
]

export const program = async (apiUrl: string) => {
  await using client = createClient({ embedder: Embedder.layer({ apiUrl, model: "nomic-embed-text" }) })
  await client.index(notes)
  return (await client.search("when is an oil service due")).data.web?.[0]?.title
}

if (import.meta.main) {
  console.log(await program(process.env.OLLAMA_URL ?? "http://127.0.0.1:11434/v1"))
}
