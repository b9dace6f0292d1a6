import { QueryError } from '../query-error';
import { readModifiers } from './modifiers';

describe('readModifiers', () => {
  it('reads modifiers that change a response and ignores the rest', () => {
    expect(
      readModifiers({
        personsOnEventsMode: 'disabled',
        convertToProjectTimezone: false,
        bounceRateDurationSeconds: 30,
        personsJoinMode: 'inner',
        materializationMode: 'auto',
        inCohortVia: 'leftjoin_conjoined',
        sessionTableVersion: 'v3',
        useMaterializedViews: true,
        dataWarehouseEventsModifiers: [],
        somethingNew: 'x',
      }),
    ).toEqual({
      personsOnEventsMode: 'disabled',
      personsJoinMode: 'inner',
      convertToProjectTimezone: false,
      bounceRateDurationSeconds: 30,
    });
  });

  it('uses channels of the project', () => {
    const rules = [
      {
        id: '1',
        channel_type: 'Mine',
        combiner: 'OR',
        items: [
          { id: '2', key: 'utm_source', op: 'exact', value: ['a', 'b'] },
          { id: '3', key: 'url', op: 'is_set' },
        ],
      },
    ];
    expect(readModifiers({ customChannelTypeRules: rules }).customChannelTypeRules).toEqual([
      {
        channelType: 'Mine',
        combiner: 'OR',
        items: [
          { key: 'utm_source', op: 'exact', values: ['a', 'b'] },
          { key: 'url', op: 'is_set', values: [''] },
        ],
      },
    ]);
  });

  it.each([{}, { personsOnEventsMode: null, convertToProjectTimezone: null }])(
    'means the defaults by %j',
    (given) => {
      expect(readModifiers(given)).toEqual({});
    },
  );

  it.each([
    { personsOnEventsMode: 'sometimes' },
    { personsJoinMode: 'outer' },
    { inCohortVia: 'magic' },
    { useMaterializedViews: 'yes' },
    { convertToProjectTimezone: 'no' },
    { bounceRateDurationSeconds: '10' },
    { bounceRateDurationSeconds: -1 },
    { dataWarehouseEventsModifiers: {} },
    { dataWarehouseEventsModifiers: [{ table_name: 't', timestamp_field: 'at' }] },
    { customChannelTypeRules: {} },
    { customChannelTypeRules: [1] },
    { customChannelTypeRules: [{ channel_type: '', combiner: 'AND', items: [] }] },
    { customChannelTypeRules: [{ channel_type: 'x', combiner: 'and', items: [] }] },
    { customChannelTypeRules: [{ channel_type: 'x', combiner: 'AND' }] },
    ...[
      { key: 'team_id', op: 'exact', value: '2' },
      { key: 'url', op: '=', value: 'x' },
      { key: 'url', op: 'regex' },
      { key: 'url', op: 'exact', value: 1 },
    ].map((item) => ({
      customChannelTypeRules: [{ channel_type: 'x', combiner: 'AND', items: [item] }],
    })),
  ])('rejects %j', (given) => {
    expect(() => readModifiers(given)).toThrow(QueryError);
  });
});
