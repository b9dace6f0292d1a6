import type { IncomingMessage } from 'node:http';
import { isOverQuota } from '@tidemark/domain';
import type { Evaluation, FlagSelection } from '@tidemark/flag-engine';
import type { Project } from '@tidemark/postgres';
import type { EdgeMetrics } from '../edge-metrics';
import { flagsResponse, NO_FLAGS } from '../flags/flags-response';
import type { FlagsRequest } from '../flags/read-flags-request';
import type { RequestEvaluator } from '../flags/request-evaluator';
import type { ProjectDirectory } from '../projects/project-directory';
import type { FlagUsage } from '../usage/flag-usage';
import type { Answer } from './flags-event';
import { personSignature } from './person-signature';

/** Of whom a stream tells the flags; kept for as long as it is open. */
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
  readonly metrics: Pick<EdgeMetrics, 'overQuota' | 'liveFlagEvents'>;
  readonly usage: Pick<FlagUsage, 'count'>;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

const QUERY = { endpoint: 'flags', version: 2, config: false, onlySurveyFlags: false } as const;

/** The answers of `/flags?v=2` for an open stream: null when its token is not valid any more. */
export function createPersonFlags(
  deps: PersonFlagsDeps,
): (subject: StreamSubject) => Promise<Answer | null> {
  const answer = (
    project: Project,
    { request }: StreamSubject,
    evaluation: Evaluation,
    signature: string | null,
  ): Answer => ({
    signature,
    body: () => {
      deps.metrics.liveFlagEvents.inc();
      return flagsResponse(evaluation, QUERY, request, project, false, deps.now()).body.toString();
    },
  });

  return async (subject) => {
    const { token, sent, distinctId, selection, request } = subject;
    const project = await deps.projects.findByToken(token);
    if (project === null) return null;
    if (sent.disableFlags) return answer(project, subject, NO_FLAGS, 'disabled');
    if (isOverQuota(project.quotaLimits, 'feature_flags', deps.now())) {
      deps.metrics.overQuota.inc({ resource: 'feature_flags' });
      return answer(project, subject, NO_FLAGS, 'quota_limited');
    }
    const { evaluation } = await deps.evaluate(project, sent, distinctId, selection, request);
    const { body, signature } = answer(project, subject, evaluation, personSignature(evaluation));
    return {
      signature,
      body: () => {
        deps.usage.count(project.id);
        return body();
      },
    };
  };
}
