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

/** The line in short when it is a warning or worse; null for anything else. */
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
    // A line cut short by a crash: it stays in the file.
    return {};
  }
}
