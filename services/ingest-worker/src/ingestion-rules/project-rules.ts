import type { CompiledRules, IngestionRule } from '@tidemark/domain';
import { compileRules, needsKey, projectHashKey } from '@tidemark/domain';

/** A cache of the compiled ingestion rules of projects. */
export interface ProjectRules {
  /** Returns null if the project has no rules. Call `load` first. */
  of(projectId: number): CompiledRules | null;
  /** Reads outdated rules again. @throws if rules cannot be read: no event may be stored without them */
  load(projectIds: ReadonlySet<number>): Promise<void>;
}

/** The time for which rules are cached, the same as for other project settings. */
const TTL_MS = 10_000;

type StoredRule = IngestionRule & { readonly version: number };

interface Known {
  readonly version: string;
  readonly compiled: CompiledRules | null;
  readonly readAt: number;
}

/** Creates the cache of rules, which are at most some seconds old and compiled again only after a change. */
export function createProjectRules(deps: {
  readonly read: (
    projectIds: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly StoredRule[]>>;
  /** The key of the installation for hashes; undefined if it is not set. */
  readonly secret: string | undefined;
  readonly now: () => number;
}): ProjectRules {
  const known = new Map<number, Known>();
  const compile = (projectId: number, rules: readonly StoredRule[]): CompiledRules | null => {
    if (rules.length === 0) return null;
    if (deps.secret === undefined && rules.some(needsKey)) {
      throw new Error('INGESTION_RULES_KEY is not set, and a project has rules that need it');
    }
    return compileRules(rules, projectHashKey(deps.secret ?? '', projectId));
  };
  return {
    of: (projectId) => known.get(projectId)?.compiled ?? null,
    load: async (projectIds) => {
      const now = deps.now();
      const stale = [...projectIds].filter(
        (id) => (known.get(id)?.readAt ?? -Infinity) < now - TTL_MS,
      );
      if (stale.length === 0) return;
      const found = await deps.read(stale);
      for (const id of stale) {
        const rules = found.get(id) ?? [];
        const version = rules.map((rule) => `${rule.id}:${rule.version}`).join();
        const before = known.get(id);
        const compiled = before?.version === version ? before.compiled : compile(id, rules);
        known.set(id, { version, compiled, readAt: now });
      }
    },
  };
}
