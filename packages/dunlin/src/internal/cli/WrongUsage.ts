import * as Schema from "effect/Schema"

/** Flags that cannot be combined. */
export class WrongUsage extends Schema.TaggedError<WrongUsage>()("WrongUsage", { message: Schema.String }) {}
