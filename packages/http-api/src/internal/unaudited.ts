import type { Session } from "./operation.ts"

/** The warning for a request that names a user to an audit log which its team does not have. */
export const unaudited = (session: Pick<Session, "team">, auditMetadata: object | undefined): ReadonlyArray<string> =>
  auditMetadata === undefined || session.team.audit
    ? []
    : ["auditMetadata has no effect: requests of this team are not audited."]
