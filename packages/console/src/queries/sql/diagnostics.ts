import type { TextPart } from './statements';

/** An entry of `HogQLMetadata` (`docs/wire/query-kinds.md#metadata`). */
interface MetadataNotice {
  readonly message: string;
  /** UTF-16 offsets in the statement; missing when the whole statement is meant. */
  readonly start?: number | null;
  readonly end?: number | null;
  readonly fix?: string | null;
}

export interface Metadata {
  readonly isValid?: boolean;
  readonly errors?: readonly MetadataNotice[];
  readonly warnings?: readonly MetadataNotice[];
}

/** A mark in the editor's text. */
export interface Mark {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly from: number;
  readonly to: number;
  /** The text that repairs the range. */
  readonly fix: string | null;
}

/** Marks at their place in the whole text; a range is at least one character wide where the text has one. */
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
