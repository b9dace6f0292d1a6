/**
 * The rows of a CSV text: cells by comma, quotes around cells that hold commas, quotes (doubled) or
 * line breaks; blanks around a cell are dropped. A quote that never closes ends with the text.
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character !== '"') cell += character ?? '';
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') quoted = true;
    else if (character === ',') endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[index + 1] === '\n') index += 1;
      endRow();
    } else cell += character ?? '';
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
