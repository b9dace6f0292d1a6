import { aggregateFunctions } from './declared/aggregates';
import { isEngineFunction } from './engine-functions';
import { closest } from './closest';
import { aggregates, scalars } from './find';
import { scalarFunctions } from './declared/scalars';
import { family } from './declared/spec';
import { windowFunctions } from './declared/window';

describe('the function tables', () => {
  it('read name, case, arity and engine name', () => {
    expect(family('String', 'a/1 b!/2-3 c/1-*=d')).toMatchObject([
      { name: 'a', engine: 'a', minArgs: 1, maxArgs: 1, caseInsensitive: false },
      { name: 'b', engine: 'b', minArgs: 2, maxArgs: 3, caseInsensitive: true },
      { name: 'c', engine: 'd', minArgs: 1, maxArgs: Infinity },
    ]);
    expect(() => family('String', 'a')).toThrow('Bad function entry a');
  });

  it('have no name twice', () => {
    for (const specs of [aggregateFunctions, scalarFunctions, windowFunctions]) {
      const names = specs.map((spec) => spec.name);
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    }
  });

  it.each([
    'sumIf',
    'countIf',
    'avgArray',
    'minOrNull',
    'countDistinctIf',
    'sumIfOrDefault',
    'uniqState',
  ])('derive %s', (name) => {
    expect(aggregates.find(name)?.name).toBe(name);
  });

  it('map names to engine functions that do not throw', () => {
    expect(scalars.find('base64Decode')?.engine).toBe('tryBase64Decode');
    expect(scalars.find('intDiv')?.engine).toBe('intDivOrZero');
    expect(aggregates.find('countDistinct')?.engine).toBe('uniqExact');
  });

  it.each([
    'file',
    'url',
    'dictGet',
    'dictGetString',
    'joinGet',
    'hostName',
    'version',
    'currentUser',
    'getSetting',
    'sleep',
    'throwIf',
    'toInt64',
    'toUInt8',
    'CAST',
    'accurateCast',
    'parseDateTime64BestEffort',
    'toDateTime32',
    'initializeAggregation',
    'evalMLMethod',
    'getSubcolumn',
    'base64Decode',
    'intDiv',
    'modulo',
    'rand',
    'generateUUIDv4',
    'formatRow',
    'transactionID',
    'addressToLine',
  ])('never print %s', (name) => {
    expect(isEngineFunction(name)).toBe(false);
  });
});

describe('closest', () => {
  it.each([
    ['evnt', ['uuid', 'event'], 'event'],
    ['COUNT_IF', ['count', 'countIf'], 'countIf'],
    ['zzz', ['event'], null],
    ['x'.repeat(100), ['x'.repeat(100)], null],
  ])('%s', (name, candidates, expected) => {
    expect(closest(name, candidates)).toBe(expected);
  });
});
