import type { Expr } from '@tidemark/hogql';
import { cleanedPath, mapTree } from '@tidemark/hogql';
import { array, ast, text } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import { expr } from '../hogql-builders/template';
import { userExpr } from '../hogql-builders/user-expr';
import { InsightError } from '../insight/error';
import { histogramBin } from './histogram';
import { NULL_BREAKDOWN } from './markers';
import type { BreakdownPart } from './parts';

/**
 * The values of an event as a list of texts, one per part, `missing` for absent values.
 *
 * @param where the condition for the events that define the bins of a histogram
 */
export function breakdownValues(
  parts: readonly BreakdownPart[],
  where: Expr,
  missing: string = NULL_BREAKDOWN,
): Expr {
  return array(parts.map((part) => textOf(part, where, missing)));
}

function textOf(part: BreakdownPart, where: Expr, missing: string): Expr {
  if (part.bins !== null) return histogramBin(breakdownSource(part), part.bins, where, missing);
  const source = expr('toString({value})', { value: breakdownSource(part) });
  const value = cleanedPath(source, part.cleaning, ast);
  return expr("ifNull(nullIf({value}, ''), {missing})", {
    value: part.normalizesUrl ? normalizedUrl(value) : value,
    missing: text(missing),
  });
}

/** Removes the trailing slashes of a path; an empty path becomes the root, a missing one stays missing. */
function normalizedUrl(value: Expr): Expr {
  return expr("if(empty({trimmed}), '/', {trimmed})", {
    trimmed: expr("replaceRegexpOne({value}, '[/?#]+$', '')", { value }),
  });
}

/** The property that a part reads, for each type of breakdown. @throws InsightError */
function breakdownSource({ type, property, groupTypeIndex }: BreakdownPart): Expr {
  switch (type) {
    case 'event':
      return ast.field(EVENTS, 'properties', property);
    case 'person':
      return ast.field(EVENTS, 'person', 'properties', property);
    case 'group':
      if (groupTypeIndex === null) {
        throw new InsightError('A breakdown by group needs a group type index', 'breakdownFilter');
      }
      return ast.field(EVENTS, `group_${groupTypeIndex}`, 'properties', property);
    case 'session':
      return ast.field(EVENTS, 'session', property);
    case 'event_metadata':
      return ast.field(EVENTS, property);
    case 'hogql':
      return withoutNames(userExpr(property, 'breakdownFilter.breakdown'));
    case 'data_warehouse':
      return ast.field(EVENTS, ...property.split('.'));
    case 'data_warehouse_person_property':
      return ast.field(EVENTS, 'person', ...property.split('.'));
    default:
      throw new InsightError(`Breakdowns of type ${type} are not supported`, 'breakdownFilter');
  }
}

/** Removes names that users give to expressions: they could equal our own columns, and are not shown. */
function withoutNames(expr: Expr): Expr {
  return mapTree(expr, (node) => {
    if (node.type === 'SelectQuery') return node;
    return node.type === 'Alias'
      ? withoutNames((node as Extract<Expr, { type: 'Alias' }>).expr)
      : null;
  });
}
