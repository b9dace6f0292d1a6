import type { ChainElement } from '../activity/chain-element';
import { decodeQueryLink, encodeQueryLink } from '../query-link';
import { actionOfElement, actionOfEvent, draftOfNode } from './new-action';
import { selectorOf } from './selector';
import { draftProblems, EMPTY_DRAFT, EMPTY_STEP, matchesEverything, stepWords } from './step';

const element = (changes: Partial<ChainElement> = {}): ChainElement => ({
  ...{ text: null, tag_name: 'div', attr_class: null, href: null, attr_id: null, nth_child: 1 },
  attributes: {},
  ...changes,
});
const button = element({
  tag_name: 'button',
  attr_class: ['buy', 'md:w-[10px]', 'x'],
  text: 'Buy',
});

describe('the selector of an element', () => {
  it.each<[string, ChainElement[], number, string]>([
    ['an id', [element({ tag_name: 'a', attr_id: 'go-1' })], 0, 'a#go-1'],
    [
      'an id with other signs',
      [element({ attr_id: 'a.b "c"' })],
      0,
      String.raw`div[id="a.b \"c\""]`,
    ],
    ['a tag that is none', [element({ tag_name: 'a b', attr_id: 'x' })], 0, '*#x'],
    [
      'a mark of its own',
      [element({ tag_name: 'a', attributes: { 'attr__data-attr': 'say "hi"' } })],
      0,
      String.raw`a[data-attr="say \"hi\""]`,
    ],
    [
      'classes below an ancestor with an id',
      [button, element({ attr_class: ['card'] }), element({ tag_name: 'main', attr_id: 'shop' })],
      0,
      String.raw`main#shop > div.card > button.buy.md\:w-\[10px\]`,
    ],
    [
      'a far ancestor as one',
      [button, element(), element(), element(), element({ attr_id: 'far' })],
      0,
      String.raw`div#far button.buy.md\:w-\[10px\]`,
    ],
    [
      'its parent where nothing has an id',
      [button, element({ tag_name: 'li' }), element({ tag_name: 'ul' })],
      0,
      String.raw`li > button.buy.md\:w-\[10px\]`,
    ],
    ['another element than the clicked one', [button, element({ attr_id: 'p' })], 1, 'div#p'],
    [
      'nothing of the page itself',
      [button, element({ tag_name: 'body' })],
      0,
      String.raw`button.buy.md\:w-\[10px\]`,
    ],
  ])('names %s', (_, elements, index, expected) => {
    expect(selectorOf(elements, index)).toBe(expected);
  });
});

describe('a new action', () => {
  it('for a click has a selector and the text of the clicked element', () => {
    expect(actionOfElement({ event: '$autocapture' }, [button])).toEqual({
      kind: 'NewAction',
      name: 'Clicked “Buy”',
      steps: [
        {
          event: '$autocapture',
          selector: String.raw`button.buy.md\:w-\[10px\]`,
          text: 'Buy',
          text_matching: 'exact',
        },
      ],
    });
    const [step] = actionOfElement(
      { event: '$autocapture' },
      [button, element({ text: 'Buy' })],
      1,
    ).steps;
    expect(step).not.toHaveProperty('text');
  });

  it('for another event has its name, and for a page view also the path', () => {
    const properties = { $current_url: 'https://shop.example/products/1?q=a#b' };
    expect(actionOfEvent({ event: 'order paid', properties }).steps).toEqual([
      { event: 'order paid' },
    ]);
    expect(actionOfEvent({ event: '$pageview', properties }).steps).toEqual([
      { event: '$pageview', url: '/products/1', url_matching: 'contains' },
    ]);
    expect(actionOfEvent({ event: '$pageview', properties: {} }).steps).toEqual([
      { event: '$pageview' },
    ]);
  });

  it('can be read back from its link', async () => {
    const action = actionOfElement({ event: '$autocapture' }, [button]);
    const draft = draftOfNode(await decodeQueryLink(await encodeQueryLink(action)));
    expect(draft).toMatchObject({ name: action.name, steps: [{ ...action.steps[0], url: null }] });
    expect(draftOfNode({ kind: 'TrendsQuery' })).toEqual(EMPTY_DRAFT);
    expect(draftOfNode(null)).toEqual(EMPTY_DRAFT);
  });
});

describe('a step', () => {
  it('is described in words', () => {
    expect(stepWords(EMPTY_STEP)).toBe('any event');
    expect(
      stepWords({
        ...EMPTY_STEP,
        event: '$autocapture',
        selector: 'a.b',
        text: 'Buy',
        url: '/x',
        properties: [{ type: 'event', key: 'plan', operator: 'exact', value: ['pro'] }],
      }),
    ).toBe('$autocapture, element a.b, text is “Buy”, page URL contains “/x”, plan is pro');
  });

  it('without conditions matches everything', () => {
    expect(matchesEverything(EMPTY_STEP)).toBe(true);
    expect(matchesEverything({ ...EMPTY_STEP, event: '' })).toBe(true);
    expect(matchesEverything({ ...EMPTY_STEP, text: 'x' })).toBe(false);
  });
});

it('a draft needs a name and a step', () => {
  expect(draftProblems(EMPTY_DRAFT)).toHaveLength(1);
  expect(draftProblems({ ...EMPTY_DRAFT, name: 'x', steps: [] })).toHaveLength(1);
  expect(draftProblems({ ...EMPTY_DRAFT, name: 'x' })).toEqual([]);
});
