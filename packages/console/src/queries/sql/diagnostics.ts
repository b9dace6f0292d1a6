import type { TextPart } from './statements';

/** An error, warning or notice of `HogQLMetadata` (`docs/wire/query-kinds.md#metadata`). */
interface MetadataNotice {
  readonly message: string;
  /** UTF-16 offsets in the statement; missing if the entry is about the whole statement. */
  readonly start?: number | null;
  readonly end?: number | null;
  readonly fix?: string | null;
}

export interface Metadata {
  readonly isValid?: boolean;
  readonly errors?: readonly MetadataNotice[];
  readonly warnings?: readonly MetadataNotice[];
}

/** A marked range in the text of the editor. */
export interface Mark {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly from: number;
  readonly to: number;
  /** The text that replaces the range to fix the problem; null if there is no suggestion. */
  readonly fix: string | null;
}

/** Converts the entries to marks in the whole text. A range is at least one character long unless the text is empty. */
export function marksOf(metadata: Metadata, part: TextPart): readonly Mark[] {
  const mark =
    (severity: Mark['severity']) =>
    ({ message, start, end, fix }: MetadataNotice): Mark => {
      const { length } = part.text;
      const from = bounded(start ?? 0, length);
      const to = Math.max(from, bounded(end ?? length, length));
      const isEmpty = from === to;
      return {
        severity,
        message,
        from: part.start + (isEmpty ? Math.max(0, from - 1) : from),
        to: part.start + to,
        fix: fix ?? null,
      };
    };
  return [
    ...(metadata.errors ?? []).map(mark('error')),
    ...(metadata.warnings ?? []).map(mark('warning')),
  ];
}

function bounded(offset: number, length: number): number {
  return Math.max(0, Math.min(offset, length));
}
