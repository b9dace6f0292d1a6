import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sharedEngineUrls } from '@tidemark/testing';
import type { ExportFixture } from '../test-support/export-fixture';
import { PERSON, startExportFixture } from '../test-support/export-fixture';

/** Tests of the content of exported files. */
let fixture: ExportFixture;
const [first, second] = [randomUUID(), randomUUID()];
const document = { n: 1, nothing: null, text: 'a "b",\n ä', empty: {}, list: [1, null] };

beforeAll(async () => {
  fixture = await startExportFixture();
  await fixture.seed([
    { uuid: first, event: 'a', timestamp: '2026-03-01 10:00:00.123456', properties_text: document },
    { uuid: second, event: 'b, "c"', distinct_id: 'moved' },
    { event: 'of another project', team_id: 2 },
  ]);
  await fixture.clickhouse.insertJsonEachRow('person_distinct_id_overrides', [
    { team_id: 1, distinct_id: 'moved', person_id: second, version: 1 },
    { team_id: 2, distinct_id: 'd', person_id: second, version: 1 },
  ]);
});
afterAll(() => fixture.stop());

async function exported(config: object): Promise<Buffer> {
  const batchExport = await fixture.create({ destination: { type: 'File', config } });
  const run = await fixture.backfill(batchExport);
  expect(run).toMatchObject({ status: 'Completed', latestError: null, recordsCompleted: 2 });
  const manifest = JSON.parse(
    (
      await fixture.read(
        `project-1/START-20261231T000000Z-backfill-${run.backfillId}_manifest.json`,
      )
    ).toString(),
  ) as { files: string[]; records: number; bytes: number };
  expect(manifest).toMatchObject({ records: 2, bytes: run.bytesExported });
  const file = await fixture.read(manifest.files[0]!);
  expect(file.length).toBe(run.bytesExported);
  return file;
}

const unpack = {
  none: (file: Buffer) => file,
  gzip: (file: Buffer) => gunzipSync(file),
  brotli: (file: Buffer) => brotliDecompressSync(file),
};

it.each(['none', 'gzip', 'brotli'] as const)('JSON lines, packed with %s', async (compression) => {
  const file = await exported({ compression: compression === 'none' ? null : compression });
  const lines = unpack[compression](file).toString().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      uuid: first,
      event: 'a',
      properties: document,
      distinct_id: 'd',
      team_id: 1,
      timestamp: '2026-03-01T10:00:00.123456Z',
      created_at: '2026-03-01T10:00:01.000000Z',
      person_id: PERSON,
      person_properties: {},
      elements_chain: '',
      _inserted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/),
    },
    expect.objectContaining({ uuid: second, event: 'b, "c"', person_id: second }),
  ]);
});

it('CSV with a header, quoted where it must be', async () => {
  const text = unpack.gzip(await exported({ file_format: 'CSV', compression: 'gzip' })).toString();
  expect(text).toMatch(/^"uuid","event","properties",/);
  expect(text).toContain(`"${second}","b, ""c""","{}","moved",1,"2026-03-01T10:00:00.000000Z"`);
});

it.each([null, 'zstd', 'snappy', 'lz4', 'gzip', 'brotli'])(
  'Parquet, packed with %s',
  async (compression) => {
    const file = await exported({ file_format: 'Parquet', compression });
    expect(await readBack(file)).toEqual([
      ['a', JSON.stringify(document), '2026-03-01 10:00:00.123456', PERSON, first],
      ['b, "c"', '{}', '2026-03-01 10:00:00.000000', second, second],
    ]);
  },
);

/** Reads a Parquet file with the engine's own reader. */
async function readBack(parquet: Buffer): Promise<unknown[][]> {
  const table = `back_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(sharedEngineUrls().clickhouse);
  const authorization = `Basic ${btoa(`${url.username}:${url.password}`)}`;
  const post = async (query: string, body?: Buffer): Promise<string> => {
    const target = `${url.origin}/?${new URLSearchParams({ query }).toString()}`;
    const response = await fetch(target, {
      method: 'POST',
      headers: { authorization },
      body: new Uint8Array(body ?? Buffer.alloc(0)),
    });
    const text = await response.text();
    expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
    return text;
  };
  await post(
    `CREATE TABLE ${table} (uuid String, event String, properties String, timestamp DateTime64(6, 'UTC'), person_id String) ENGINE = Memory`,
  );
  await post(`INSERT INTO ${table} FORMAT Parquet`, parquet);
  const rows = await post(
    `SELECT event, properties, toString(timestamp), person_id, uuid FROM ${table} ORDER BY event FORMAT JSONCompactEachRow`,
  );
  await post(`DROP TABLE ${table}`);
  return rows
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown[]);
}
