import type { FlagDraft, FlagVariant } from '../../queries/flags/flag';
import { evenShares, variantsOf, withVariantKey, withVariants } from '../../queries/flags/flag';
import { Button, IconButton } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { NumberField } from '../../ui/field/number-field';
import { Card, Row } from '../../ui/layout/page';
import styles from './flags.module.css';

interface Props {
  readonly draft: FlagDraft;
  readonly onChange: (draft: FlagDraft) => void;
  readonly blockedBy: string | null;
}

/** The fields for the values of a flag: on, or one of several variants, each with an optional payload. */
export function VariantsEditor({ draft, onChange, blockedBy }: Props) {
  const variants = variantsOf(draft);
  const isBlocked = blockedBy !== null;
  const set = (next: readonly FlagVariant[]): void => onChange(withVariants(draft, next));
  return (
    <Card title="Values">
      {variants.length === 0 && (
        <>
          <p className={styles.note}>The flag is on or off.</p>
          <Payload
            draft={draft}
            name="true"
            label="Payload when on (JSON, optional)"
            isBlocked={isBlocked}
            onChange={onChange}
          />
        </>
      )}
      {variants.map((variant, index) => (
        <div key={index} className={styles.variant}>
          <TextField
            label="Variant"
            value={variant.key}
            disabled={isBlocked}
            onChange={(event) => onChange(withVariantKey(draft, index, event.target.value))}
          />
          <NumberField
            label="Share, %"
            min={0}
            max={100}
            value={variant.rollout_percentage}
            disabled={isBlocked}
            onChange={(share) =>
              set(variants.with(index, { ...variant, rollout_percentage: share }))
            }
          />
          <Payload
            draft={draft}
            name={variant.key}
            label="Payload (JSON)"
            isBlocked={isBlocked}
            onChange={onChange}
          />
          <IconButton
            icon="trash-2"
            label={`Remove the variant ${variant.key}`}
            disabled={isBlocked}
            onClick={() => {
              const rest = variants.toSpliced(index, 1);
              set(rest.length === 0 ? [] : evenShares(rest));
            }}
          />
        </div>
      ))}
      <Row>
        <Button
          icon="plus"
          blockedBy={blockedBy}
          onClick={() => {
            const names = variants.length === 0 ? ['control', 'test'] : [freeKey(variants)];
            const added = names.map((key) => ({ key, rollout_percentage: 0 }));
            set(evenShares([...variants, ...added]));
          }}
        >
          {variants.length === 0 ? 'Use variants' : 'Add a variant'}
        </Button>
        {variants.length > 1 && (
          <Button kind="quiet" blockedBy={blockedBy} onClick={() => set(evenShares(variants))}>
            Split evenly
          </Button>
        )}
      </Row>
    </Card>
  );
}

function Payload(props: {
  readonly draft: FlagDraft;
  readonly name: string;
  readonly label: string;
  readonly isBlocked: boolean;
  readonly onChange: (draft: FlagDraft) => void;
}) {
  const { draft, name, label, isBlocked, onChange } = props;
  const payloads = draft.filters.payloads ?? {};
  return (
    <TextField
      label={label}
      spellCheck={false}
      value={payloads[name] ?? ''}
      disabled={isBlocked}
      onChange={(event) => {
        const text = event.target.value;
        const others = Object.entries(payloads).filter(([key]) => key !== name);
        const next = Object.fromEntries(text === '' ? others : [...others, [name, text]]);
        onChange({ ...draft, filters: { ...draft.filters, payloads: next } });
      }}
    />
  );
}

function freeKey(variants: readonly FlagVariant[]): string {
  const taken = new Set(variants.map(({ key }) => key));
  let number = variants.length + 1;
  while (taken.has(`variant-${number}`)) number += 1;
  return `variant-${number}`;
}
