/** The exit codes, which are part of the interface because scripts rely on them. */
export const EXIT = {
  done: 0,
  /** A store cannot be reached, or something else went wrong. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** The requested item does not exist. */
  notFound: 3,
} as const;

/** Ends the command with one line on standard error. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}
