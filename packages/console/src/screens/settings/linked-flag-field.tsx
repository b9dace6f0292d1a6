import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { ClientDraft } from '../../queries/settings/sdk-settings';
import { useProjectId } from '../../session/me';
import { SelectField } from '../../ui/field/field';
import type { ListedFlag } from '../../ui/picker/flag-picker';
import { FlagPicker } from '../../ui/picker/flag-picker';
import { FailedNotice } from '../../ui/state/states';
import styles from './settings.module.css';

/** The linked flag, which may be deleted. */
function linkedFlagQuery(projectId: number, id: number | undefined) {
  return queryOptions({
    queryKey: ['linked-flag', projectId, id],
    enabled: id !== undefined,
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      request<ListedFlag & { readonly deleted: boolean }>(
        'GET',
        `/api/projects/${projectId}/feature_flags/${id}/`,
        { signal },
      ),
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
  const stored = useQuery(linkedFlagQuery(projectId, linked?.id));
  const variant = linked?.variant ?? '';
  const variants = [
    ...new Set([
      ...(stored.data?.filters.multivariate?.variants ?? []).map(({ key }) => key),
      ...(variant === '' ? [] : [variant]),
    ]),
  ];
  const problem =
    linked !== null && stored.data?.deleted === true
      ? `The flag ${linked.key} was deleted: no session is recorded. Choose another flag.`
      : error;
  return (
    <div className={styles.pair}>
      <FailedNotice query={stored} />
      <FlagPicker
        projectId={projectId}
        label="Only for users of a flag"
        text={linked?.key ?? 'Every user'}
        emptyText="Every user"
        hint="Sessions of users for whom the flag is on are recorded."
        error={problem}
        disabled={disabled}
        onPick={(flag) => onChange(flag === null ? null : { id: flag.id, key: flag.key })}
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
