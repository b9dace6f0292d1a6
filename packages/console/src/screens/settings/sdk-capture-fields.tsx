import { VITALS } from '../../queries/settings/sdk-settings';
import { Checkbox } from '../../ui/field/field';
import type { SdkFieldProps } from './sdk-field-props';
import { SettingSwitch } from './setting-switch';
import styles from './settings.module.css';

const VITAL_WORDS = {
  LCP: 'largest contentful paint',
  INP: 'interaction to next paint',
  CLS: 'cumulative layout shift',
  FCP: 'first contentful paint',
} as const;

/** The settings for data that browsers capture automatically. */
export function CaptureFields({ draft, problems, disabled, onChange }: SdkFieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Automatic capture</legend>
      <SettingSwitch
        label="Autocapture"
        hint={
          <>
            Clicks, changed inputs and sent forms, as <code>$autocapture</code> events. For sites
            with posthog-js.
          </>
        }
        checked={draft.autocapture}
        disabled={disabled}
        onChange={(autocapture) => onChange({ autocapture })}
      />
      <SettingSwitch
        label="Heatmaps"
        hint={
          <>
            Where visitors click, move and scroll, as <code>$$heatmap</code> events. For sites with
            posthog-js.
          </>
        }
        checked={draft.heatmaps}
        disabled={disabled}
        onChange={(heatmaps) => onChange({ heatmaps })}
      />
      <SettingSwitch
        label="Dead clicks"
        hint={
          <>
            Clicks after which nothing happens, as <code>$dead_click</code> events. For sites with
            posthog-js.
          </>
        }
        checked={draft.deadClicks}
        disabled={disabled}
        onChange={(deadClicks) => onChange({ deadClicks })}
      />
      <SettingSwitch
        label="Exceptions"
        hint={
          <>
            Errors that nothing in the code of the site handles, as <code>$exception</code> events.
            For sites with posthog-js, and apps whose client reads this setting.
          </>
        }
        checked={draft.exceptions}
        disabled={disabled}
        onChange={(exceptions) => onChange({ exceptions })}
      />
      <VitalsFields draft={draft} problems={problems} disabled={disabled} onChange={onChange} />
      <SettingSwitch
        label="Network timing"
        hint="How long the requests of a page take, in recordings of sessions. For sites with posthog-js."
        checked={draft.networkTiming}
        disabled={disabled}
        onChange={(networkTiming) => onChange({ networkTiming })}
      />
    </fieldset>
  );
}

function VitalsFields({ draft, problems, disabled, onChange }: SdkFieldProps) {
  return (
    <>
      <SettingSwitch
        label="Web vitals"
        hint={
          <>
            How fast and steady pages load, as <code>$web_vitals</code> events; the web screen shows
            them. For sites with posthog-js.
          </>
        }
        error={problems.vitals}
        checked={draft.webVitals}
        disabled={disabled}
        onChange={(webVitals) => onChange({ webVitals })}
      />
      {draft.webVitals && (
        <VitalChoices
          vitals={draft.vitals}
          disabled={disabled}
          onChange={(vitals) => onChange({ vitals })}
        />
      )}
    </>
  );
}

function VitalChoices(props: {
  readonly vitals: SdkFieldProps['draft']['vitals'];
  readonly disabled: boolean;
  readonly onChange: (vitals: SdkFieldProps['draft']['vitals']) => void;
}) {
  const { vitals, disabled, onChange } = props;
  return (
    <div role="group" aria-label="Measures of web vitals" className={styles.choices}>
      {VITALS.map((vital) => (
        <Checkbox
          key={vital}
          label={`${vital} (${VITAL_WORDS[vital]})`}
          checked={vitals.includes(vital)}
          disabled={disabled}
          onChange={(isOn) =>
            onChange(VITALS.filter((one) => (one === vital ? isOn : vitals.includes(one))))
          }
        />
      ))}
    </div>
  );
}
