import { textBlocks } from './text-blocks';

it('reads headings, lists, paragraphs and web addresses, and leaves other text unchanged', () => {
  const text = '# Orders\nof https://shop.example/a today\n- one\n- **two**\n\n<b>three</b>';
  expect(textBlocks(text)).toEqual([
    { kind: 'heading', words: ['Orders'] },
    { kind: 'paragraph', words: ['of ', 'https://shop.example/a', ' today'] },
    { kind: 'list', items: [['one'], ['**two**']] },
    { kind: 'paragraph', words: ['<b>three</b>'] },
  ]);
  expect(textBlocks('')).toEqual([]);
  expect(textBlocks('#no heading\n-no item')).toEqual([
    { kind: 'paragraph', words: ['#no heading\n-no item'] },
  ]);
});
