/** A block of a text tile. */
export type TextBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly string[])[] };

/** Splits a text so that each web address is a part of its own and can become a link. */
const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Splits a text into headings (`# `), lists (`- `) and paragraphs. Other markup stays unchanged. */
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
