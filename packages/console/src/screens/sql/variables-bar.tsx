import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DateRangePicker } from '../../ui/date-range/date-range';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { useBlockedBy } from '../../session/me';
import type { WireRange } from '../../queries/date-range';
import { copyText } from '../../queries/grid/cell-text';
import type { Placeholders } from '../../queries/sql/placeholders';
import { FailedNotice } from '../../ui/state/states';
import type { SqlVariable } from './variables';
import { createVariable, variablesQuery } from './variables';
import styles from './sql.module.css';

interface VariablesBarProps {
  readonly projectId: number;
  readonly zone: string;
  readonly placeholders: Placeholders;
  readonly values: Readonly<Record<string, string>>;
  readonly range: WireRange;
  readonly onValue: (codeName: string, value: string) => void;
  readonly onRange: (range: WireRange) => void;
}

/** Inputs for the placeholders `{variables.…}` and `{filters}` of a statement. */
export function VariablesBar(props: VariablesBarProps) {
  const { projectId, zone, placeholders, values, range, onValue, onRange } = props;
  const { variables, hasFilters } = placeholders;
  const stored = useQuery({ ...variablesQuery(projectId), enabled: variables.length > 0 });
  const { data } = stored;
  return (
    <div className={styles.variables} role="group" aria-label="Values of the statement">
      {hasFilters && (
        <div className={styles.range}>
          <span>Range of {'{filters}'}</span>
          <DateRangePicker range={range} zone={zone} onChange={onRange} />
        </div>
      )}
      <FailedNotice query={stored} />
      {variables.map((codeName) => {
        const known = data?.find(({ code_name }) => code_name === codeName);
        if (data !== undefined && known === undefined) {
          return <MissingVariable key={codeName} projectId={projectId} codeName={codeName} />;
        }
        return (
          <TextField
            key={codeName}
            label={known?.name ?? codeName}
            type={known?.type === 'Number' ? 'number' : known?.type === 'Date' ? 'date' : 'text'}
            placeholder={defaultText(known)}
            value={values[codeName] ?? ''}
            onChange={(event) => onValue(codeName, event.target.value)}
          />
        );
      })}
    </div>
  );
}

function MissingVariable(props: { readonly projectId: number; readonly codeName: string }) {
  const { projectId, codeName } = props;
  const client = useQueryClient();
  const blockedBy = useBlockedBy('insight:write');
  const create = useMutation({
    mutationFn: () => createVariable(projectId, codeName),
    onSuccess: () => client.invalidateQueries({ queryKey: variablesQuery(projectId).queryKey }),
  });
  return (
    <div className={styles.range}>
      <span>There is no variable {codeName}</span>
      <Button
        icon="plus"
        blockedBy={blockedBy}
        busy={create.isPending}
        onClick={() => create.mutate()}
      >
        Create it as text
      </Button>
    </div>
  );
}

function defaultText(variable: SqlVariable | undefined): string {
  const value = variable?.default_value;
  const text = copyText(value);
  return text === '' ? '' : `Default: ${text}`;
}
