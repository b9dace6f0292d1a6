import {
  byService,
  failedChecks,
  queueWords,
  serviceWords,
  storeWords,
  waitingText,
} from './status-words';

it('names known processes, and shows other names as they are', () => {
  expect(serviceWords('edge')).toBe('Edge: capture and flags');
  expect(queueWords('warehouse')).toBe('Loads of tables');
  expect(storeWords('redis')).toBe('Redis: ingest log and queues');
  expect([serviceWords('x'), queueWords('y'), storeWords('z')]).toEqual(['x', 'y', 'z']);
});

it('sorts processes in the order in which an event passes them', () => {
  const services = ['query-worker', 'other', 'api', 'edge'].map((service) => ({ service }));
  expect(byService(services).map(({ service }) => service)).toEqual([
    'edge',
    'api',
    'query-worker',
    'other',
  ]);
});

it('shows only failed checks', () => {
  expect(failedChecks({ postgres: 'ok', redis: 'refused' })).toEqual(['redis: refused']);
});

it('describes whether the queue grows', () => {
  expect(waitingText(15_800, null)).toBe('15,800');
  expect(waitingText(15_800, -377)).toBe('15,800, 377 fewer than at the check before');
  expect(waitingText(20, 5)).toBe('20, 5 more than at the check before');
  expect(waitingText(0, 0)).toBe('0');
});
