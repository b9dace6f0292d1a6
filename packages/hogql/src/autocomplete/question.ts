import type { CompareOperation, Field, JoinExpr, SelectQuery, Statement } from '../syntax/ast';
import { visitTree } from '../syntax/map-tree';
import type { AstNode } from '../syntax/map-tree';
import { HogQLError } from '../syntax/errors';
import { parseSelect } from '../syntax/parser';

/** The name that is put at the cursor; no table or column has this name. */
const MARKER = 'cursor__here';

/** A table that a SELECT reads, under its name there. */
export interface NamedTable {
  readonly alias: string;
  /** Null for a sub-query. */
  readonly table: string | null;
  /** The named columns of a sub-query. */
  readonly columns: readonly string[];
}

/** The kind of name that is expected at a position of a text. */
export type Question =
  | {
      readonly about: 'table';
      /** The steps before the expected one: `system` of `system.actions`. */
      readonly path: readonly string[];
      readonly ctes: readonly string[];
    }
  | { readonly about: 'placeholder'; readonly path: readonly string[] }
  | { readonly about: 'cohort' }
  | {
      readonly about: 'field';
      /** The steps before the expected one. */
      readonly path: readonly string[];
      readonly tables: readonly NamedTable[];
    };

/**
 * What could be written between two offsets of a statement (`docs/wire/query-kinds.md#autocomplete-position`); null
 * when not even a repaired statement can be parsed.
 */
export function questionAt(source: string, start: number, end: number): Question | null {
  const [before, after] = [source.slice(0, start), source.slice(end)];
  let bare: Question | null = null;
  for (const repaired of repairs(before, after)) {
    const statement = parsed(repaired);
    const question = statement && questionIn(statement);
    if (question === null) continue;
    if (question.about !== 'field' || question.tables.length > 0) return question;
    // A statement without FROM is most often meant for events.
    bare ??= question;
  }
  return bare;
}

/** The statement with the marker, unchanged and with the parts that are most often missing. */
function repairs(before: string, after: string): readonly string[] {
  const marked = `${before}${MARKER}${after}`;
  const closed = marked + closing(before + after);
  return [
    marked,
    closed,
    `${before}${MARKER} from events ${after}`,
    `${closed} from events`,
    `${before}${MARKER}${closing(before)}`,
    `select ${marked}`,
  ];
}

/** The brackets that a text leaves open. */
function closing(text: string): string {
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
  for (const [, char = ''] of text.matchAll(/'[^'\\]*(?:\\.[^'\\]*)*'?|([()[\]{}])/gs)) {
    const pair = pairs[char];
    if (pair !== undefined) open.push(pair);
    else if (char !== '') open.pop();
  }
  return open.reverse().join('');
}

function parsed(source: string): Statement | null {
  try {
    return parseSelect(source);
  } catch (error) {
    // The next repair may parse.
    if (error instanceof HogQLError) return null;
    throw error;
  }
}

function questionIn(statement: Statement): Question | null {
  let found: Question | null = null;
  const ctes = new Map<string, readonly string[]>();
  visitTree(statement, (node) => {
    if (node.type === 'SelectQuery') {
      for (const { name, expr } of node.ctes) ctes.set(name, columnsOf(expr));
      found = inSelect(node, ctes) ?? found;
    }
    if (node.type === 'JoinExpr' && isMarked(node.table)) {
      found = { about: 'table', path: stepsOf(node.table), ctes: [...ctes.keys()] };
    }
    if (isCohortTest(node) && isMarked(node.right)) found = { about: 'cohort' };
    if (node.type === 'Placeholder' && isMarked(node.expr)) {
      found = { about: 'placeholder', path: stepsOf(node.expr) };
    }
  });
  return found;
}

/** The marked field of this SELECT or of a SELECT inside it: the innermost SELECT is visited last. */
function inSelect(
  select: SelectQuery,
  ctes: ReadonlyMap<string, readonly string[]>,
): Question | null {
  const marked: Field[] = [];
  visitTree(select, (node) => {
    if (isMarked(node)) marked.push(node);
  });
  const [field] = marked;
  if (field === undefined) return null;
  return { about: 'field', path: stepsOf(field), tables: tablesOf(select.selectFrom, ctes) };
}

/** The named columns of a sub-query. */
function columnsOf(node: AstNode): readonly string[] {
  if (node.type !== 'SelectQuery') return [];
  return node.select.flatMap((expr) =>
    expr.type === 'Alias' ? [expr.alias] : expr.type === 'Field' ? [String(expr.chain.at(-1))] : [],
  );
}

function tablesOf(
  from: JoinExpr | null,
  ctes: ReadonlyMap<string, readonly string[]>,
): readonly NamedTable[] {
  const tables: NamedTable[] = [];
  for (let join = from; join !== null; join = join.nextJoin) {
    const { table, alias } = join;
    if (table.type === 'Field') {
      const name = table.chain.join('.');
      const columns = ctes.get(name);
      tables.push({
        alias: alias ?? name,
        table: columns === undefined ? name : null,
        columns: columns ?? [],
      });
    } else if (table.type === 'SelectQuery') {
      tables.push({ alias: alias ?? '', table: null, columns: columnsOf(table) });
    }
  }
  return tables;
}

function isMarked(node: AstNode): node is Field {
  return node.type === 'Field' && node.chain.some(isMarkedStep);
}

function stepsOf({ chain }: Field): readonly string[] {
  return chain.slice(0, chain.findIndex(isMarkedStep)).map(String);
}

/** Whether the step is the marker, or the beginning of a name followed by it. */
function isMarkedStep(step: string | number): boolean {
  return typeof step === 'string' && step.endsWith(MARKER);
}

function isCohortTest(node: AstNode): node is CompareOperation {
  return (
    node.type === 'CompareOperation' && (node.op === 'in cohort' || node.op === 'not in cohort')
  );
}
