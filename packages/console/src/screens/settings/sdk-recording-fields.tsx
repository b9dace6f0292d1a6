import { SelectField, TextArea, TextField } from '../../ui/field/field';
import { LinkedFlagField } from './linked-flag-field';
import type { SdkFieldProps } from './sdk-field-props';
import { SettingSwitch } from './setting-switch';
import styles from './settings.module.css';

/** The settings for session recordings: whether and when to record, and what to mask. */
export function RecordingFields(props: SdkFieldProps) {
  const { draft, disabled, onChange } = props;
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Session recording</legend>
        <SettingSwitch
          label="Record sessions"
          hint="For sites with posthog-js and apps with a mobile client. Tidemark has no player and stores no pictures yet: it keeps how long each session was, its clicks, keys and errors, and console logs. The settings below apply while this is on."
          checked={draft.recordings}
          disabled={disabled}
          onChange={(recordings) => onChange({ recordings })}
        />
      </fieldset>
      {draft.recordings && (
        <>
          <WhichSessions {...props} />
          <WhatIsRecorded {...props} />
          <Triggers {...props} />
        </>
      )}
    </>
  );
}

function WhichSessions({ draft, problems, disabled, onChange }: SdkFieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Which sessions</legend>
      <div className={styles.pair}>
        <TextField
          label="Share of the sessions, %"
          hint="Empty records all. The choice is made once per session."
          inputMode="numeric"
          disabled={disabled}
          value={draft.sampling}
          error={problems.sampling}
          onChange={({ target }) => onChange({ sampling: target.value })}
        />
        <TextField
          label="Minimum duration (seconds)"
          hint="Shorter sessions are not sent. At most 30; empty sends all."
          inputMode="decimal"
          disabled={disabled}
          value={draft.minimum}
          error={problems.minimum}
          onChange={({ target }) => onChange({ minimum: target.value })}
        />
      </div>
      <LinkedFlagField
        linked={draft.linkedFlag}
        error={problems.linkedFlag}
        disabled={disabled}
        onChange={(linkedFlag) => onChange({ linkedFlag })}
      />
      <TextArea
        label="Domains"
        hint="One address per line, such as https://shop.example.com or https://*.example.com. Pages of other hosts are not recorded; empty records every page. Apps are always recorded."
        rows={3}
        disabled={disabled}
        value={draft.domains}
        error={problems.domains}
        onChange={({ target }) => onChange({ domains: target.value })}
      />
    </fieldset>
  );
}

function WhatIsRecorded({ draft, problems, disabled, onChange }: SdkFieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend>What is recorded, and what is hidden</legend>
      <SettingSwitch
        label="Hide all inputs"
        hint="What visitors type is replaced by asterisks before it leaves the browser. Passwords are always hidden."
        error={problems.maskInputs}
        checked={draft.maskInputs}
        disabled={disabled}
        onChange={(maskInputs) => onChange({ maskInputs })}
      />
      <div className={styles.pair}>
        <TextField
          label="Hide the text of elements"
          hint="A CSS selector, such as .private; * hides all text."
          disabled={disabled}
          value={draft.maskText}
          error={problems.maskText}
          onChange={({ target }) => onChange({ maskText: target.value })}
        />
        <TextField
          label="Exclude elements"
          hint="A CSS selector; an empty box is recorded in their place."
          disabled={disabled}
          value={draft.block}
          error={problems.block}
          onChange={({ target }) => onChange({ block: target.value })}
        />
      </div>
      <SettingSwitch
        label="Console logs"
        hint="What the page writes to the console of the browser. For sites with posthog-js, and apps whose client supports it."
        checked={draft.consoleLogs}
        disabled={disabled}
        onChange={(consoleLogs) => onChange({ consoleLogs })}
      />
      <SettingSwitch
        label="Canvases"
        hint="Pictures of canvas elements, three per second. What is drawn on them cannot be hidden. For sites with posthog-js."
        error={problems.canvas}
        checked={draft.canvas}
        disabled={disabled}
        onChange={(canvas) => onChange({ canvas })}
      />
      <SettingSwitch
        label="Headers of requests"
        hint="Headers of the page's requests and responses. They can hold secrets. For sites with posthog-js."
        error={problems.headers}
        checked={draft.headers}
        disabled={disabled}
        onChange={(headers) => onChange({ headers })}
      />
      <SettingSwitch
        label="Bodies of requests"
        hint="Bodies of the page's requests and responses. They can hold personal data. For sites with posthog-js."
        error={problems.bodies}
        checked={draft.bodies}
        disabled={disabled}
        onChange={(bodies) => onChange({ bodies })}
      />
    </fieldset>
  );
}

function Triggers({ draft, problems, disabled, onChange }: SdkFieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend>When a recording starts and pauses</legend>
      <TextArea
        label="Start on pages"
        hint="One regular expression per line, for example /checkout. Empty starts on every page. For sites with posthog-js."
        rows={2}
        disabled={disabled}
        value={draft.urlTriggers}
        error={problems.urlTriggers}
        onChange={({ target }) => onChange({ urlTriggers: target.value })}
      />
      <TextArea
        label="Start with events"
        hint="One event name per line, for example $exception. Empty starts without an event."
        rows={2}
        disabled={disabled}
        value={draft.eventTriggers}
        error={problems.eventTriggers}
        onChange={({ target }) => onChange({ eventTriggers: target.value })}
      />
      <SelectField
        label="How the share, flag, pages and events above are combined"
        hint="Whether a session must match all restrictions that are set, or one of them. For sites with posthog-js."
        disabled={disabled}
        value={draft.triggerMatch}
        error={problems.triggerMatch}
        options={[
          { value: 'all', label: 'all restrictions must match' },
          { value: 'any', label: 'one restriction must match' },
        ]}
        onChange={(triggerMatch) => onChange({ triggerMatch })}
      />
      <TextArea
        label="Pause on pages"
        hint="One regular expression per line. For sites with posthog-js."
        rows={2}
        disabled={disabled}
        value={draft.urlBlocklist}
        error={problems.urlBlocklist}
        onChange={({ target }) => onChange({ urlBlocklist: target.value })}
      />
    </fieldset>
  );
}
