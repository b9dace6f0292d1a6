import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileSource } from './file-source';
import { openLocalFiles } from './files/open-files';
import { fileReading } from './kinds';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();

/** The records of each stream without the names of their files, and the reasons for unreadable ones. */
async function read(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const source = await openFileSource(
    {
      ...fileReading('posthog', null),
      ...{ key: 'k', settings: {}, hasDefinitions: true },
      open: () => openLocalFiles(folder),
    },
    signal,
  );
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

it('fails with the reason if no file can be imported', async () => {
  await expect(read({ 'a.json': '[{"event":"e"}]' })).rejects.toThrow(
    'None of the files has records that can be imported: a line of a.json is a JSON array',
  );
});
