import { resolve } from 'node:path';
import { inheritedEnvironment, readConfig } from './config';

describe('readConfig', () => {
  it('has the defaults of the start contract', () => {
    expect(readConfig({})).toEqual({
      ADOPT_STORES: [],
      CONSOLE: 'on',
      CLICKHOUSE_ROW_POLICIES: 'auto',
      PORT: 8000,
      HOST: '127.0.0.1',
      METRICS_PORT: 0,
      DATA_DIR: resolve('data'),
      DISK_MIN_FREE_BYTES: 256 * 1024 * 1024,
      SERVICE_NODE: 'newest',
      LOG_LEVEL: 'info',
    });
  });

  it.each([
    [{ PORT: 'http' }, /^Invalid configuration: PORT: /],
    [{ PORT: '70000' }, /PORT/],
    [{ DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL/],
    [{ REDIS_URL: '6379' }, /REDIS_URL/],
    [{ QUERY_MAX_ROWS: '0' }, /QUERY_MAX_ROWS/],
    [{ BOOTSTRAP_PERSONAL_API_KEY: 'with blanks' }, /BOOTSTRAP_PERSONAL_API_KEY/],
    [{ QUERY_MAX_ROW: '5' }, /QUERY_MAX_ROW: unknown, did you mean QUERY_MAX_ROWS\?/],
    [{ DATABASE_ULR: 'postgres://a/b' }, /did you mean DATABASE_URL/],
  ])('rejects %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it('reports all errors in one line', () => {
    const read = () => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' });
    expect(read).toThrow(/PORT.*; .*LOG_LEVEL/);
    expect(read).not.toThrow(/\n/);
  });

  it('ignores variables of other programs, although their names are similar', () => {
    expect(() =>
      readConfig({
        HOME: '/root',
        POST: '1',
        PATH: '/bin',
        XDG_DATA_DIRS: '/x',
        REDIS_TLS_URL: 'x',
      }),
    ).not.toThrow();
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ BOOTSTRAP_PROJECT_API_KEY: '', PORT: '' }).PORT).toBe(8000);
  });
});

describe('inheritedEnvironment', () => {
  it('passes on the variables that the supervisor does not set', () => {
    const inherited = inheritedEnvironment({ PATH: '/bin', INGEST_PARTITIONS: '4', PORT: '1' });
    expect(inherited).toEqual({ PATH: '/bin', INGEST_PARTITIONS: '4' });
  });
});
