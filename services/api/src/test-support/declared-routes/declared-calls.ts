import { edgeRoutes } from '@tidemark/contracts';
import type { OpenApiDocument, Operation } from '@tidemark/platform';
import { askedWith } from './seeds';

/** One request to a declared route. */
export interface DeclaredCall {
  readonly method: string;
  /** The path with `{name}` parameters. */
  readonly template: string;
  readonly operationId: string;
  /** Null = any valid key. */
  readonly scope: string | null;
}

const PROJECT = /^\/api\/(?:projects|environments)\/\{project_id\}\//;
const AT_THE_EDGE = new Set(edgeRoutes.flatMap(({ paths }) => paths as readonly string[]));

/** Every operation of the api that needs a key. */
export function declaredCalls({ paths }: OpenApiDocument): readonly DeclaredCall[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([, { security }]) => security.length > 0 && !AT_THE_EDGE.has(template))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        template,
        operationId: operation.operationId,
        scope: scopeOf(operation),
      })),
  );
}

/** Whether a route is inside one project. */
export function isInProject({ template }: DeclaredCall): boolean {
  return PROJECT.test(template);
}

/**
 * Whether a response ends without a cancellation. Endless streams have their own tests: `live-events.int.test.ts`.
 */
export function hasEnd({ operationId }: DeclaredCall): boolean {
  return !operationId.endsWith('events_live_retrieve');
}

/** The path of a call in a project, with its query string; `idOf` returns the id for a resource. */
export function pathOf(
  { template, operationId }: DeclaredCall,
  project: number,
  idOf: (resource: string) => string,
): string {
  const [resource = ''] = template.replace(PROJECT, '').split('/');
  const path = template
    .replace('{project_id}', String(project))
    .replace(/\{\w+\}/g, () => encodeURIComponent(idOf(resource)));
  const { query } = askedWith(operationId);
  return query === undefined ? path : `${path}?${query}`;
}

function scopeOf({ security }: Operation): string | null {
  return security.flatMap((of) => Object.values(of).flat())[0] ?? null;
}
