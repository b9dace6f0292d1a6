import { timelineEntries } from './timeline-entries';

const event = (clock: string, session: string | null, person = 'a') => ({
  at: new Date(`2026-01-01T${clock}:00Z`),
  session,
  person,
  shown: clock,
});

it('returns the latest session first, and its latest event first', () => {
  const events = [
    event('19:00', 'long'),
    event('18:00', 'late'),
    event('17:00', 'long'),
    event('16:00', 'early'),
  ];
  expect(timelineEntries(events)).toEqual([
    { session: 'late', events: ['18:00'] },
    { session: 'long', events: ['19:00', '17:00'] },
    { session: 'early', events: ['16:00'] },
  ]);
});

it('combines events outside of sessions up to a pause of half an hour, per person', () => {
  const events = [
    event('11:20', null),
    event('10:49', null),
    event('10:40', null, 'b'),
    event('10:20', null),
  ];
  expect(timelineEntries(events).map(({ events: shown }) => shown)).toEqual([
    ['11:20'],
    ['10:40'],
    ['10:49', '10:20'],
  ]);
});
