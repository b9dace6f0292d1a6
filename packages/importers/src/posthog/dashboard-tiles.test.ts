import type { IdLookup, JsonObject } from '..';
import { tileChanges } from '..';

/** The id in the target is that in the source plus 1,000. */
const all: IdLookup = (_, id) => String(Number(id) + 1_000);

it('tiles get their positions, and missing texts are added', () => {
  const source: JsonObject[] = [
    { id: 1, insight: { id: 2 }, layouts: { sm: { x: 1 } }, color: 'blue' },
    { id: 3, insight: null, text: { body: 'T' }, layouts: {}, transparent_background: true },
  ];
  expect(tileChanges(source, [{ id: 9, insight: { id: 1_002 } }], all)).toEqual({
    tiles: [
      { id: 9, layouts: { sm: { x: 1 } }, color: 'blue' },
      { text: { body: 'T' }, layouts: {}, transparent_background: true },
    ],
    problems: [],
  });
});

describe('filters of a tile alone', () => {
  const cohort = (value: number) => ({
    date_from: '-7d',
    properties: [{ type: 'cohort', key: 'id', value }],
  });
  const source = [
    { id: 1, insight: { id: 2 }, filters_overrides: cohort(7), show_description: false },
  ];
  const target = [{ id: 9, insight: { id: 1_002 } }];

  it('have the new ids', () => {
    expect(tileChanges(source, target, all)).toEqual({
      tiles: [{ id: 9, filters_overrides: cohort(1_007), show_description: false }],
      problems: [],
    });
  });

  it('are reported if they refer to something that was not imported', () => {
    const lookup: IdLookup = (kind, id) => (kind === 'cohort' ? null : all(kind, id));
    expect(tileChanges(source, target, lookup)).toEqual({
      tiles: [{ id: 9, show_description: false }],
      problems: [
        'the filters of a tile refer to objects that were not imported: it shows other numbers',
      ],
    });
  });
});
