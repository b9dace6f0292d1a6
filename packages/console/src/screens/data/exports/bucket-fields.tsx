import type { ExportKeys } from '../../../queries/data/export-draft';
import { Checkbox, SelectField, TextField } from '../../../ui/field/field';
import { Card } from '../../../ui/layout/page';
import type { ExportFieldsProps } from './export-fields';
import styles from './exports.module.css';

interface BucketFieldsProps extends ExportFieldsProps {
  readonly keys: ExportKeys;
  readonly hasStoredKeys: boolean;
  readonly onKeys: (keys: ExportKeys) => void;
}

/** The fields for the bucket of an export and its access key. */
export function BucketFields(props: BucketFieldsProps) {
  const { draft, isBlocked, onChange, keys, hasStoredKeys, onKeys } = props;
  const text = (field: 'bucket' | 'region' | 'endpoint' | 'kmsKey') => ({
    value: draft[field],
    spellCheck: false,
    disabled: isBlocked,
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      onChange({ ...draft, [field]: target.value }),
  });
  const kept = hasStoredKeys ? 'Leave it empty to keep the stored one.' : undefined;
  const secret = { autoComplete: 'off', spellCheck: false, disabled: isBlocked, hint: kept };
  return (
    <Card title="Bucket">
      <div className={styles.pair}>
        <TextField label="Bucket" {...text('bucket')} />
        <TextField label="Region" placeholder="eu-central-1" {...text('region')} />
        <TextField
          label="Access key id"
          {...secret}
          value={keys.id}
          onChange={({ target }) => onKeys({ ...keys, id: target.value })}
        />
        <TextField
          label="Secret access key"
          type="password"
          {...secret}
          value={keys.secret}
          onChange={({ target }) => onKeys({ ...keys, secret: target.value })}
        />
        <TextField
          label="Endpoint (optional)"
          hint="URL of a store that is compatible with S3. Empty: AWS"
          {...text('endpoint')}
        />
        <SelectField
          label="Server-side encryption"
          value={draft.encryption}
          options={[
            { value: '', label: 'default of the bucket' },
            { value: 'AES256', label: 'AES256' },
            { value: 'aws:kms', label: 'aws:kms' },
          ]}
          disabled={isBlocked}
          onChange={(encryption) => onChange({ ...draft, encryption })}
        />
        {draft.encryption === 'aws:kms' && (
          <TextField label="Id of the KMS key (optional)" {...text('kmsKey')} />
        )}
      </div>
      <Checkbox
        label="Use the bucket name as host name"
        checked={draft.isVirtualStyle}
        disabled={isBlocked}
        onChange={(isVirtualStyle) => onChange({ ...draft, isVirtualStyle })}
      />
    </Card>
  );
}
