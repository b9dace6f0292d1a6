import { isDeepStrictEqual } from 'node:util';
import { MAX_INGESTION_RULES } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { StoredRule, StoredRuleFields } from './ingestion-rule';
import { INGESTION_RULE_FIELDS, toStoredRule } from './ingestion-rule';
import { INGESTION_RULE_HISTORY } from './ingestion-rule-history';

/**
 * Stores the ingestion rules of projects. Every method takes the project id and does not find rules of other
 * projects.
 */
export interface IngestionRuleRepository {
  /** The rules in their order. */
  list(projectId: number): Promise<readonly StoredRule[]>;
  findById(projectId: number, id: string): Promise<StoredRule | null>;
  /** Creates a rule at the end of the order. Null if the project already has the maximum number of rules. */
  create(by: ProjectAuthor, fields: NewRule): Promise<StoredRule | null>;
  /** Changes a rule and increments its version, unless nothing differs. Null if there is no such rule. */
  update(by: ProjectAuthor, id: string, fields: Partial<NewRule>): Promise<StoredRule | null>;
  /** Null if `ids` are not exactly the rules of the project. */
  reorder(by: ProjectAuthor, ids: readonly string[]): Promise<readonly StoredRule[] | null>;
  /** False if there is no such rule. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

type NewRule = Omit<StoredRuleFields, 'position'>;

export function createIngestionRuleRepository({
  db,
  change,
}: ResourceDatabase): IngestionRuleRepository {
  const listIn = async (reader: Pick<Writer, 'selectFrom'>, projectId: number) => {
    const rows = await reader
      .selectFrom('ingestion_rules')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('position')
      .orderBy('id')
      .execute();
    return rows.map(toStoredRule);
  };
  const rows = createOwnedRows(change, {
    name: 'ingestion_rules',
    history: INGESTION_RULE_HISTORY,
    toThing: toStoredRule,
  });
  const write = async (tx: Writer, rule: StoredRule, fields: Partial<StoredRuleFields>) => {
    const row = await tx
      .updateTable('ingestion_rules')
      .set({
        ...INGESTION_RULE_FIELDS.toColumns(fields),
        version: rule.version + 1,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', rule.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toStoredRule(row);
  };

  return {
    list: (projectId) => listIn(db, projectId),
    findById: (projectId, id) => rows.find(db, projectId, id),

    create: (by, fields) =>
      change(INGESTION_RULE_HISTORY, by, async (tx, entry) => {
        const existing = await listIn(tx, by.projectId);
        if (existing.length >= MAX_INGESTION_RULES) return { result: null, entries: [] };
        const row = await tx
          .insertInto('ingestion_rules')
          .values({
            project_id: by.projectId,
            name: fields.name,
            enabled: fields.enabled,
            kind: fields.kind,
            conditions: JSON.stringify(fields.conditions),
            config: JSON.stringify(fields.config),
            position: (existing.at(-1)?.position ?? 0) + 1,
            created_by_id: by.userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toStoredRule(row);
        return { result, entries: [entry(null, result)] };
      }),

    update: (by, id, fields) =>
      change(INGESTION_RULE_HISTORY, by, async (tx, entry) => {
        const before = await rows.find(tx, by.projectId, id);
        if (before === null) return { result: null, entries: [] };
        if (isDeepStrictEqual({ ...before, ...fields }, before)) {
          return { result: before, entries: [] };
        }
        const result = await write(tx, before, fields);
        return { result, entries: [entry(before, result)] };
      }),

    reorder: (by, ids) =>
      change(INGESTION_RULE_HISTORY, by, async (tx, entry) => {
        const existing = new Map((await listIn(tx, by.projectId)).map((rule) => [rule.id, rule]));
        const isAll = new Set(ids).size === ids.length && ids.length === existing.size;
        if (!isAll || !ids.every((id) => existing.has(id))) return { result: null, entries: [] };
        const result: StoredRule[] = [];
        const entries = [];
        for (const [index, id] of ids.entries()) {
          const before = existing.get(id);
          if (before === undefined) continue;
          const position = index + 1;
          const after =
            before.position === position ? before : await write(tx, before, { position });
          if (after !== before) entries.push(entry(before, after));
          result.push(after);
        }
        return { result, entries };
      }),

    delete: (by, id) => rows.delete(by, by.projectId, id),
  };
}

/** The enabled rules of some projects, in their order; projects without rules are left out. */
export async function readEnabledRules(
  { db }: Pick<ResourceDatabase, 'db'>,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredRule[]>> {
  if (projectIds.length === 0) return new Map();
  const found = await db
    .selectFrom('ingestion_rules')
    .selectAll()
    .where('project_id', 'in', projectIds)
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const byProject = new Map<number, StoredRule[]>();
  for (const row of found) {
    const rules = byProject.get(row.project_id) ?? [];
    rules.push(toStoredRule(row));
    byProject.set(row.project_id, rules);
  }
  return byProject;
}
