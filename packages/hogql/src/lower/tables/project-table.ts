import type { Span, ViewQuery } from '../../syntax/ast';
import { isSystemTable, SYSTEM_TABLE_NAMES } from '../../catalogue/system/tables';
import type { SystemTableName } from '../../catalogue/system/tables';
import { HogQLError } from '../../syntax/errors';
import { LinkedReader } from '../readers/linked-reader';
import { linksOf } from '../../catalogue/joins';
import type { TableJoin } from '../../catalogue/joins';
import { unknownTable } from '../scope/hints';
import type { TableReader } from '../scope/table-reader';
import { CatalogueReader } from '../readers/catalogue-reader';
import type { LoweringContext } from '../scope/environment';
import type { ProjectContext } from '../scope/project-context';
import { SystemReader } from '../readers/system-reader';
import { SubqueryReader } from '../readers/subquery-reader';

/** A table of this name in statements of the project, with the project's joins. */
export function projectTable(name: string, place: Span, context: LoweringContext): TableReader {
  return withJoins(plainTable(name, place, context), name, place, context);
}

/** A saved view, with the project's joins. */
export function projectView(view: ViewQuery, context: LoweringContext): TableReader {
  return withJoins(viewReader(view, context), view.name, view, context);
}

/**
 * A saved view is a sub-query; its errors have the position of its name, because its text is not part of the
 * statement.
 */
function viewReader(view: ViewQuery, context: LoweringContext): TableReader {
  context.countExpansion(view.statement);
  context.tableNames.add(view.name);
  try {
    return new SubqueryReader(context.lowerView(view.statement));
  } catch (error) {
    if (!(error instanceof HogQLError)) throw error;
    throw new HogQLError(error.code, `In the view ${view.name}: ${error.message}`, view);
  }
}

function plainTable(name: string, place: Span, context: LoweringContext): TableReader {
  context.countExpansion(place);
  context.tableNames.add(name);
  // First, so that no table of a project can replace one.
  if (isSystemTable(name)) return systemReader(name, place, context.project);
  const table = context.catalogue.get(name);
  if (table === undefined) {
    throw unknownTable(name, [...context.catalogue.keys(), ...SYSTEM_TABLE_NAMES], place);
  }
  if (table.unavailable !== undefined) {
    throw new HogQLError('hogql_query_error', table.unavailable, place);
  }
  return new CatalogueReader(table, table.only ?? null);
}

function systemReader(name: SystemTableName, place: Span, project: ProjectContext): TableReader {
  const rows = project.systemRows?.get(name);
  if (rows === undefined) {
    throw new HogQLError('hogql_not_implemented', `Table \`${name}\` cannot be read here`, place);
  }
  return new SystemReader(name, rows, project.projectId);
}

function withJoins(
  reader: TableReader,
  name: string,
  { start, end }: Span,
  context: LoweringContext,
): TableReader {
  const links = linksOf(name, context.project.joins ?? [], context.catalogue.get(name));
  if (links.length === 0) return reader;
  const place = { start, end };
  const open = ({ joining, view }: TableJoin): TableReader =>
    view === null
      ? projectTable(joining, place, context)
      : projectView({ type: 'ViewQuery', name: joining, statement: view, ...place }, context);
  return new LinkedReader(reader, links, open, place);
}
