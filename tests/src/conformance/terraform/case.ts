/** In a path or response, this is replaced by the id of the created resource. */
export const ID = '{{id}}';

/** In a body, this is replaced by the id of an existing insight. */
export const INSIGHT = '{{insight}}';

/** A request of the provider, and the fields that it reads from the response. */
export interface ProviderCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below `/api/projects/{project}/`. */
  readonly path: string;
  /** The provider sends only the fields that are in its configuration. */
  readonly body?: object;
  /** The fields that the provider stores in its state. Each field must have the type that the provider expects. */
  readonly reads?: object;
  /** Whether a 404 is also accepted. */
  readonly orGone?: true;
}

/** The requests that the provider sends for one command of a user. */
interface ProviderStep {
  readonly command: 'create' | 'read' | 'update' | 'import' | 'delete' | 'check destroyed';
  readonly calls: readonly ProviderCall[];
}

/** All commands on one resource, from its creation to its deletion (`docs/wire/management.md#client-terraform`). */
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

/** The commands on a resource that is deleted by a DELETE request. */
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

/** The commands on a resource that is soft-deleted. */
export function lifeOf(
  walk: Life & {
    /** The fields that are sent together with `deleted`. */
    readonly deletion?: object;
    /** Whether the provider reads the resource before it deletes it. */
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
