/** Codes of errors that this server raises itself, with the numbers of ClickHouse. */
const ERROR_TYPES = {
  36: 'BAD_ARGUMENTS',
  48: 'NOT_IMPLEMENTED',
  62: 'SYNTAX_ERROR',
  78: 'UNKNOWN_TYPE_OF_QUERY',
  164: 'READONLY',
  194: 'REQUIRED_PASSWORD',
  202: 'TOO_MANY_SIMULTANEOUS_QUERIES',
  210: 'NETWORK_ERROR',
  216: 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING',
  236: 'ABORTED',
  291: 'DATABASE_ACCESS_DENIED',
  354: 'ZLIB_INFLATE_FAILED',
  358: 'INTO_OUTFILE_NOT_ALLOWED',
  394: 'QUERY_WAS_CANCELLED',
  497: 'ACCESS_DENIED',
  516: 'AUTHENTICATION_FAILED',
  1002: 'UNKNOWN_EXCEPTION',
} as const;

export type OwnErrorCode = keyof typeof ERROR_TYPES;

/** An error for a client of ClickHouse: the code and the text of the response body. */
export class ClickHouseException extends Error {
  override readonly name = 'ClickHouseException';
  constructor(
    readonly code: number,
    /** `Code: N. DB::Exception: ... (TYPE)`, without version and newline. */
    readonly text: string,
  ) {
    super(text);
  }

  /** Returns the error without a part of its text. */
  without(piece: string): ClickHouseException {
    return new ClickHouseException(this.code, this.text.replaceAll(piece, ' '));
  }
}

/** Creates an error of this server, in the format of the engine's errors. */
export function ownError(code: OwnErrorCode, message: string): ClickHouseException {
  return new ClickHouseException(
    code,
    `Code: ${code}. DB::Exception: ${message}. (${ERROR_TYPES[code]})`,
  );
}

const CODE = /^Code: (\d+)\. DB::Exception: /;
const REPEATED_END = / \(version [^()]*\)\. \([A-Z0-9_]+\)/g;
const LAST_VERSION = / \(version [^()]*\)$/;
/** Parts of messages that refer to the temporary file with the data of an INSERT. */
const SPOOL_TRACES =
  /: \(in file\/uri [^)]*\)|: While executing File\b|: data for INSERT was parsed from file/g;

/**
 * Converts any thrown value to a {@link ClickHouseException}. The embedded engine repeats the code and the type of some
 * errors; a server reports them once, so the repetitions are removed.
 */
export function toException(error: unknown): ClickHouseException {
  if (error instanceof ClickHouseException) return error;
  const raw = messageOf(error).replace(/^Query failed: /, '');
  const code = CODE.exec(raw)?.[1];
  if (code === undefined) return ownError(isZlibError(error) ? 354 : 1002, raw.replace(/\.$/, ''));
  const prefix = `Code: ${code}. DB::Exception: `;
  let text = raw;
  while (text.startsWith(prefix + prefix)) text = text.slice(prefix.length);
  text = text.replace(REPEATED_END, '').replace(LAST_VERSION, '').replace(SPOOL_TRACES, '');
  return new ClickHouseException(Number(code), text);
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim();
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/**
 * Corrects positions in a syntax error by the length of the text that was added before the caller's statement.
 * @param shift characters added before the statement, all on its first line
 */
export function shiftPositions(error: ClickHouseException, shift: number): ClickHouseException {
  const text = error.text
    .replace(
      /failed at position (\d+)/,
      (_, at: string) => `failed at position ${Number(at) - shift}`,
    )
    .replace(/\(line 1, col (\d+)\)/, (_, at: string) => `(line 1, col ${Number(at) - shift})`);
  return new ClickHouseException(error.code, text);
}
