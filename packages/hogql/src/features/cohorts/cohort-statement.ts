import type { CohortFilters, CohortLeaf, CohortNode } from '@tidemark/contracts';
import type { AstBuilder } from '../../syntax/build';
import { astBuilder } from '../../syntax/build';
import type { Expr, SelectQuery, Statement } from '../../syntax/ast';
import type { DateContext } from '../../dates/relative-date';
import { parseSelect } from '../../syntax/parser';
import { behavioralFilterExpr } from './behavioral-filter';
import { personFilterExpr } from './person-filter';

const NOWHERE = { start: 0, end: 0 };

/**
 * The statement that finds the members of a dynamic cohort: one column with their person ids as text. Other cohorts
 * count as last calculated. Time windows begin with days of the project's zone.
 *
 * @throws HogQLError for a filter that HogQL cannot express
 */
export function cohortStatement(filters: CohortFilters, dates: DateContext): Statement {
  const ast = astBuilder(NOWHERE);
  const skeleton = parseSelect('select toString(id) as member from persons');
  return { ...(skeleton as SelectQuery), where: nodeExpr(filters.properties, dates, ast) };
}

/** An empty group has no members: a cohort without criteria does not contain everyone. */
function nodeExpr(node: CohortNode, dates: DateContext, ast: AstBuilder): Expr {
  if (!('values' in node)) return leafExpr(node, dates, ast);
  if (node.values.length === 0) return ast.constant(false);
  const exprs = node.values.map((inner) => nodeExpr(inner, dates, ast));
  return node.type === 'AND' ? ast.and(exprs) : ast.or(exprs);
}

/** One filter of a cohort as a condition on `persons`. @throws HogQLError as above */
export function leafExpr(leaf: CohortLeaf, dates: DateContext, ast: AstBuilder): Expr {
  switch (leaf.type) {
    case 'person':
    case 'person_metadata':
      return personFilterExpr(leaf, dates.now, ast);
    case 'behavioral':
      return behavioralFilterExpr(leaf, dates, ast);
    case 'cohort': {
      const op = leaf.negation ? 'not in cohort' : 'in cohort';
      return ast.compare(op, ast.field('persons', 'id'), ast.constant(leaf.value));
    }
  }
}
