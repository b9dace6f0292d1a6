import type { JsonObject } from '@tidemark/importers';
import { isObject, textOf } from '@tidemark/importers';
import type { DefinitionSource } from '../sources/source';
import { ImportDeniedError } from '../sources/source';
import type { Phase } from './context';
import { problem } from './context';

interface NotImported {
  readonly kind: string;
  /** Below `/api/projects/{id}/`. */
  readonly path: string;
  readonly reason: string;
}

const SECRETS = 'a source does not return its secrets: create it again';
const PEOPLE = 'it notifies people of the source: create it again';
const PLANNED = 'it would change the project by itself: create it again';

/** Lists of objects that work for a project and that no import creates. */
export const NOT_IMPORTED: readonly NotImported[] = [
  { kind: 'alert', path: 'alerts/', reason: PEOPLE },
  { kind: 'subscription', path: 'subscriptions/', reason: PEOPLE },
  { kind: 'destination', path: 'hog_functions/', reason: SECRETS },
  { kind: 'batch_export', path: 'batch_exports/', reason: SECRETS },
  { kind: 'warehouse_table', path: 'warehouse_tables/', reason: SECRETS },
  { kind: 'table_join', path: 'warehouse_view_link/', reason: 'joins are not imported' },
  { kind: 'ingestion_rule', path: 'ingestion_rules/', reason: PLANNED },
  { kind: 'scheduled_change', path: 'scheduled_changes/', reason: PLANNED },
  { kind: 'guarded_rollout', path: 'guarded_rollouts/', reason: PLANNED },
];

const PHASE = 'remaining_lists';

/** Reports each object that has to be created again by hand. */
export const notImportedPhase: Phase = {
  name: PHASE,
  async work(context) {
    const { definitions } = context.source;
    if (definitions === null) return;
    for (const { kind, path, reason } of NOT_IMPORTED) {
      for await (const object of leftBehind(definitions, path, context.signal)) {
        await context.report(PHASE, [
          problem(kind, String(object['id']), titleOf(object), `it was not imported: ${reason}`),
        ]);
      }
    }
  },
};

/**
 * Reads objects of a list that still have an effect, as id and title. A list that the key may not read is empty: nothing of
 * it would be imported.
 */
export async function* leftBehind(
  definitions: DefinitionSource,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<JsonObject> {
  try {
    for await (const object of definitions.list(path, signal)) {
      const isOver = ['executed_at', 'ended_at'].some((name) => textOf(object[name]) !== null);
      if (object['deleted'] !== true && !isOver) yield { id: object['id'], name: titleOf(object) };
    }
  } catch (error) {
    if (!(error instanceof ImportDeniedError)) throw error;
  }
}

function titleOf(object: JsonObject): string {
  const { insight } = object;
  const names = [object['name'], object['title'], object['resource_name'], object['model_name']];
  const table = object['source_table_name'];
  return (
    [...names, table, isObject(insight) ? insight['name'] : null].map(textOf).find(isText) ?? ''
  );
}

const isText = (text: string | null): text is string => text !== null;
