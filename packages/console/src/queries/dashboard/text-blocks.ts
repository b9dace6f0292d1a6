/** A part of a text on a dashboard. */
export type TextBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly string[])[] };

/** Addresses of the web stand alone, so that they can become links. */
const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Headings (`# `), lists (`- `) and paragraphs of a text; everything else in it is shown as it is. */
export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const part of text.split(/\n{2,}/)) {
    let items: (readonly string[])[] = [];
    let lines: string[] = [];
    const end = (): void => {
      if (items.length > 0) blocks.push({ kind: 'list', items });
      if (lines.length > 0) blocks.push({ kind: 'paragraph', words: wordsOf(lines.join('\n')) });
      items = [];
      lines = [];
    };
    for (const line of part.split('\n')) {
      const [, mark = '', rest = ''] = /^(#{1,6}|[-*]) (.*)$/.exec(line) ?? [];
      const isItem = mark === '-' || mark === '*';
      if (isItem ? lines.length > 0 : items.length > 0 || mark !== '') end();
      if (isItem) items.push(wordsOf(rest));
      else if (mark !== '') blocks.push({ kind: 'heading', words: wordsOf(rest) });
      else if (line.trim() !== '') lines.push(line);
    }
    end();
  }
  return blocks;
}

function wordsOf(text: string): readonly string[] {
  return text.split(ADDRESS).filter((part) => part !== '');
}
