import type { RuleDetector } from '@tidemark/contracts';
import { DETECTORS } from './detectors';
import type { Span } from './detectors/span';
import type { Replacement } from './replacement';

/** Replaces sensitive parts of a text; returns the same text if there are none. */
export type TextRedaction = (text: string) => string;

/** A text that still changes after this many rounds is replaced as a whole. */
const MAX_ROUNDS = 6;

export function redactTexts(
  detectors: readonly RuleDetector[],
  names: readonly string[],
  replacement: Replacement,
): TextRedaction {
  const named = namedValues(names, replacement);
  const once = (text: string): string => {
    const detected = detectors.length === 0 ? text : withoutDetected(text, detectors, replacement);
    return named === null ? detected : named(detected);
  };
  return (text) => {
    let current = text;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const next = once(current);
      if (next === current) return current;
      current = next;
    }
    return replacement.named(text);
  };
}

interface Found extends Span {
  readonly kind: RuleDetector;
}

function withoutDetected(
  text: string,
  detectors: readonly RuleDetector[],
  replacement: Replacement,
): string {
  const found: Found[] = [];
  for (const kind of detectors) {
    for (const span of DETECTORS[kind](text)) found.push({ ...span, kind });
  }
  if (found.length === 0) return text;
  let result = '';
  let from = 0;
  for (const { start, end, kind } of united(found)) {
    result += text.slice(from, start) + replacement.detected(kind, text.slice(start, end));
    from = end;
  }
  return result + text.slice(from);
}

/** The spans in order; overlapping spans are joined. */
function united(found: readonly Found[]): readonly Found[] {
  const result: Found[] = [];
  for (const span of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...last, end: span.end };
  }
  return result;
}

const PLACEHOLDER = /^\[(?:redacted|hash:[0-9a-f]{32})\]$/;

/**
 * Finds values next to one of the names in a text: parameters of URLs, attributes of elements, members of JSON texts.
 */
function namedValues(names: readonly string[], replacement: Replacement): TextRedaction | null {
  if (names.length === 0) return null;
  const forms = new Set(names.flatMap((name) => [name, encoded(name)]));
  const any = [...forms].map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const test = new RegExp(any);
  const patterns = [
    new RegExp(`([?&;#](?:${any})=)([^&#\\s"'<>\\\\]+)`, 'g'),
    new RegExp(`((?:^|[:"\\s])(?:attr__)?(?:${any})=")((?:[^"\\\\]|\\\\.)+)`, 'g'),
    new RegExp(`("(?:${any})"\\s{0,9}:\\s{0,9}")((?:[^"\\\\]|\\\\.)+)`, 'g'),
    new RegExp(`("(?:${any})"\\s{0,9}:\\s{0,9})(-?[0-9][0-9.eE+-]*)`, 'g'),
  ];
  return (text) => {
    if (!test.test(text)) return text;
    return patterns.reduce(
      (current, pattern, index) =>
        current.replace(pattern, (whole, before: string, value: string) => {
          if (PLACEHOLDER.test(value)) return whole;
          const after = replacement.named(decoded(value));
          return before + (index === patterns.length - 1 ? JSON.stringify(after) : after);
        }),
      text,
    );
  };
}

function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}

/** The decoded form of a value in a URL. */
function decoded(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    // Invalid URL encoding: the value is not changed.
    return value;
  }
}
