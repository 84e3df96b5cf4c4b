import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("keeps the text and takes the persons out", async () => {
  assert.strictEqual(
    await program(),
    "# Our team\n\nWrite to <PERSON>, **<EMAIL>**, or call <PHONE>.\n\nInvoices: IBAN <FINANCIAL>."
  )
})
