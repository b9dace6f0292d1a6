import { createLogger } from '@tidemark/platform';
import type { NamedQuery } from '../clickhouse';
import { ClickHouseQueryError, ClickHouseUnavailableError } from '../errors';
import { TENANT_TABLES } from './tenant-tables';
import { createTenantWall } from './tenant-wall';

const denied = new ClickHouseQueryError({ code: 516, type: 'AUTH', message: '', queryId: 'q' });
const unavailable = new ClickHouseUnavailableError('q', new Error('refused'));
const rowsOf = (count: number): unknown[][] => [TENANT_TABLES.map(() => count)];

/** A wall whose queries get these responses in turn; the last one is repeated. */
function wallOver(responses: readonly (Error | unknown[][])[]) {
  let asked = 0;
  let time = 0;
  const query = (_: NamedQuery): Promise<never> => {
    const response = responses[Math.min(asked, responses.length - 1)];
    asked += 1;
    return response instanceof Error
      ? Promise.reject(response)
      : Promise.resolve({ rows: response } as never);
  };
  const wall = createTenantWall({
    mode: 'auto',
    tenant: { query },
    logger: createLogger('test', 'silent'),
    now: () => time,
  });
  return {
    stands: () => wall.stands(),
    pass: (ms: number) => {
      time += ms;
    },
    asked: () => asked,
  };
}

describe('the tenant wall', () => {
  it('is checked once, and then always used', async () => {
    const wall = wallOver([rowsOf(0), denied]);
    expect([await wall.stands(), await wall.stands()]).toEqual([true, true]);
    wall.pass(1e9);
    expect(await wall.stands()).toBe(true);
    expect(wall.asked()).toBe(1);
  });

  it('is not used if a table returns rows for a project that does not exist', async () => {
    expect(await wallOver([rowsOf(1)]).stands()).toBe(false);
  });

  it('is checked again after a minute', async () => {
    const wall = wallOver([denied, rowsOf(0)]);
    expect(await wall.stands()).toBe(false);
    expect(await wall.stands()).toBe(false);
    expect(wall.asked()).toBe(1);
    wall.pass(60_000);
    expect(await wall.stands()).toBe(true);
  });

  it('is not considered missing if ClickHouse does not respond', async () => {
    const wall = wallOver([unavailable, rowsOf(0)]);
    await expect(wall.stands()).rejects.toBe(unavailable);
    expect(await wall.stands()).toBe(true);
  });
});
