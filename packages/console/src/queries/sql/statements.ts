import { readToken } from './tokens';

/** A part of the text in an editor. Offsets count UTF-16 code units. */
export interface TextPart {
  readonly text: string;
  /** The offset of the part in the whole text. */
  readonly start: number;
}

/** The statements of a text, separated by `;`, trimmed, without empty ones. */
export function statementsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  let hasCode = false;
  const add = (to: number): void => {
    if (hasCode) parts.push(trimmed(text, from, to));
    hasCode = false;
  };
  for (let at = 0; at < text.length;) {
    const { kind, start, end } = readToken(text, at);
    if (kind === 'operator' && text.slice(start, end) === ';') {
      add(start);
      from = end;
    } else if (kind !== 'space' && kind !== 'comment') hasCode = true;
    at = end;
  }
  add(text.length);
  return parts;
}

/** The statement at an offset, otherwise the one before it, otherwise the first; null if the text has no statement. */
export function statementAt(text: string, offset: number): TextPart | null {
  const parts = statementsOf(text);
  const before = parts.filter(({ start }) => start <= offset);
  return before[before.length - 1] ?? parts[0] ?? null;
}

/** The text that Run runs: the selection, otherwise the statement at the cursor; null if it is empty. */
export function partToRun(
  text: string,
  selection: { readonly from: number; readonly to: number },
): TextPart | null {
  const { from, to } = selection;
  const chosen = text.slice(from, to);
  if (chosen.trim() === '') return statementAt(text, to);
  const part = trimmed(text, from, to);
  // The selection may include the semicolon at the end of a statement.
  return { ...part, text: part.text.replace(/;\s*$/, '') };
}

function trimmed(text: string, from: number, to: number): TextPart {
  const part = text.slice(from, to);
  return { text: part.trim(), start: from + (part.length - part.trimStart().length) };
}
