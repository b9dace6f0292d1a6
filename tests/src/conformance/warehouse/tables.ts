import type { ConformanceCase, ExpectedResponse, Send } from '../test-support/case';
import { captured, PERSONAL_KEY, PROJECT, shows } from '../test-support/case';

const ROOT = `/api/projects/${PROJECT}/warehouse_tables/`;
const AUTHORIZED = { authorization: `Bearer ${PERSONAL_KEY}` };

/** Uploads a file as a table. */
function upload(
  name: string,
  content: string,
  response: ExpectedResponse,
  format = 'CSVWithNames',
): Send {
  const part = (head: string, text: string): string =>
    `--part\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  return {
    send: {
      path: `${ROOT}file/`,
      headers: { ...AUTHORIZED, 'content-type': 'multipart/form-data; boundary=part' },
      body: `${part('name="name"', name)}${part('name="format"', format)}${part('name="file"; filename="table.csv"', content)}--part--\r\n`,
    },
    response,
  };
}

function create(body: object, response: ExpectedResponse): Send {
  return { send: { path: ROOT, headers: AUTHORIZED, body }, response };
}

function rejected(attr: string, detail?: string): ExpectedResponse {
  return {
    status: 400,
    body: { type: 'validation_error', attr, ...(detail !== undefined && { detail }) },
  };
}

const MADE = { status: 201 } as const;
const NAME_RULE =
  'Table names must start with a letter or underscore and contain only alphanumeric characters or underscores.';
const PRIVATE = { format: 'CSV', url_pattern: 'https://192.168.0.1/x.csv' };

/**
 * Data-warehouse tables (`docs/wire/capture-storage.md#warehouse-tables`,
 * `docs/wire/hogql-tables.md#warehouse-names`).
 */
export const tables: readonly ConformanceCase[] = [
  {
    name: 'an uploaded file is a table with typed columns, which can be queried and joined by its name',
    steps: [
      upload('plans', 'customer,price,since\nu1,9.5,2024-01-01\nu2,,2024-02-01\n', {
        status: 201,
        body: {
          name: 'plans',
          format: 'CSVWithNames',
          deleted: false,
          credential: null,
          columns: [
            { key: 'customer', name: 'customer', type: 'string', schema_valid: true },
            { key: 'price', name: 'price', type: 'float', schema_valid: true },
            { key: 'since', name: 'since', type: 'date', schema_valid: true },
          ],
        },
      }),
      shows('SELECT customer, price, since FROM plans ORDER BY customer', [
        ['u1', 9.5, '2024-01-01'],
        ['u2', null, '2024-02-01'],
      ]),
      captured('bought'),
      shows(
        'SELECT e.event, p.price FROM events AS e JOIN plans AS p ON p.customer = e.distinct_id',
        [['bought', 9.5]],
      ),
      {
        send: { method: 'GET', path: ROOT, headers: AUTHORIZED },
        response: { status: 200, body: { count: 1, next: null, previous: null } },
      },
    ],
  },
  {
    name: 'a second upload with the same name replaces the rows',
    steps: [
      upload('stock', 'item\na\n', MADE),
      upload('stock', '{"item":"b","n":2}\n', MADE, 'JSONEachRow'),
      shows('SELECT item, n FROM stock', [['b', 2]]),
    ],
  },
  {
    name: 'names consist of letters, digits and underscores, and differ from HogQL’s own tables',
    steps: [
      upload('1st', 'a\n1\n', rejected('name', NAME_RULE)),
      upload('a.b', 'a\n1\n', rejected('name', NAME_RULE)),
      upload('events', 'a\n1\n', rejected('name', 'A table with this name already exists.')),
      create(
        { name: 'persons', ...PRIVATE },
        rejected('name', 'A table with this name already exists.'),
      ),
    ],
  },
  {
    name: 'a file whose columns cannot be read is rejected',
    steps: [
      upload('empty', '', rejected('file')),
      upload('ragged', 'a,b\n1\n', rejected('file', 'Row 2 of the CSV has 1 columns, not 2.')),
      upload('bytes', 'no Parquet', rejected('file'), 'Parquet'),
      upload('delta', 'x', rejected('format'), 'Delta'),
    ],
  },
  {
    name: 'tables cannot be loaded from private addresses, over plain HTTP, or from outside of the server’s directory',
    steps: [
      create({ name: 'x', ...PRIVATE }, rejected('url_pattern')),
      create(
        { name: 'x', ...PRIVATE, url_pattern: 'https://localhost/x.csv' },
        rejected('url_pattern'),
      ),
      create(
        { name: 'x', ...PRIVATE, url_pattern: 'http://example.com/x.csv' },
        rejected('url_pattern'),
      ),
      create({ name: 'x', ...PRIVATE, url_pattern: 'file:///etc/passwd' }, rejected('url_pattern')),
      create(
        {
          name: 'x',
          ...PRIVATE,
          url_pattern: 'https://169.254.169.254/bucket/x.csv',
          credential: { access_key: 'a', access_secret: 'b' },
        },
        rejected('url_pattern'),
      ),
    ],
  },
  {
    name: 'an unknown table is a 404',
    steps: (['GET', 'PATCH', 'DELETE'] as const).map((method) => ({
      manage: { method, path: 'warehouse_tables/00000000-0000-4000-8000-000000000000/' },
      ...(method === 'PATCH' && { body: {} }),
      status: 404,
      response: { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null },
    })),
  },
];
