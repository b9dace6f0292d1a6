import type { SdkFieldProps } from './sdk-field-props';
import { SettingSwitch } from './setting-switch';
import styles from './settings.module.css';

/** The setting for surveys that SDKs show to people. */
export function SurveyFields({ draft, problems, disabled, onChange }: SdkFieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Surveys</legend>
      <SettingSwitch
        label="Show surveys"
        hint="Clients receive the surveys of the project that are not archived, and show those that run. Surveys are created through the API. If this is off, clients receive none."
        error={problems.surveys}
        checked={draft.surveys}
        disabled={disabled}
        onChange={(surveys) => onChange({ surveys })}
      />
    </fieldset>
  );
}
