import { useState } from 'react';
import { Button } from '../button/button';
import styles from './code-block.module.css';

/** A text that users paste elsewhere, with a copy button. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <figure className={styles.block}>
      <pre tabIndex={0} aria-label={label}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={`Copy: ${label}`} />
    </figure>
  );
}

/** A button that copies a text and shows whether that worked. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Browsers forbid access to the clipboard on pages without https, except on localhost.
      setState('failed');
    }
  };
  const texts = { ready: 'Copy', copied: 'Copied', failed: 'Select it and copy' } as const;
  return (
    <Button
      kind="quiet"
      icon={state === 'copied' ? 'check' : 'copy'}
      aria-label={label}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{texts[state]}</span>
    </Button>
  );
}
