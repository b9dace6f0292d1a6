import { failed, pickedUp, queuedStatus, succeeded } from './status';

const start = new Date('2026-03-01T10:00:00.000Z');
const later = new Date('2026-03-01T10:00:05.000Z');
const queued = queuedStatus({ id: 'q1', projectId: 7, token: 't', now: start });

describe('query status', () => {
  it('starts with every field of the specification, nulls where nothing is known', () => {
    expect(queued).toEqual({
      id: 'q1',
      team_id: 7,
      query_async: true,
      complete: false,
      error: false,
      error_message: null,
      error_code: null,
      results: null,
      start_time: '2026-03-01T10:00:00.000Z',
      pickup_time: null,
      end_time: null,
      expiration_time: '2026-03-01T10:20:00.000Z',
      task_id: 't',
      labels: null,
      insight_id: null,
      dashboard_id: null,
      query_progress: null,
    });
  });

  it('keeps the start and moves the expiry when a worker takes it', () => {
    expect(pickedUp(queued, later)).toEqual({
      ...queued,
      pickup_time: '2026-03-01T10:00:05.000Z',
      expiration_time: '2026-03-01T10:20:05.000Z',
    });
  });

  it('is complete and carries the whole response when it succeeded', () => {
    const body = { results: [[1]] };
    expect(succeeded(queued, { results: body, bytesRead: 8 }, later)).toMatchObject({
      complete: true,
      bytes_read: 8,
      error: false,
      results: body,
      end_time: '2026-03-01T10:00:05.000Z',
    });
  });

  it('is complete, in error and without results when it failed', () => {
    const failure = { message: 'Unknown table `x`.', code: 'hogql_query_error' };
    expect(failed(queued, failure, later)).toMatchObject({
      complete: true,
      error: true,
      results: null,
      error_message: 'Unknown table `x`.',
      error_code: 'hogql_query_error',
    });
  });
});
