/** A placeholder in a path or a response: the id of the created resource. */
export const ID = '{{id}}';

/** In a body: the id of an insight that exists. */
export const INSIGHT = '{{insight}}';

/** One request of the provider, and what it reads from the response. */
export interface ProviderCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/projects/{project}/`. */
  readonly path: string;
  /** Absent fields are not sent: the provider leaves out what its configuration does not say. */
  readonly body?: object;
  /** The fields that become state; all that the provider decodes must have the type it expects. */
  readonly reads?: object;
  /** Absent is as good. */
  readonly orGone?: true;
}

/** What the provider does for one command of a user. */
interface ProviderStep {
  readonly command: 'create' | 'read' | 'update' | 'import' | 'delete' | 'check destroyed';
  readonly calls: readonly ProviderCall[];
}

/** The life of one resource (`docs/wire/management.md#client-terraform`). */
export interface ResourceWalk {
  readonly resource: string;
  readonly steps: readonly ProviderStep[];
}

interface Life {
  readonly resource: string;
  readonly collection: string;
  readonly create: object;
  readonly created: object;
  readonly update: object;
  readonly updated: object;
}

/** A walk as the provider makes it for every resource that a DELETE takes away. */
export function mortalLifeOf(walk: Life): ResourceWalk {
  const { resource, collection, created, updated } = walk;
  const path = `${collection}/${ID}/`;
  return {
    resource,
    steps: [
      {
        command: 'create',
        calls: [{ method: 'POST', path: `${collection}/`, body: walk.create, reads: created }],
      },
      { command: 'read', calls: [{ method: 'GET', path, reads: { id: ID, ...created } }] },
      {
        command: 'update',
        calls: [{ method: 'PATCH', path, body: walk.update, reads: { id: ID, ...updated } }],
      },
      { command: 'delete', calls: [{ method: 'DELETE', path }] },
      { command: 'check destroyed', calls: [{ method: 'GET', path, reads: {}, orGone: true }] },
    ],
  };
}

/** A walk as the provider makes it for every resource that is soft-deleted. */
export function lifeOf(
  walk: Life & {
    /** What goes along with `deleted`. */
    readonly deletion?: object;
    /** Whether the provider reads the object before it deletes it. */
    readonly readsBeforeDelete?: boolean;
  },
): ResourceWalk {
  const { resource, collection, created, updated } = walk;
  const path = `${collection}/${ID}/`;
  const read = (reads: object): ProviderCall => ({ method: 'GET', path, reads });
  const gone = { id: ID, deleted: true };
  return {
    resource,
    steps: [
      {
        command: 'create',
        calls: [{ method: 'POST', path: `${collection}/`, body: walk.create, reads: created }],
      },
      { command: 'read', calls: [read({ id: ID, ...created })] },
      {
        command: 'update',
        calls: [{ method: 'PATCH', path, body: walk.update, reads: { id: ID, ...updated } }],
      },
      { command: 'import', calls: [read({ id: ID, ...updated })] },
      {
        command: 'delete',
        calls: [
          ...(walk.readsBeforeDelete === true ? [read({ id: ID, ...updated })] : []),
          { method: 'PATCH', path, body: { ...walk.deletion, deleted: true }, reads: gone },
        ],
      },
      { command: 'check destroyed', calls: [{ ...read(gone), orGone: true }] },
    ],
  };
}
