import { z } from 'zod';
import type { Answer } from '../respond/answer';
import { RejectedCallError } from '../respond/failures';
import type { ToolContext } from '../tool';
import { changeTool } from '../tool';
import type { Condition, Flag } from './flag-tools';
import { conditionsOf, findFlag, flagFacts, flagOfKey } from './flag-tools';
import { filters, propertyFilters } from './inputs';

const key = z
  .string()
  .min(1)
  .max(400)
  .regex(/^[\w./-]+$/);
const share = z.number().min(0).max(100);
const variants = z
  .array(z.strictObject({ key, share: share.describe('Percent of users; all add up to 100.') }))
  .min(1)
  .max(20)
  .refine((given) => new Set(given.map((one) => one.key)).size === given.length, {
    error: 'Two variants have the same key',
  })
  .refine((given) => Math.abs(given.reduce((sum, { share: part }) => sum + part, 0) - 100) < 1e-6, {
    error: 'The shares of all variants must add up to 100',
  });

const createFlag = changeTool({
  name: 'create_flag',
  title: 'Create a feature flag',
  description: 'Makes a flag with one condition. The dry run says how many users it would reach.',
  scopes: ['feature_flag:write', 'person:read'],
  input: {
    key,
    name: z.string().max(400).default(''),
    active: z.boolean().default(false),
    rollout_percentage: share.default(0),
    person_filters: filters.describe('Only persons for whom all of these hold; type is person.'),
    variants: variants.optional(),
  },
  async prepare(input, context) {
    const { client } = context;
    if ((await flagOfKey(context, input.key)).flag !== null) {
      throw new RejectedCallError(`There is a flag with the key "${input.key}" already.`);
    }
    const condition = {
      properties: propertyFilters(input.person_filters).map((one) => ({ ...one, type: 'person' })),
      rollout_percentage: input.rollout_percentage,
    };
    const body = {
      ...{ key: input.key, name: input.name, active: input.active },
      filters: { groups: [condition], ...multivariate(input.variants) },
    };
    const reach = await reachOf(context, [condition]);
    return {
      plan: body,
      preview: {
        summary: `The flag ${input.key} would be made, ${input.active ? 'on' : 'off'}; ${reach.summary}.`,
        data: { flag: body, reach: reach.conditions },
      },
      async apply(): Promise<Answer> {
        const made = await client.post('/api/projects/{project_id}/feature_flags/', {
          body: body as never,
        });
        return { summary: `Flag ${made.key} was made.`, data: flagFacts(made) };
      },
    };
  },
});

function multivariate(given: z.output<typeof variants> | undefined): object {
  if (given === undefined) return {};
  const listed = given.map((one) => ({ key: one.key, rollout_percentage: one.share }));
  return { multivariate: { variants: listed } };
}

const changeFlag = changeTool({
  name: 'change_flag',
  title: 'Change a feature flag',
  description:
    'Turns a flag on or off, changes the share of users of one of its conditions, or the shares of its variants. The dry run shows before and after, and how many users it reaches.',
  scopes: ['feature_flag:write', 'person:read'],
  input: {
    key,
    active: z.boolean().optional(),
    rollout_percentage: share.optional(),
    condition: z.int().min(0).default(0).describe('Whose share changes; the first is 0.'),
    variants: variants.optional(),
  },
  async prepare(input, context) {
    const { client } = context;
    const flag = await findFlag(context, input.key);
    const body = bodyOf(flag, input);
    const after = { active: body.active ?? flag.active, filters: body.filters ?? flag.filters };
    const reach = await reachOf(context, conditionsOf(after.filters));
    const before = { active: flag.active, filters: flag.filters };
    return {
      plan: { id: flag.id, ...body },
      preview: {
        summary: `Flag ${input.key}: ${wordsOf(before, after, input)}; ${after.active ? reach.summary : 'it reaches nobody, because it is off'}.`,
        data: {
          before,
          after,
          reach: reach.conditions,
          dependents_may_change: flag.has_experiment,
        },
      },
      async apply(): Promise<Answer> {
        const changed = await client.patch('/api/projects/{project_id}/feature_flags/{id}/', {
          path: { id: flag.id },
          body: body as never,
        });
        return { summary: `Flag ${changed.key} was changed.`, data: flagFacts(changed) };
      },
    };
  },
});

