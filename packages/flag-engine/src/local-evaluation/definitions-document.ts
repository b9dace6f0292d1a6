import { compileFlags } from '../compile/compile-flags';
import type { DefinedFlag } from '../definitions/definition';
import { isJsonObject, type JsonObject } from '../json';
import { dependencyChains } from './dependency-chains';
import { sdkFilters } from './sdk-filters';

/**
 * The document with which an SDK evaluates a project's flags locally
 * (`docs/wire/flags-management.md#local-evaluation-document`).
 */
export interface DefinitionsDocument {
  readonly flags: readonly JsonObject[];
  /** Names of the group types by index. */
  readonly group_type_mapping: Readonly<Record<string, string>>;
  /** Property trees of the dynamic cohorts that flags refer to, nested ones included, by id. */
  readonly cohorts: Readonly<Record<string, unknown>>;
  readonly minimal_flag_called_events: boolean;
  /** 1: boolean filters and properties are compared by truth value. */
  readonly property_matching_version: number;
}

/**
 * Builds the document. It contains inactive flags, because filters of other flags may refer to them, but neither
 * deleted flags nor those that an SDK cannot evaluate: malformed ones and those with encrypted payloads. Flags are
 * ordered by key, so that equal definitions make equal documents.
 */
export function definitionsDocument(project: {
  readonly flags: readonly DefinedFlag[];
  readonly groupTypes: Readonly<Record<string, string>>;
  readonly cohorts: Readonly<Record<string, unknown>>;
}): DefinitionsDocument {
  const listed = project.flags.filter((flag) => !flag.deleted && !flag.has_encrypted_payloads);
  const compiled = compileFlags(listed.map((flag) => ({ ...flag, active: true })));
  const keys = new Map([...compiled.byId].map(([id, { key }]) => [id, key]));
  const chainOf = dependencyChains(compiled);
  return {
    flags: listed
      .filter((flag) => compiled.byId.has(flag.id))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map((flag) => ({
        id: flag.id,
        team_id: flag.team_id,
        name: flag.name,
        key: flag.key,
        filters: isJsonObject(flag.filters) ? sdkFilters(flag.filters, keys, chainOf) : {},
        deleted: false,
        active: flag.active,
        ensure_experience_continuity: flag.ensure_experience_continuity ?? false,
        has_encrypted_payloads: false,
        version: flag.version,
        evaluation_runtime: flag.evaluation_runtime ?? 'all',
        evaluation_contexts: flag.evaluation_contexts ?? [],
        evaluation_tags: flag.evaluation_contexts ?? [],
        bucketing_identifier: flag.bucketing_identifier ?? null,
        has_experiment: flag.has_experiment === true,
      })),
    group_type_mapping: project.groupTypes,
    cohorts: project.cohorts,
    minimal_flag_called_events: false,
    property_matching_version: 1,
  };
}
