import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isOverQuota } from '@tidemark/domain';
import type { FlagSelection } from '@tidemark/flag-engine';
import type { Project } from '@tidemark/postgres';
import type { EdgeMetrics } from '../edge-metrics';
import { flagsResponse, NO_FLAGS } from '../flags/flags-response';
import type { FlagsRequest } from '../flags/read-flags-request';
import type { RequestEvaluator } from '../flags/request-evaluator';
import type { ProjectDirectory } from '../projects/project-directory';
import type { FlagUsage } from '../usage/flag-usage';
import type { EvaluatedFlags } from './flags-event';
import { createFlagWriter } from './written-flags';

/** The person whose flags a stream sends, and the request that opened it; kept for as long as the stream is open. */
export interface StreamSubject {
  readonly token: string;
  readonly sent: FlagsRequest;
  readonly distinctId: string;
  readonly selection: FlagSelection;
  /** Names the address of the client. */
  readonly request: IncomingMessage;
}

export interface PersonFlagsDeps {
  readonly projects: ProjectDirectory;
  readonly evaluate: RequestEvaluator;
  readonly metrics: Pick<EdgeMetrics, 'overQuota' | 'flagErrors' | 'liveFlagEvents'>;
  readonly usage: Pick<FlagUsage, 'count'>;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

const QUERY = { endpoint: 'flags', version: 2, config: false, onlySurveyFlags: false } as const;

/** Evaluates the flags of an open stream as `/flags?v=2` does; null when the token is no longer valid. */
export function createPersonFlags(
  deps: PersonFlagsDeps,
): (subject: StreamSubject) => Promise<EvaluatedFlags | null> {
  const { metrics, now } = deps;
  const write = createFlagWriter();

  const none = (
    project: Project,
    { request }: StreamSubject,
    signature: string,
  ): EvaluatedFlags => ({
    signature,
    body: () => {
      metrics.liveFlagEvents.inc();
      return flagsResponse(NO_FLAGS, QUERY, request, project, false, now()).body.toString();
    },
  });

  return async (subject) => {
    const { token, sent, distinctId, selection, request } = subject;
    const project = await deps.projects.findByToken(token);
    if (project === null) return null;
    if (sent.disableFlags) return none(project, subject, 'disabled');
    if (isOverQuota(project.quotaLimits, 'feature_flags', now())) {
      metrics.overQuota.inc({ resource: 'feature_flags' });
      return none(project, subject, 'quota_limited');
    }
    const evaluated = await deps.evaluate(project, sent, distinctId, selection, request);
    const { evaluation } = evaluated;
    const written = write(evaluation, evaluated.flags ?? evaluation);
    return {
      signature: written.signature,
      body: () => {
        metrics.liveFlagEvents.inc();
        if (evaluation.errorsWhileComputing) metrics.flagErrors.inc();
        deps.usage.count(project.id);
        return (
          `{"flags":${written.json()},"errorsWhileComputingFlags":${evaluation.errorsWhileComputing},` +
          `"requestId":"${randomUUID()}","evaluatedAt":${now()}}`
        );
      },
    };
  };
}