interface State {
  readonly active: boolean;
  readonly filters: object;
}

function wordsOf(before: State, after: State, request: FlagRequest): string {
  const { condition: at, variants: shares } = request;
  const onOff = (state: State): string => (state.active ? 'on' : 'off');
  const shareOf = ({ filters: found }: State): number =>
    conditionsOf(found)[at]?.rollout_percentage ?? 100;
  const words = [
    before.active === after.active ? `stays ${onOff(after)}` : `${onOff(before)} → ${onOff(after)}`,
  ];
  if (shareOf(before) !== shareOf(after)) {
    words.push(`share of condition ${at}: ${shareOf(before)} % → ${shareOf(after)} %`);
  }
  if (shares !== undefined) {
    const listed = shares.map((one) => `${one.key} ${one.share} %`);
    words.push(`variants: ${listed.join(', ')}`);
  }
  return words.join(', ');
}

interface FlagRequest {
  readonly active?: boolean | undefined;
  readonly rollout_percentage?: number | undefined;
  readonly condition: number;
  readonly variants?: z.output<typeof variants> | undefined;
}

/** The body of the change, with the version that it is based on: 409 if the flag has a newer version. */
function bodyOf(flag: Flag, request: FlagRequest) {
  const { active, rollout_percentage: percentage, condition, variants: shares } = request;
  if (active === undefined && percentage === undefined && shares === undefined) {
    throw new RejectedCallError('Nothing to change: give active, rollout_percentage or variants.');
  }
  const groups = conditionsOf(flag.filters);
  if (percentage !== undefined && groups[condition] === undefined) {
    throw new RejectedCallError(
      `The flag has ${groups.length} conditions; there is no number ${condition}.`,
    );
  }
  const changed = groups.map((group, at) =>
    at === condition && percentage !== undefined
      ? { ...group, rollout_percentage: percentage }
      : group,
  );
  const isFiltered = percentage !== undefined || shares !== undefined;
  return {
    version: flag.version,
    ...(active !== undefined && { active }),
    ...(isFiltered && { filters: { ...flag.filters, groups: changed, ...multivariate(shares) } }),
  };
}

/** The number of persons that each condition matches, separately. */
async function reachOf(
  { client, signal }: Pick<ToolContext, 'client' | 'signal'>,
  conditions: readonly Condition[],
) {
  const found = await Promise.all(
    conditions.slice(0, 10).map(async ({ properties, rollout_percentage: percentage }) => {
      const reach = await client.post(
        '/api/projects/{project_id}/feature_flags/user_blast_radius/',
        {
          body: {
            condition: {
              properties: [...(properties ?? [])] as never,
              rollout_percentage: percentage ?? 100,
            },
          },
          signal,
        },
      );
      return { persons: reach.users_affected, of: reach.total_users };
    }),
  );
  const [first] = found;
  const words =
    first === undefined
      ? 'it has no condition and reaches nobody'
      : found
          .map(
            ({ persons, of }, at) => `condition ${at} concerns about ${persons} of ${of} persons`,
          )
          .join(', ');
  return { summary: words, conditions: found };
}

const deleteFlag = changeTool({
  name: 'delete_flag',
  title: 'Delete a feature flag',
  description: 'Deletes a flag. Programs that ask for it get no value from then on.',
  scopes: ['feature_flag:write'],
  effect: 'delete',
  input: { key },
  async prepare({ key: wanted }, context) {
    const { client, signal } = context;
    const flag = await findFlag(context, wanted);
    const dependents = await client.get(
      '/api/projects/{project_id}/feature_flags/{id}/dependent_flags/',
      { path: { id: flag.id }, signal },
    );
    const asked = flag.last_called_at === null ? 'never' : flag.last_called_at;
    return {
      plan: { id: flag.id, version: flag.version },
      preview: {
        summary: `The flag ${wanted} would be deleted; it was last asked for ${asked}.`,
        data: { flag: flagFacts(flag), dependents },
      },
      async apply(): Promise<Answer> {
        await client.patch('/api/projects/{project_id}/feature_flags/{id}/', {
          path: { id: flag.id },
          body: { deleted: true },
        });
        return { summary: `Flag ${wanted} was deleted.` };
      },
    };
  },
});

export const flagChangeTools = [createFlag, changeFlag, deleteFlag];
