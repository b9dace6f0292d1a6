import type { Item } from '@tidemark/client';
import { z } from 'zod';
import { RejectedCallError } from '../respond/failures';
import type { Answer } from '../respond/answer';
import type { ToolContext } from '../tool';
import { readTool } from '../tool';
import { limit, offset, search } from './inputs';

export type Flag = Item<'/api/projects/{project_id}/feature_flags/'>;

/** The fields of a flag that say what it does. */
export function flagFacts(flag: Flag) {
  const { id, key, name, active, filters, version, tags, status, last_called_at } = flag;
  return { id, key, name, active, status, version, tags, last_called_at, filters };
}

/** The flag of a key, or null and the keys that contain it. */
export async function flagOfKey(
  { client, signal }: Pick<ToolContext, 'client' | 'signal'>,
  key: string,
): Promise<{ readonly flag: Flag | null; readonly similar: readonly string[] }> {
  const similar: string[] = [];
  const list = client.list('/api/projects/{project_id}/feature_flags/', {
    query: { search: key, limit: 100 },
    signal,
  });
  for await (const flag of list) {
    if (flag.key === key) return { flag, similar };
    similar.push(flag.key);
  }
  return { flag: null, similar };
}

/** @throws RejectedCallError where the project has no flag of that key; the message names similar ones */
export async function findFlag(
  context: Pick<ToolContext, 'client' | 'signal'>,
  key: string,
): Promise<Flag> {
  const { flag, similar } = await flagOfKey(context, key);
  if (flag !== null) return flag;
  const hint =
    similar.length === 0 ? 'list_flags shows all.' : `Similar: ${similar.slice(0, 5).join(', ')}.`;
  throw new RejectedCallError(`There is no flag with the key "${key}". ${hint}`);
}

const listFlags = readTool({
  name: 'list_flags',
  title: 'List feature flags',
  description: 'Feature flags with key, whether they are on, and their share of users.',
  scopes: ['feature_flag:read'],
  input: {
    search,
    active: z.enum(['true', 'false', 'STALE']).optional(),
    limit: limit(200, 50),
    offset,
  },
  async run({ search: part, active, ...page }, { client, signal }) {
    const { results, count } = await client.get('/api/projects/{project_id}/feature_flags/', {
      query: {
        ...page,
        ...(part !== undefined && { search: part }),
        ...(active !== undefined && { active }),
      },
      signal,
    });
    return {
      summary: `${results.length} of ${count} flags.`,
      data: results.map(({ id, key, name, active: isOn, status, filters, has_experiment }) => ({
        ...{ id, key, name, active: isOn, status, has_experiment },
        variants: variantsOf(filters),
        conditions: conditionsOf(filters).length,
      })),
      more: 'Use search or offset.',
    };
  },
});

/** Keys of the variants with their shares. */
function variantsOf(filters: object): Record<string, number> {
  const { multivariate } = filters as {
    multivariate?: { variants: { key: string; rollout_percentage: number }[] } | null;
  };
  const variants = multivariate?.variants ?? [];
  return Object.fromEntries(variants.map(({ key, rollout_percentage: share }) => [key, share]));
}

export interface Condition {
  readonly properties?: readonly Record<string, unknown>[] | null;
  readonly rollout_percentage?: number | null;
  readonly variant?: string | null;
}

export function conditionsOf(filters: object): readonly Condition[] {
  return (filters as { groups?: readonly Condition[] }).groups ?? [];
}

const getFlag = readTool({
  name: 'get_flag',
  title: 'Read a feature flag',
  description: 'All of a flag: conditions, variants, payloads, and the flags that depend on it.',
  scopes: ['feature_flag:read'],
  input: { key: z.string().min(1).max(400) },
  async run({ key }, { client, signal }) {
    const flag = await findFlag({ client, signal }, key);
    const dependents = await client.get(
      '/api/projects/{project_id}/feature_flags/{id}/dependent_flags/',
      { path: { id: flag.id }, signal },
    );
    const facts = flagFacts(flag);
    return {
      summary: `Flag ${key} is ${flag.active ? 'on' : 'off'}, with ${conditionsOf(flag.filters).length} conditions.`,
      data: { ...facts, dependents },
    };
  },
});

const explainFlag = readTool({
  name: 'explain_flag',
  title: 'Explain a flag for a user',
  description:
    'The value that a user gets and why: each condition with what it asks for and what the user has.',
  scopes: ['feature_flag:read', 'person:read'],
  input: {
    key: z.string().min(1).max(400),
    distinct_id: z.string().min(1).max(400),
    person_properties: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Instead of, or in addition to, the stored ones.'),
    groups: z.record(z.string(), z.string()).default({}).describe('Group keys by type.'),
  },
  async run({ key, distinct_id, person_properties, groups }, { client, signal }): Promise<Answer> {
    await findFlag({ client, signal }, key);
    const { flags, person } = await client.post(
      '/api/projects/{project_id}/feature_flags/dry_run/',
      {
        body: {
          ...{ distinct_id, person_properties, group_properties: {}, groups },
          flag_keys: [key],
          use_stored_properties: true,
        },
        signal,
      },
    );
    const flag = flags.find((one) => one.key === key);
    if (flag === undefined) throw new RejectedCallError(`The flag ${key} was not evaluated.`);
    return {
      summary: `${key} is ${JSON.stringify(flag.value)}: ${flag.reason.description}.`,
      data: { ...flag, person_is_known: person !== null },
      fromVisitors: true,
    };
  },
});

export const flagTools = [listFlags, getFlag, explainFlag];
