import type { Span, ViewQuery } from '../ast';
import { isSystemTable, SYSTEM_TABLE_NAMES } from '../catalogue/system/tables';
import type { SystemTableName } from '../catalogue/system/tables';
import type { CompileContext } from '../compile/context';
import { HogQLError } from '../errors';
import { LinkedReader } from '../joins/linked-reader';
import { linksOf } from '../joins/links';
import type { TableJoin } from '../joins/table-join';
import { unknownTable } from '../resolve/hints';
import type { TableReader } from '../resolve/table-reader';
import { CatalogueReader } from './catalogue-reader';
import type { LoweringContext } from './environment';
import { SystemReader } from './system-reader';
import { viewReader } from './view';

/** A table that statements of the project know by this name, with the project's joins. */
export function projectTable(name: string, place: Span, context: LoweringContext): TableReader {
  return withJoins(plainTable(name, place, context), name, place, context);
}

/** A saved view, with the project's joins. */
export function projectView(view: ViewQuery, context: LoweringContext): TableReader {
  return withJoins(viewReader(view, context), view.name, view, context);
}

function plainTable(name: string, place: Span, context: LoweringContext): TableReader {
  context.countExpansion(place);
  context.tableNames.add(name);
  // First, so that no table of a project can stand in for one.
  if (isSystemTable(name)) return systemReader(name, place, context.compile);
  const table = context.catalogue.get(name);
  if (table === undefined) {
    throw unknownTable(name, [...context.catalogue.keys(), ...SYSTEM_TABLE_NAMES], place);
  }
  if (table.unavailable !== undefined) {
    throw new HogQLError('hogql_query_error', table.unavailable, place);
  }
  return new CatalogueReader(table, table.only ?? null);
}

function systemReader(name: SystemTableName, place: Span, compile: CompileContext): TableReader {
  const rows = compile.systemRows?.get(name);
  if (rows === undefined) {
    throw new HogQLError('hogql_not_implemented', `Table \`${name}\` cannot be read here`, place);
  }
  return new SystemReader(name, rows, compile.projectId);
}

function withJoins(
  reader: TableReader,
  name: string,
  { start, end }: Span,
  context: LoweringContext,
): TableReader {
  const links = linksOf(name, context.compile.joins ?? [], context.catalogue.get(name));
  if (links.length === 0) return reader;
  const place = { start, end };
  const open = ({ joining, view }: TableJoin): TableReader =>
    view === null
      ? projectTable(joining, place, context)
      : projectView({ type: 'ViewQuery', name: joining, statement: view, ...place }, context);
  return new LinkedReader(reader, links, open, place);
}
