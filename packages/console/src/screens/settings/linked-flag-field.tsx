import { queryOptions, useQuery } from '@tanstack/react-query';
import { loadAllPages } from '../../api/all-pages';
import type { ClientDraft } from '../../queries/settings/sdk-settings';
import { useProjectId } from '../../session/me';
import { SelectField } from '../../ui/field/field';
import { FailedNotice } from '../../ui/state/states';
import styles from './settings.module.css';

interface FlagChoice {
  readonly id: number;
  readonly key: string;
  readonly filters: {
    readonly multivariate?: { readonly variants: readonly { readonly key: string }[] } | null;
  };
}

function flagChoicesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['settings-flags', projectId],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      loadAllPages<FlagChoice>(`/api/projects/${projectId}/feature_flags/`, signal),
  });
}

interface LinkedFlagFieldProps {
  readonly linked: ClientDraft['linkedFlag'];
  readonly error?: string;
  readonly disabled: boolean;
  readonly onChange: (linked: ClientDraft['linkedFlag']) => void;
}

/** A field for the flag that controls recording: sessions are recorded for any of its values, or for one variant. */
export function LinkedFlagField({ linked, error, disabled, onChange }: LinkedFlagFieldProps) {
  const projectId = useProjectId();
  const list = useQuery(flagChoicesQuery(projectId));
  const flags = list.data ?? [];
  const chosen = flags.find(({ id }) => id === linked?.id);
  const keys = [
    ...flags.map(({ id, key }) => ({ value: String(id), label: key })),
    ...(linked !== null && chosen === undefined
      ? [{ value: String(linked.id), label: linked.key }]
      : []),
  ];
  const variant = linked?.variant ?? '';
  const variants = [
    ...new Set([
      ...(chosen?.filters.multivariate?.variants ?? []).map(({ key }) => key),
      ...(variant === '' ? [] : [variant]),
    ]),
  ];
  return (
    <div className={styles.pair}>
      <FailedNotice query={list} />
      <SelectField
        label="Only for users of a flag"
        hint="Sessions of users for whom the flag is on are recorded."
        error={error}
        disabled={disabled || list.isPending}
        value={linked === null ? '' : String(linked.id)}
        options={[{ value: '', label: 'Every user' }, ...keys]}
        onChange={(id) => {
          const flag = flags.find((one) => String(one.id) === id);
          onChange(flag === undefined ? null : { id: flag.id, key: flag.key });
        }}
      />
      {linked !== null && variants.length > 0 && (
        <SelectField
          label="Variant of the flag"
          disabled={disabled}
          value={variant}
          options={[
            { value: '', label: 'Any variant' },
            ...variants.map((key) => ({ value: key, label: key })),
          ]}
          onChange={(key) =>
            onChange({ id: linked.id, key: linked.key, ...(key !== '' && { variant: key }) })
          }
        />
      )}
    </div>
  );
}
