import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { Draft, Taxonomy } from '@tidemark/query-drafter';
import { draftQuery } from '@tidemark/query-drafter';
import type { QueryEngine } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { queryProject } from '../query/query-project';
import type { LanguageModel } from './language-model';
import { ModelError } from './language-model';
import { firstMessages, readModelResponse, repairMessages } from './model-prompt';

interface DraftQuestion {
  readonly project: Project;
  readonly prompt: string;
  /** A statement that the question may be about. */
  readonly currentQuery: string | null;
  readonly signal: AbortSignal;
}

export interface QueryDrafter {
  readonly usesModel: boolean;
  /** Returns a statement that compiles, or the reason why there is none. */
  draft(question: DraftQuestion): Promise<Draft>;
}

export interface QueryDrafterDeps {
  readonly engine: Pick<QueryEngine, 'ask'>;
  readonly loadTaxonomy: (projectId: number) => Promise<Taxonomy>;
  /** Null: statements are drafted by rules only. */
  readonly model: LanguageModel | null;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** The maximum number of times that the model is asked to correct its statement. */
const MAX_REPAIRS = 2;
/** The engine's plan of a statement has rows, too. */
const PLAN_ROWS = 10_000;
/** The time limit for all responses of the model to one question, after which the rules make the draft. */
const MODEL_DEADLINE_MS = 45_000;

export function createQueryDrafter(deps: QueryDrafterDeps): QueryDrafter {
  return {
    usesModel: deps.model !== null,
    async draft(question) {
      const taxonomy = await deps.loadTaxonomy(question.project.id);
      const byModel = deps.model && (await draftByModel(deps, deps.model, question, taxonomy));
      return byModel ?? draftByRules(deps, question, taxonomy);
    },
  };
}

async function draftByRules(
  deps: QueryDrafterDeps,
  { project, prompt }: DraftQuestion,
  taxonomy: Taxonomy,
): Promise<Draft> {
  const draft = draftQuery(prompt, taxonomy, deps.now());
  if (draft.outcome === 'unclear') return draft;
  const mistake = await findMistake(deps, project, draft.sql);
  if (mistake === null) return draft;
  // Statements of the rules are valid HogQL, but the defined type of a property can still make one invalid.
  deps.logger.warn(
    { projectId: project.id, mistake },
    'a query draft does not compile in this project',
  );
  return { outcome: 'unclear', reason: `The draft does not fit this project: ${mistake}` };
}

/** Returns null if no statement of the model compiles; the rules make the draft then. */
async function draftByModel(
  deps: QueryDrafterDeps,
  model: LanguageModel,
  { project, prompt, currentQuery, signal }: DraftQuestion,
  taxonomy: Taxonomy,
): Promise<Draft | null> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(MODEL_DEADLINE_MS)]);
  let messages = firstMessages(prompt, taxonomy, currentQuery);
  try {
    for (let attempt = 0; attempt <= MAX_REPAIRS; attempt += 1) {
      const text = await model.complete(messages, until);
      const response = readModelResponse(text);
      if (response.kind === 'unclear') return null;
      const mistake = await findMistake(deps, project, response.sql);
      if (mistake === null) return { outcome: 'drafted', sql: response.sql, notes: [] };
      messages = [...messages, ...repairMessages(text, mistake)];
      await delay(0, undefined, { signal: until });
    }
    deps.logger.info({ projectId: project.id }, 'the language model wrote no query that compiles');
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError) && !until.aborted) throw error;
    deps.logger.warn(
      { err: error, projectId: project.id },
      'the model could not draft a query: rules are used instead',
    );
  }
  return null;
}

/** The error of the compiler or the engine for a statement, which is not run; null if it is valid. */
async function findMistake(
  { engine }: Pick<QueryDrafterDeps, 'engine'>,
  project: Project,
  sql: string,
): Promise<string | null> {
  if (sql === '') return 'there is no statement';
  const response = await engine.ask({
    project: queryProject(project, null),
    query: { kind: 'HogQLMetadata', language: 'hogQL', query: sql },
    queryId: v7().replaceAll('-', ''),
    maxRows: PLAN_ROWS,
  });
  const { isValid, errors } = response as {
    readonly isValid?: boolean;
    readonly errors?: readonly { readonly message?: string }[];
  };
  return isValid === true ? null : (errors?.[0]?.message ?? 'it cannot be compiled');
}
