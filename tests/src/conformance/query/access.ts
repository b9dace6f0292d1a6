/** The part of a request that contains the key. */
export type KeyPlace = 'header' | 'body' | 'query string';

/** A name, a key with its scopes, a request, the expected status, and a part of the expected error detail. */
export type QueryAccessCase = readonly [
  name: string,
  key: {
    readonly scopes: readonly string[];
    /** Whether the key is limited to the queried project or to another one. */
    readonly scopedTo?: 'own' | 'other';
    readonly place?: KeyPlace;
  },
  /** The path after `/api/projects/`; `{id}` is replaced by the id of the project. */
  request: { readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT'; readonly path: string },
  status: number,
  detail?: string,
];

const RUN = { path: '{id}/query/' } as const;
const ENVIRONMENT = { path: '../environments/{id}/query/' } as const;

/** Access by keys: `docs/wire/api.md#credentials` and `docs/wire/query-runs.md#acceptance` (9 to 15, 56). */
export const queryAccess: readonly QueryAccessCase[] = [
  [
    '9. a key without the scope',
    { scopes: ['action:read'] },
    RUN,
    403,
    "API key missing required scope 'query:read'",
  ],
  ['10. a key with *', { scopes: ['*'] }, RUN, 200],
  ['11. query:write includes query:read', { scopes: ['query:write'] }, RUN, 200],
  ['query:read is sufficient', { scopes: ['query:read'] }, RUN, 200],
  ['6. the alias of environments', { scopes: ['query:read'] }, ENVIRONMENT, 200],
  [
    '12. a key for another project',
    { scopes: ['*'], scopedTo: 'other' },
    RUN,
    403,
    'API key does not have access to the requested project: ID {id}.',
  ],
  ['a key for this project', { scopes: ['query:read'], scopedTo: 'own' }, RUN, 200],
  [
    '5. @current is the only project of a key',
    { scopes: ['query:read'], scopedTo: 'own' },
    { path: '@current/query/' },
    200,
  ],
  [
    '13. an unknown project',
    { scopes: ['query:read'] },
    { path: '999999/query/' },
    404,
    'Project not found.',
  ],
  [
    '14. an invalid project id',
    { scopes: ['query:read'] },
    { path: 'abc/query/' },
    404,
    'Project not found.',
  ],
  [
    'the scope is checked before the project',
    { scopes: ['action:read'] },
    { path: '999999/query/' },
    403,
    "'query:read'",
  ],
  [
    'a key for one project gets the same error for unknown projects',
    { scopes: ['*'], scopedTo: 'own' },
    { path: '999999/query/' },
    403,
    'ID 999999.',
  ],
  ['a key in the body', { scopes: ['query:read'], place: 'body' }, RUN, 200],
  ['15. a key in the query string', { scopes: ['query:read'], place: 'query string' }, RUN, 200],
  [
    'a key in the query string without the scope',
    { scopes: ['action:read'], place: 'query string' },
    RUN,
    403,
    "'query:read'",
  ],
  ['4. without a trailing slash', { scopes: ['query:read'] }, { path: '{id}/query' }, 200],
  [
    '48. a cancel only needs query:read',
    { scopes: ['query:read'] },
    { method: 'DELETE', path: '{id}/query/none/' },
    204,
  ],
  [
    'a status without the scope',
    { scopes: ['insight:read'] },
    { method: 'GET', path: '{id}/query/none/' },
    403,
    "'query:read'",
  ],
  [
    '45. the status of an unknown run',
    { scopes: ['query:read'] },
    { method: 'GET', path: '{id}/query/none/' },
    404,
    'Query none not found for team {id}',
  ],
  [
    '56. an unsupported method',
    { scopes: ['query:read'] },
    { method: 'PUT', path: '{id}/query/q1/' },
    405,
    'Method "PUT" not allowed.',
  ],
  [
    '59. a draft without a prompt is a 200 without a body, as specified',
    { scopes: ['query:read'] },
    { method: 'GET', path: '{id}/query/draft_sql/' },
    200,
  ],
  [
    'a draft with an empty prompt',
    { scopes: ['query:read'] },
    { method: 'GET', path: '{id}/query/draft_sql/?prompt=' },
    400,
    'This field is required.',
  ],
  [
    'a draft without the scope',
    { scopes: ['action:read'] },
    { method: 'GET', path: '{id}/query/draft_sql/?prompt=x' },
    403,
    "'query:read'",
  ],
  [
    'a project list with a key for one project',
    { scopes: ['*'], scopedTo: 'own' },
    { method: 'GET', path: '' },
    403,
    'API keys with scoped projects',
  ],
];

/**
 * An invalid credential (null: no credential), the part of the request that contains it, and the expected error
 * (`docs/wire/api.md#error-authentication`).
 */
export const badCredentials: readonly (readonly [
  value: string | null,
  place: KeyPlace,
  code: string,
  detail: string,
])[] = [
  [null, 'header', 'not_authenticated', 'Authentication credentials were not provided.'],
  [
    'phx_wrong',
    'header',
    'authentication_failed',
    'Personal API key found in request Authorization header is invalid.',
  ],
  [
    'phx_wrong',
    'body',
    'authentication_failed',
    'Personal API key found in request body is invalid.',
  ],
  [
    'phx_wrong',
    'query string',
    'authentication_failed',
    'Personal API key found in request query string is invalid.',
  ],
  [
    '{{project token}}',
    'header',
    'authentication_failed',
    'Personal API key found in request Authorization header is invalid.',
  ],
  ['eyJhbGciOiJub25lIn0.e30.', 'header', 'authentication_failed', 'Invalid access token.'],
];
