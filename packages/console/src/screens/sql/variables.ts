import { queryOptions } from '@tanstack/react-query';
import { loadAllPages } from '../../api/all-pages';
import { request } from '../../api/client';
import type { VariableValue } from '../../queries/sql/sql-query';

/** A variable of the project (`docs/wire/hogql.md#variables`). */
export interface SqlVariable {
  readonly id: string;
  readonly name: string;
  readonly code_name: string;
  readonly type: string;
  readonly default_value: unknown;
}

export function variablesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['sql-variables', projectId],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      loadAllPages<SqlVariable>(`/api/projects/${projectId}/insight_variables/`, signal),
  });
}

export function createVariable(projectId: number, name: string): Promise<SqlVariable> {
  const body = { name, type: 'String' };
  return request('POST', `/api/projects/${projectId}/insight_variables/`, { body });
}

/** Values in the wire format. For an empty input, the server uses the default of the variable. */
export function variableValues(
  variables: readonly SqlVariable[],
  names: readonly string[],
  inputs: Readonly<Record<string, string>>,
): readonly VariableValue[] {
  return variables
    .filter(({ code_name }) => names.includes(code_name))
    .map(({ id, code_name, type }) => {
      const input = inputs[code_name] ?? '';
      return { variableId: id, code_name, value: input === '' ? null : valueOf(input, type) };
    });
}

function valueOf(input: string, type: string): unknown {
  if (type === 'Number') return Number(input);
  if (type === 'Boolean') return input.toLowerCase() === 'true';
  return input;
}
