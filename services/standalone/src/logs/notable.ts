/** A line of a service's log that an operator at the terminal should see. */
export interface NotableLine {
  readonly level: string;
  readonly text: string;
}

const NOTABLE = new Set(['warn', 'error', 'fatal']);

interface LogLine {
  readonly level?: unknown;
  readonly msg?: unknown;
  readonly err?: { readonly message?: unknown };
}

/** Returns level and message of a line that is a warning, an error or fatal; null for any other line. */
export function notableLine(line: string): NotableLine | null {
  if (!line.startsWith('{')) return null;
  const parsed = parse(line);
  if (typeof parsed.level !== 'string' || !NOTABLE.has(parsed.level)) return null;
  const parts = [parsed.msg, parsed.err?.message].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return { level: parsed.level.toUpperCase(), text: [...new Set(parts)].join(': ') };
}

function parse(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    // A crash has truncated the line. It is only in the file.
    return {};
  }
}
