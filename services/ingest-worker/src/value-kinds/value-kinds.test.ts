import { nonTextNames } from './value-kinds';

it('returns the names whose values are neither text nor null', () => {
  const document = {
    text: 'a',
    empty: '',
    none: null,
    zero: 0,
    no: false,
    list: ['a'],
    object: {},
    'lone \ud800': 1,
    'with \0': 1,
    ['n'.repeat(200)]: 1,
    ['n'.repeat(201)]: 1,
  };
  expect(nonTextNames(document, new Set())).toEqual([
    'zero',
    'no',
    'list',
    'object',
    'lone \ufffd',
    'n'.repeat(200),
  ]);
  expect(nonTextNames(document, new Set(['zero', 'no', 'lone \ufffd']))).toEqual([
    'list',
    'object',
    'n'.repeat(200),
  ]);
});
