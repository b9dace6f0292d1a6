/** An error that the user of a script can correct; printed as one line without a stack. */
export class WorkspaceError extends Error {}
