import { elementsChain } from './elements-chain';
import { parseElementsChain } from './parse-elements-chain';

it('reads a chain that was written', () => {
  const chain = elementsChain({
    $elements: [
      {
        tag_name: 'a',
        $el_text: 'Say "hi"; bye',
        attr__class: 'btn md:active',
        attr__href: 'https://x.com/a?b=c',
        attr__id: 'cta',
        nth_child: 1,
        nth_of_type: 2,
      },
      { tag_name: 'div' },
    ],
  });
  expect(parseElementsChain(chain)).toEqual([
    {
      text: 'Say "hi"; bye',
      tag_name: 'a',
      attr_class: ['btn', 'md:active'],
      href: 'https://x.com/a?b=c',
      attr_id: 'cta',
      nth_child: 1,
      nth_of_type: 2,
      attributes: {
        attr__class: 'btn md:active',
        attr__href: 'https://x.com/a?b=c',
        attr__id: 'cta',
      },
      order: 0,
    },
    expect.objectContaining({ tag_name: 'div', text: null, attr_class: null, order: 1 }),
  ]);
});

it.each(['', ';;', '"', 'a', 'a:x'])('does not throw for %j', (chain) => {
  expect(() => parseElementsChain(chain)).not.toThrow();
});

it('reads no class between two dots', () => {
  expect(parseElementsChain('i...x.:nth-child="1"')[0]?.attr_class).toEqual(['x']);
  expect(parseElementsChain('i...')[0]?.attr_class).toEqual([]);
});

it('leaves out an attribute without an end', () => {
  const [element] = parseElementsChain('a:href="/x"text="b');
  expect(element).toMatchObject({ tag_name: 'a', href: '/x', text: null });
});

/** These chains would keep a parser with quadratic time busy for minutes; the test would time out. */
it.each([
  ['a name without a value', `a:attr_id="b"${'x'.repeat(300_000)}`],
  ['escaped quotes without an end', `a:x="${'\\"'.repeat(200_000)}`],
  ['quotes without names', `a:${'"'.repeat(300_001)}`],
  ['empty values without names', `a:${'=""'.repeat(200_000)}`],
  ['elements without text', `${';'.repeat(300_000)}a`],
  ['backslashes', `a:x="${'\\'.repeat(300_000)}"`],
  ['names of attributes without a value', `a${':attr__'.repeat(100_000)}`],
])('reads %s in one pass', (_, chain) => {
  expect(parseElementsChain(chain)).toHaveLength(1);
});
