import type { UploadedFile } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { MemberIds } from '@tidemark/postgres';
import { isUuid } from '../uuid';
import { readCsv } from './read-csv';

const PERSON_HEADERS: ReadonlySet<string> = new Set(['person_id', 'person-id', 'person .id']);
const DISTINCT_ID_HEADERS: ReadonlySet<string> = new Set(['distinct_id', 'distinct-id']);
const EMAIL_HEADERS: ReadonlySet<string> = new Set(['email', 'e-mail']);

type Kind = MemberIds['by'];

/**
 * The ids in an uploaded list of members. One column: distinct ids, unless its first line is the header
 * of person ids or emails. Several columns need a header that names one of them.
 *
 * @throws ApiError 400, about `csv`
 */
export function readMemberFile(file: UploadedFile): MemberIds {
  const rows = readCsv(decode(file.bytes)).filter((row) => row.some((cell) => cell !== ''));
  const [first] = rows;
  if (first === undefined) {
    throw rejection('CSV file is empty. Please upload a CSV file with at least one row of data.');
  }
  const single = first.filter((cell) => cell !== '').length <= 1;
  const { kind, column, header } = single ? singleColumn(first) : idColumn(first);
  const ids = rows
    .slice(header ? 1 : 0)
    .flatMap((row) => row.slice(column, column + 1))
    .filter(
      (cell) => cell !== '' && !cell.includes('\0') && (kind !== 'person_id' || isUuid(cell)),
    );
  if (ids.length === 0) {
    throw rejection(
      'CSV file contains no valid person IDs, distinct IDs, or email addresses. Please ensure your file has data rows with person IDs, distinct IDs, or email addresses.',
    );
  }
  const unique = [...new Set(ids)];
  return kind === 'email'
    ? { by: kind, ids: unique, property: first[column] ?? 'email' }
    : { by: kind, ids: unique };
}

interface IdColumn {
  readonly kind: Kind;
  readonly column: number;
  readonly header: boolean;
}

function singleColumn(first: readonly string[]): IdColumn {
  const name = (first[0] ?? '').toLowerCase();
  if (PERSON_HEADERS.has(name)) return { kind: 'person_id', column: 0, header: true };
  if (EMAIL_HEADERS.has(name)) return { kind: 'email', column: 0, header: true };
  // A header of distinct ids is read as an unknown id, as in PostHog.
  return { kind: 'distinct_id', column: 0, header: false };
}

function idColumn(headers: readonly string[]): IdColumn {
  const names = headers.map((header) => header.toLowerCase());
  const kinds: readonly [Kind, ReadonlySet<string>][] = [
    ['person_id', PERSON_HEADERS],
    ['distinct_id', DISTINCT_ID_HEADERS],
    ['email', EMAIL_HEADERS],
  ];
  for (const [kind, known] of kinds) {
    const column = names.findIndex((name) => known.has(name));
    if (column !== -1) return { kind, column, header: true };
  }
  throw rejection(
    `Multi-column CSV must contain at least one column with a supported ID header: 'person_id', 'Person .id' (PostHog export format), 'distinct_id', 'distinct-id', or 'email'. Found columns: ${headers.join(', ')}`,
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw rejection(
      'CSV file encoding is not supported. Please save your file as UTF-8 and try again.',
    );
  }
}

function rejection(detail: string) {
  return validationError('invalid_input', detail, 'csv');
}
