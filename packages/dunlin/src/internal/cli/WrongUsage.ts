import * as Schema from "effect/Schema"

/** Flags that do not go together. */
export class WrongUsage extends Schema.TaggedError<WrongUsage>()("WrongUsage", { message: Schema.String }) {}
