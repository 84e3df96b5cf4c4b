/** Creates the formats of an office file or e-book from its HTML page. */
import { TransformError, UnreadableOffice } from "../../TransformError.ts"
import { toPage } from "../office/officeFile.ts"
import type { Kind } from "../office/officeKind.ts"
import { Unreadable } from "../office/unreadable.ts"
import { type Done, type Job, run } from "./formats.ts"

export interface OfficeJob {
  readonly kind: Kind
  readonly job: Job
}

const pageOf = ({ job, kind }: OfficeJob) => {
  try {
    return toPage(kind, job.body)
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause
    throw new TransformError({ reason: new UnreadableOffice({ why: kind === "legacy" ? "legacy" : cause.why }) })
  }
}

export const readOffice = (task: OfficeJob): Done => {
  const { author, html, warnings } = pageOf(task)
  // Every part of the file is content, because it has no menus.
  const job = { ...task.job, body: new TextEncoder().encode(html), charset: "utf-8", onlyMainContent: false }
  const done = run(job)
  const { document } = done
  return {
    ...done,
    document: author === undefined ? document : { ...document, metadata: { ...document.metadata, author } },
    warnings: [...warnings, ...done.warnings.map((warning) => warning.replace(" without JavaScript", ""))]
  }
}
