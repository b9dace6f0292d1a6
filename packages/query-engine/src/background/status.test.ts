import type { QueryProject } from '../project';
import { failed, pickedUp, queuedStatus, succeeded } from './status';

const start = new Date('2026-03-01T10:00:00.000Z');
const later = new Date('2026-03-01T10:00:05.000Z');
const project = { id: 7 } as QueryProject;
const queued = queuedStatus({ project, queryId: 'q1' }, start);

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
      task_id: null,
      labels: null,
      insight_id: null,
      dashboard_id: null,
      query_progress: null,
    });
  });

  it('names the insight or the dashboard that started it', () => {
    const of = (dashboardId: number | null) =>
      queuedStatus({ project, queryId: 'q', startedBy: { insightId: 3, dashboardId } }, start);
    expect(of(null)).toMatchObject({ labels: ['insight'], insight_id: 3, dashboard_id: null });
    expect(of(5)).toMatchObject({ labels: ['dashboard'], insight_id: 3, dashboard_id: 5 });
  });

  it('keeps the start and moves the expiry when a worker takes it', () => {
    expect(pickedUp(queued, 'task', later)).toEqual({
      ...queued,
      task_id: 'task',
      pickup_time: '2026-03-01T10:00:05.000Z',
      expiration_time: '2026-03-01T10:20:05.000Z',
    });
  });

  it('is complete and contains the whole response when it succeeded', () => {
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
