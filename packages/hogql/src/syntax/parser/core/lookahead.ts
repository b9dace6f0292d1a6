import type { Group, Parser } from './parser';

interface OpenGroup {
  readonly index: number;
  hasAs: boolean;
}

/**
 * The group of the `(` that is `ahead` tokens from here. The results for inner groups are cached, so that nested
 * constructs with look-ahead read every token once.
 */
export function groupAt(parser: Parser, ahead: number): Group {
  const first = parser.tokenIndex + ahead;
  const known = parser.groups.get(first);
  if (known !== undefined) return known;
  const open: OpenGroup[] = [];
  let index = first - 1;
  do {
    index++;
    const kind = parser.peek(index - parser.tokenIndex);
    const inside = kind === '(' ? parser.groups.get(index) : undefined;
    const innermost = open[open.length - 1];
    if (inside !== undefined) index = inside.close;
    else if (kind === '(') open.push({ index, hasAs: false });
    else if (kind === ')') close(parser, open, index);
    else if (kind === 'AS' && innermost !== undefined) innermost.hasAs = true;
    if (open.length > parser.limits.maxDepth) parser.tooDeep();
    if (kind === 'end') while (open.length > 0) close(parser, open, index);
  } while (open.length > 0);
  return parser.groups.get(first) ?? { close: index, hasAs: false };
}

function close(parser: Parser, open: OpenGroup[], index: number): void {
  const innermost = open.pop();
  if (innermost !== undefined) {
    parser.groups.set(innermost.index, { close: index, hasAs: innermost.hasAs });
  }
}
