import { blastRadiusRequestSchema, blastRadiusSchema } from '@tidemark/contracts';
import { flagReachStatement, printHogQL } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { toWireError } from '../query/query-error';
import { audienceOf } from './audience';

/**
 * The number of persons or groups that match a condition set, before its rollout
 * (`docs/wire/flags-management.md#blast-radius`).
 */
export function createBlastRadiusRoutes(deps: {
  readonly engine: QueryEngine;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  const count = async (project: Project, query: string, signal: AbortSignal) => {
    const { id, timezone, weekStartDay } = project;
    const request = {
      project: { id, timezone, weekStartDay },
      query: { kind: 'HogQLQuery' as const, query },
      queryId: v7().replaceAll('-', ''),
      maxRows: 1,
    };
    try {
      const result = await deps.engine.ask(request, signal);
      const [row] = rowsOf(result);
      const [affected, total] = row ?? [];
      return { users_affected: Number(affected), total_users: Number(total) };
    } catch (error) {
      throw toWireError(error, query);
    }
  };

  return [
    projectRoute({
      name: 'feature_flags_user_blast_radius',
      summary: 'Count the persons or groups that a condition matches',
      method: 'POST',
      path: '/feature_flags/user_blast_radius/',
      access: { scope: 'feature_flag:read' },
      body: blastRadiusRequestSchema,
      response: blastRadiusSchema,
      async handle({ caller: { project }, body, signal }) {
        const { condition, group_type_index: index } = body;
        if (condition === undefined || condition === null) {
          throw validationError(
            'invalid_input',
            'Missing condition for which to get blast radius',
            'condition',
          );
        }
        const audience = audienceOf(condition, index ?? null);
        return count(project, statementText(audience, deps.now()), signal);
      },
    }),
  ];
}

function statementText(audience: Parameters<typeof flagReachStatement>[0], now: Date): string {
  try {
    return printHogQL(flagReachStatement(audience, now));
  } catch (error) {
    // There is no query text from which the error could name tables.
    throw toWireError(error, '');
  }
}
