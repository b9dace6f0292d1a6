import type { Identity } from '@tidemark/access';
import { notFound } from '@tidemark/platform';
import type { IssuedKey, SecretKey } from '@tidemark/postgres';
import type { z } from 'zod';
import type { KeyDirectory } from '../auth/key-directory';
import { rejectWiderScopes } from '../auth/wider-scopes';
import { found } from '../resource';
import { changeKey } from './key-changes';

/** The properties of one kind of key: its names, its repository and its wire format. */
interface KeyKind<
  Caller,
  Key extends SecretKey,
  Params extends z.ZodType<{ readonly id: string }>,
  Response extends z.ZodType,
> {
  /** The prefix of the route names. */
  readonly name: string;
  /** The path of one key. */
  readonly path: string;
  readonly params: Params;
  readonly response: Response;
  readonly directory: KeyDirectory;
  find(caller: Caller, id: string): Promise<Key | null>;
  roll(caller: Caller, id: string): Promise<IssuedKey<Key> | null>;
  delete(caller: Caller, id: string): Promise<boolean>;
  /** @param value only given in the response that creates it */
  shown(key: Key, value?: string): Promise<z.input<Response>>;
}

interface OfOneKey<Caller> {
  readonly caller: Caller;
  readonly params: { readonly id: string };
}

/**
 * The routes that personal keys and project secret keys share: read a key, give it a new value, delete it. Each kind
 * adds the access and the summary to a declaration.
 */
export function secretKeyRoutes<
  Caller extends Pick<Identity, 'key'>,
  Key extends SecretKey,
  Params extends z.ZodType<{ readonly id: string }>,
  Response extends z.ZodType,
>(kind: KeyKind<Caller, Key, Params, Response>) {
  const { name, path, params, response, directory } = kind;
  return {
    retrieve: {
      name: `${name}_retrieve`,
      method: 'GET',
      path,
      params,
      response,
      handle: async ({ caller, params: { id } }: OfOneKey<Caller>) =>
        kind.shown(found(await kind.find(caller, id))),
    },
    roll: {
      name: `${name}_roll`,
      method: 'POST',
      path: `${path}roll/`,
      params,
      response,
      async handle({ caller, params: { id } }: OfOneKey<Caller>) {
        rejectWiderScopes(caller, found(await kind.find(caller, id)).scopes);
        const issued = found(await changeKey(directory, kind.roll(caller, id)));
        return kind.shown(issued.key, issued.value);
      },
    },
    destroy: {
      name: `${name}_destroy`,
      method: 'DELETE',
      path,
      params,
      status: 204,
      async handle({ caller, params: { id } }: OfOneKey<Caller>) {
        if (!(await changeKey(directory, kind.delete(caller, id)))) throw notFound();
      },
    },
  } as const;
}
