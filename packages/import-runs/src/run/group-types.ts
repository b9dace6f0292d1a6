import type { JsonObject } from '@tidemark/importers';
import { pick, textOf } from '@tidemark/importers';
import { detailOf } from '../target/project-target';
import type { Phase, RunContext } from './context';
import { problem } from './context';

const KIND = 'group_type';
const TYPES = 5;
const MAX_NAME = 400;
const NAMES = ['name_singular', 'name_plural'];

/**
 * Creates the types of groups with the numbers that they have in the source, by which conditions of flags and queries
 * refer to them. It comes before all records, because ingestion numbers types in the order in which it finds them.
 */
export const groupTypesPhase: Phase = {
  name: KIND,
  async work(context) {
    const { source, target, signal } = context;
    if (source.definitions === null) return;
    const wanted: JsonObject[] = [];
    for await (const type of source.definitions.list('groups_types/', signal)) {
      if (isComplete(type)) wanted.push(type);
    }
    if (wanted.length === 0) return;
    await target.claimGroupTypes(
      wanted.map((type) => ({ name: nameOf(type), index: indexOf(type) })),
    );
    const own = new Map<string, JsonObject>();
    for await (const type of target.list('groups_types/')) own.set(nameOf(type), type);
    for (const type of wanted) await takeOver(context, type, own.get(nameOf(type)));
  },
};

/** Reports another number of the type, and sets its display names. */
async function takeOver(
  context: RunContext,
  type: JsonObject,
  own: JsonObject | undefined,
): Promise<void> {
  const name = nameOf(type);
  const report = (reason: string): Promise<void> =>
    context.report(KIND, [problem(KIND, String(indexOf(type)), name, reason)]);
  if (own === undefined || indexOf(own) !== indexOf(type)) {
    const found = own === undefined ? 'does not have this type' : `has it as ${indexOf(own)}`;
    await report(
      `the source has this type as ${indexOf(type)}, and the project ${found}: conditions and queries that refer to it by number use another type`,
    );
  }
  const names = own === undefined ? {} : pick(type, NAMES);
  if (own === undefined || Object.keys(names).length === 0) return;
  const changes = [{ group_type_index: indexOf(own), ...names }];
  const response = await context.target.call('PATCH', 'groups_types/update_metadata/', changes);
  if (!response.ok) await report(detailOf(response.body));
}

function isComplete(type: JsonObject): boolean {
  const index = indexOf(type);
  const name = textOf(type['group_type']);
  const isIndex = Number.isInteger(index) && index >= 0 && index < TYPES;
  return isIndex && name !== null && name.length <= MAX_NAME;
}

const nameOf = (type: JsonObject): string => String(type['group_type']);
const indexOf = (type: JsonObject): number => Number(type['group_type_index']);
