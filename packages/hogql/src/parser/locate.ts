/** One-based line and column of an offset, for people; machines get the offset itself. */
export function locate(source: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (
    let newline = source.indexOf('\n');
    newline >= 0 && newline < offset;
    newline = source.indexOf('\n', newline + 1)
  ) {
    line++;
    lineStart = newline + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
