import { elementsChain } from './elements-chain';

it('writes the clicked element first, with sorted attributes', () => {
  expect(
    elementsChain({
      $elements: [
        {
          tag_name: 'a',
          $el_text: 'Say "hi"',
          attr__class: 'btn active',
          attr__href: '/x',
          attr__id: 'cta',
          nth_child: 1,
          nth_of_type: 2,
        },
        { tag_name: 'div' },
      ],
    }),
  ).toBe(
    'a.active.btn:attr__class="btn active"attr__href="/x"attr__id="cta"attr_id="cta"href="/x"nth-child="1"nth-of-type="2"text="Say \\"hi\\"";div:nth-child="0"nth-of-type="0"',
  );
});

it.each([
  [
    'uses the chain that was sent',
    { $elements_chain: 'a:x="1"', $elements: [{ tag_name: 'b' }] },
    'a:x="1"',
  ],
  ['is empty without elements', {}, ''],
  ['ignores values that are not elements', { $elements: ['x', null, 3] }, ''],
  ['treats a missing tag as empty', { $elements: [{}] }, ':nth-child="0"nth-of-type="0"'],
  [
    'accepts classes as a list',
    { $elements: [{ tag_name: 'i', attr__class: ['b"', 'a'] }] },
    'i.a.b:attr__class="[\\"b\\\\"\\",\\"a\\"]"nth-child="0"nth-of-type="0"',
  ],
])('%s', (_, properties, chain) => expect(elementsChain(properties)).toBe(chain));

it('cuts text and links', () => {
  const chain = elementsChain({
    $elements: [{ $el_text: 't'.repeat(500), attr__href: 'h'.repeat(3_000) }],
  });
  expect(/text="(t+)"/.exec(chain)?.[1]).toHaveLength(400);
  expect(/[^_]href="(h+)"/.exec(chain)?.[1]).toHaveLength(2_048);
});
