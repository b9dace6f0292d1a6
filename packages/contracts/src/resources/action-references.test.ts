import { referencedActionIds } from './action-references';

it.each([
  [
    {
      series: [
        { kind: 'ActionsNode', id: 1 },
        { kind: 'EventsNode', id: 2 },
      ],
    },
    [1],
  ],
  [{ retentionFilter: { targetEntity: { type: 'actions', id: '3' } } }, [3]],
  [{ source: { kind: 'EventsQuery', actionId: 4 } }, [4]],
  [{ filters: { actions: [{ id: '5' }, { id: 6 }, 'x'] } }, [5, 6]],
  [
    {
      values: [
        {
          type: 'behavioral',
          event_type: 'actions',
          key: 7,
          seq_event_type: 'actions',
          seq_event: 8,
        },
        { type: 'behavioral', event_type: 'events', key: '9' },
      ],
    },
    [7, 8],
  ],
  [{ id: 1, key: 2, actionId: 'x' }, []],
  [null, []],
])('finds the actions of %j', (document, ids) => {
  expect([...referencedActionIds(document)].sort()).toEqual(ids);
});
