import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isOverQuota } from '@tidemark/domain';
import type { Evaluation, FlagSelection } from '@tidemark/flag-engine';
import type { Project } from '@tidemark/postgres';
import type { EdgeMetrics } from '../edge-metrics';
import { flagsResponse, NO_FLAGS, OVER_QUOTA } from '../flags/flags-response';
import type { FlagsRequest } from '../flags/read-flags-request';
import type { EvaluatedRequest, RequestEvaluator } from '../flags/request-evaluator';
import { requestFacts } from '../flags/request-evaluator';
import type { ProjectDirectory } from '../projects/project-directory';
import type { FlagUsage } from '../usage/flag-usage';
import { createFlagEditions } from './flag-editions';
import type { EvaluatedFlags } from './flags-event';
import { changesEvent, flagsEvent } from './flags-event';
import type { KnownFlags } from './known-flags';
import { flagsToEvaluate, writeFlags } from './known-flags';
import type { WrittenFlags } from './known-flags';

/** The person whose flags a stream sends, and the request that opened it; kept for as long as the stream is open. */
export interface StreamSubject {
  readonly token: string;
  readonly sent: FlagsRequest;
  readonly distinctId: string;
  readonly selection: FlagSelection;
  /** Whether the reader accepts events with changes only. */
  readonly takesChanges: boolean;
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

/**
 * Evaluates the flags of an open stream as `/flags?v=2` does; null when the token is no longer valid.
 *
 * @param known the flags of an earlier evaluation; those that cannot have changed are not evaluated again; null if there are none
 */
export type PersonFlags = (
  subject: StreamSubject,
  known: KnownFlags | null,
) => Promise<EvaluatedFlags | null>;

export function createPersonFlags(deps: PersonFlagsDeps): PersonFlags {
  const { metrics, now } = deps;
  const editionOf = createFlagEditions();

  /** Evaluates the flags that can differ from `known`, or all flags. */
  const evaluate = (
    project: Project,
    { sent, distinctId, selection, request }: StreamSubject,
    known: KnownFlags | null,
  ): Promise<EvaluatedRequest> =>
    deps.evaluate(
      project,
      sent,
      distinctId,
      selection,
      request,
      known === null
        ? undefined
        : (flags) => flagsToEvaluate(flags.compiled, editionOf(project.id, flags), known),
    );

  const evaluateAndWrite = async (
    project: Project,
    subject: StreamSubject,
    known: KnownFlags | null,
  ): Promise<{
    readonly evaluation: EvaluatedRequest['evaluation'];
    readonly written: WrittenFlags | null;
  }> => {
    const { sent, distinctId, selection } = subject;
    // Dependencies decide which flags a list of keys includes.
    let older = known?.hasHashKeys === true || selection.flagKeys !== null ? null : known;
    let evaluated = await evaluate(project, subject, older);
    if (older !== null && evaluated.hasHashKeys) {
      older = null;
      evaluated = await evaluate(project, subject, older);
    }
    const { evaluation, flags, hasHashKeys } = evaluated;
    if (flags === null) return { evaluation, written: null };
    const facts = requestFacts(sent, distinctId);
    const edition = editionOf(project.id, flags);
    return {
      evaluation,
      written: writeFlags({
        evaluation,
        compiled: flags.compiled,
        edition,
        facts,
        older,
        hasHashKeys,
      }),
    };
  };

  const none = (
    project: Project,
    { request }: StreamSubject,
    signature: string,
    nothing: Evaluation,
  ): EvaluatedFlags => ({
    signature,
    known: null,
    event: () => {
      metrics.liveFlagEvents.inc();
      const { body } = flagsResponse(nothing, QUERY, request, project, false, now());
      return flagsEvent(signature, body.toString());
    },
  });

  return async (subject, known) => {
    const { token, sent } = subject;
    const project = await deps.projects.findByToken(token);
    if (project === null) return null;
    if (sent.disableFlags) return none(project, subject, 'disabled', NO_FLAGS);
    if (isOverQuota(project.quotaLimits, 'feature_flags', now())) {
      metrics.overQuota.inc({ resource: 'feature_flags' });
      return none(project, subject, 'quota_limited', OVER_QUOTA);
    }
    const { evaluation, written } = await evaluateAndWrite(project, subject, known);
    const signature = written?.signature ?? null;
    return {
      signature,
      known: written?.known ?? null,
      event: (older) => {
        metrics.liveFlagEvents.inc();
        if (evaluation.errorsWhileComputing) metrics.flagErrors.inc();
        deps.usage.count(project.id);
        const rest =
          `"errorsWhileComputingFlags":${evaluation.errorsWhileComputing},` +
          `"requestId":"${randomUUID()}","evaluatedAt":${now()}`;
        if (!subject.takesChanges || older === null || written === null) {
          return flagsEvent(signature, `{"flags":{${written?.all() ?? ''}},${rest}}`);
        }
        const { flags: changed, removed } = written.changesSince(older);
        const body = `{"flags":{${changed}},"removed":${JSON.stringify(removed)},${rest}}`;
        return changesEvent(signature, body);
      },
    };
  };
}
