import type { Session } from "./operation.ts"

/** If the team has no audit log, returns a warning. */
export const noteUser = (
  session: Pick<Session, "team" | "note">,
  auditMetadata: { readonly username?: string | undefined } | undefined
): ReadonlyArray<string> => {
  if (auditMetadata?.username !== undefined) session.note.username = auditMetadata.username
  return auditMetadata === undefined || session.team.audit
    ? []
    : ["auditMetadata has no effect: requests of this team are not audited."]
}
