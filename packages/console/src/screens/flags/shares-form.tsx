import { useState } from 'react';
import type { FlagDraft } from '../../queries/flags/flag';
import { variantsOf, withShare, withVariants } from '../../queries/flags/flag';
import { Button } from '../../ui/button/button';
import { NumberField } from '../../ui/field/number-field';
import styles from './flags.module.css';

/** Fields for the shares of the variants. If one share changes, the other variants divide the rest in proportion. */
export function SharesForm(props: {
  readonly draft: FlagDraft;
  readonly blockedBy: string | null;
  readonly onChange: (draft: FlagDraft) => void;
}) {
  const { draft, blockedBy, onChange } = props;
  const stored = variantsOf(draft);
  const [variants, setVariants] = useState(stored);
  const isChanged = JSON.stringify(variants) !== JSON.stringify(stored);
  return (
    <form
      className={styles.sharesForm}
      aria-label="Shares of the variants"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(withVariants(draft, variants));
      }}
    >
      <p className={styles.note}>
        To show a variant to more people, raise its share; the others divide the rest. A person can
        get another variant when the shares change.
      </p>
      <div className={styles.shares}>
        {variants.map(({ key, rollout_percentage: share }) => (
          <NumberField
            key={key}
            label={`${key}, %`}
            min={0}
            max={100}
            value={share}
            disabled={blockedBy !== null}
            onChange={(next) => setVariants(withShare(variants, key, next))}
          />
        ))}
        <Button type="submit" blockedBy={blockedBy} disabled={!isChanged}>
          Review these shares
        </Button>
      </div>
    </form>
  );
}
