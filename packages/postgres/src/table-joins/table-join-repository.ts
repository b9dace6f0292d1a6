import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { ifTaken } from '../unique-violation';
import type { StoredTableJoin, TableJoinFields } from './table-join';
import { toTableJoin } from './table-join';
import { TABLE_JOIN_HISTORY } from './table-join-history';
import { TABLE_JOIN_FIELDS } from './table-join';

/** Stores the joins of projects. Every method takes the project id and does not find joins of other projects. */
export interface TableJoinRepository {
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<StoredTableJoin>>;
  /** Oldest first. */
  listAll(projectId: number): Promise<readonly StoredTableJoin[]>;
  findById(projectId: number, id: string): Promise<StoredTableJoin | null>;
  /** Null if the source table already has a join with this name. */
  create(by: ProjectAuthor, fields: TableJoinFields): Promise<StoredTableJoin | null>;
  /** Null if there is no such join; `taken` if another join has the name. */
  update(
    by: ProjectAuthor,
    id: string,
    fields: TableJoinFields,
  ): Promise<StoredTableJoin | null | 'taken'>;
  /** False if there is no such join. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

const NAME_INDEX = 'table_joins_name';

export function createTableJoinRepository({ db, change }: ResourceDatabase): TableJoinRepository {
  const ofProject = (projectId: number) =>
    db.selectFrom('table_joins').selectAll().where('project_id', '=', projectId);
  const rows = createOwnedRows(change, {
    name: 'table_joins',
    history: TABLE_JOIN_HISTORY,
    toThing: toTableJoin,
  });

  return {
    list(projectId, page) {
      const matches = ofProject(projectId);
      const ordered = matches.orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, ordered, page, toTableJoin);
    },

    async listAll(projectId) {
      const found = await ofProject(projectId).orderBy('created_at').orderBy('id').execute();
      return found.map(toTableJoin);
    },

    findById: (projectId, id) => rows.find(db, projectId, id),

    create: (by, fields) =>
      rows
        .create(by, by.projectId, {
          ...TABLE_JOIN_FIELDS.toColumns(fields),
          created_by_id: by.userId,
        })
        .catch(ifTaken(NAME_INDEX, null)),

    update: (by, id, fields) =>
      rows
        .update(by, by.projectId, id, TABLE_JOIN_FIELDS.toColumns(fields))
        .catch(ifTaken(NAME_INDEX, 'taken' as const)),

    delete: (by, id) => rows.delete(by, by.projectId, id),
  };
}
