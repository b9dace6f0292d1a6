import type { TestEvent, TestWorld } from './insight-fixture';
import { personId } from './insight-fixture';

/** Tables of notes and joins, and some events of the same persons. */
export const warehouseWorld: TestWorld = {
  groups: { acme: { plan: 'pro' } },
  tables: {
    notes: {
      columns: { who: 'string', sent: 'datetime', joined: 'datetime', kind: 'string' },
      rows: [
        { who: personId('new'), sent: '2020-01-14 09:00:00', joined: '2020-01-14 08:00:00' },
        { who: personId('back'), sent: '2020-01-13 09:00:00', joined: '2020-01-13 08:00:00' },
        {
          who: personId('back'),
          sent: '2020-01-14 23:00:00',
          joined: '2020-01-13 08:00:00',
          kind: 'last',
        },
        { who: personId('gone'), sent: '2020-01-13 09:00:00', joined: '2020-01-13 08:00:00' },
        { who: personId('old'), sent: '2020-01-14 09:00:00', joined: '2020-01-02 08:00:00' },
        { who: 'nobody', joined: '2020-01-02 08:00:00' },
        { sent: '2020-01-14 09:00:00', joined: '2020-01-14 08:00:00' },
      ],
    },
    joins: {
      columns: { person: 'string', at: 'datetime' },
      rows: [
        { person: personId('back'), at: '2020-01-12 23:30:00' },
        { person: personId('gone'), at: '2020-01-12 10:00:00' },
      ],
    },
  },
};

export const warehouseEvents: readonly TestEvent[] = [
  { who: 'back', event: 'paid', at: '2020-01-13 10:00:00', properties: { os: 'mac' } },
  { who: 'gone', event: 'joined', at: '2020-01-11 10:00:00', properties: { os: 'linux' } },
];
