import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileSource } from './file-source';
import { openLocalFiles } from './files/open-files';
import type { SourceKind } from './kinds';
import { fileReading } from './kinds';
import type { Cursor, Page } from './source';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();

/** The records of each stream without the names of their files, and the reasons for unreadable ones. */
async function read(files: Readonly<Record<string, string>>) {
  const source = await open('posthog', files);
  const found: Record<string, unknown[]> = {};
  for (const stream of await source.streams(signal)) {
    const values: unknown[] = [];
    for await (const { records } of stream.pages(null, signal)) {
      values.push(...records.map((record) => Object.values(record)[0]));
    }
    found[stream.name] = values;
  }
  return found;
}

async function open(kind: SourceKind, files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return openFileSource(
    {
      ...fileReading(kind, null),
      ...{ key: 'k', settings: {}, hasDefinitions: true },
      open: () => openLocalFiles(folder),
    },
    signal,
  );
}

it('imports a file whose first lines cannot be read, and reports files without events, persons and groups', async () => {
  const files = {
    'a.jsonl': '{broken\n{"event":"e1"}\n',
    'b.jsonl': '',
    'c.csv': '',
    'd.jsonl': '{"note":1}\n',
    'e.jsonl': '{"person_id":"p"}\n',
    'f.jsonl': 'nothing\n',
  };
  expect(await read(files)).toEqual({
    events: [
      'a line of a.jsonl is not valid JSON',
      'e1',
      'b.jsonl has no records',
      'c.csv has no records',
      'd.jsonl has other records than this import reads',
      'a line of f.jsonl is not valid JSON',
    ],
    persons: ['p'],
  });
});

it('reports no empty file of an export, which has one for each kind of records', async () => {
  await mkdir(join(folder, 'definitions'));
  const files = {
    'definitions/project.jsonl': '{"id":1}\n',
    'groups.jsonl': '',
    'persons.jsonl': '',
  };
  expect(await read({ ...files, 'events-00001.jsonl': '{"event":"e1"}\n' })).toEqual({
    events: ['e1'],
  });
});

it('fails with the reason if no file can be imported', async () => {
  await expect(read({ 'a.json': '[["event"]]' })).rejects.toThrow(
    'None of the files has records that can be imported: a value of a.json is not a JSON object',
  );
});

it.each<[SourceKind, string | null, string]>([
  [
    'posthog',
    '{"uuid":"0936952E-6546-41b2-9c2e-f0e08c8d5f7c"}',
    'posthog project 0936952e-6546-41b2-9c2e-f0e08c8d5f7c',
  ],
  ['posthog', '{"uuid":5}', 'k'],
  ['posthog', null, 'k'],
  ['segment', null, 'segment files'],
  ['plausible', null, 'k'],
])('the origin of files of %s with the project %s is %s', async (kind, project, origin) => {
  if (project !== null) {
    await mkdir(join(folder, 'definitions'));
    await writeFile(join(folder, 'definitions', 'project.jsonl'), project);
  }
  const source = await open(kind, { 'a.jsonl': '{"event":"e1"}' });
  expect(await source.origin(signal)).toBe(origin);
});

describe('the properties of events in a file of their own', () => {
  const header = 'event_id,session_id,event_name,data_key,string_value,number_value,data_type';
  const files = {
    'event_data.csv': [
      header,
      'e2,s1,buy,price,9.5000,9.5000,2',
      'e4,s1,gone,price,1.0000,1.0000,2',
      'e2,s1,buy,sku,a1,\\N,1',
      'too,short',
      'e1,s1,,plan,pro,\\N,1',
      ',s1,,plan,pro,\\N,1',
    ].join('\n'),
    'website_event.csv': [
      'event_id,session_id,event_type,event_name,created_at',
      'e1,s1,1,,2024-01-01 10:00:00',
      'e2,s1,2,buy,2024-01-01 10:00:01',
      'e3,s1,2,leave,2024-01-01 10:00:02',
    ].join('\n'),
  };
  const orphan = 'the property belongs to an event that is not in website_event.csv';

  async function pages(from: Cursor | null) {
    const source = await open('umami', files);
    const [stream] = await source.streams(signal);
    const found: Page[] = [];
    for await (const page of stream?.pages(from, signal) ?? []) found.push(page);
    const properties = found.flatMap(({ records }) =>
      records.map((record) => record['event_data'] ?? Object.values(record)[0]),
    );
    return { properties, cursors: found.map(({ cursor }) => cursor) };
  }

  it('are joined to their events, and those without an event are reported', async () => {
    const end = { file: 'website_event.csv', next: 3 };
    expect(await pages(null)).toEqual({
      properties: [
        'a row of event_data.csv has another number of columns than its first line',
        orphan,
        { plan: 'pro' },
        { price: 9.5, sku: 'a1' },
        'e3',
        orphan,
      ],
      cursors: [null, null, { ...end, joined: 3 }, { ...end, joined: 4 }],
    });
  });

  it('are not reported again after an interruption', async () => {
    const from = { file: 'website_event.csv', next: 1, joined: 1 };
    const { properties } = await pages(from);
    expect(properties).toEqual([{ price: 9.5, sku: 'a1' }, 'e3', orphan]);
    expect((await pages({ ...from, next: 3, joined: 4 })).properties).toEqual([]);
  });

  it('cannot be imported alone', async () => {
    const source = await open('umami', { 'event_data.csv': files['event_data.csv'] });
    await expect(source.streams(signal)).rejects.toThrow('website_event.csv is missing');
  });
});
