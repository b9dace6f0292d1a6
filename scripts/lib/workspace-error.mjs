/** Something the person at the terminal can act on; printed as one line. */
export class WorkspaceError extends Error {}
