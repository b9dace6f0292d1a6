import { messageOf } from '../../api/api-error';
import { Button } from '../../ui/button/button';
import { Badge } from '../../ui/text/badge';
import type { LiveEvents } from './use-live-events';
import styles from './activity.module.css';

interface LiveControlsProps {
  readonly live: LiveEvents;
  readonly isLive: boolean;
  readonly isPaused: boolean;
  readonly onLive: (isOn: boolean) => void;
  readonly onPause: (isPaused: boolean) => void;
}

/** Switches the live stream on and off, and shows its state. */
export function LiveControls({ live, isLive, isPaused, onLive, onPause }: LiveControlsProps) {
  return (
    <>
      {isLive && <LiveState live={live} isPaused={isPaused} />}
      {isLive && (
        <Button icon={isPaused ? 'play' : 'pause'} onClick={() => onPause(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      <Button icon="radio" aria-pressed={isLive} onClick={() => onLive(!isLive)}>
        {isLive ? 'Stop live' : 'Live'}
      </Button>
    </>
  );
}

function LiveState({ live, isPaused }: { readonly live: LiveEvents; readonly isPaused: boolean }) {
  const { state, error, list, retry } = live;
  const skipped = list.skipped === 0 ? '' : `, ${list.skipped} skipped`;
  const texts = {
    off: '',
    connecting: 'Connecting…',
    open: isPaused ? 'Paused' : `Live${skipped}`,
    hidden: 'Closed while hidden',
    failed: 'Live is unavailable',
  };
  return (
    <span className={styles.live} role="status">
      <Badge tone={state === 'open' && !isPaused ? 'success' : 'plain'}>{texts[state]}</Badge>
      {state === 'failed' && (
        <>
          <span className={styles.failure}>{messageOf(error)}</span>
          <Button kind="quiet" icon="refresh-cw" onClick={retry}>
            Retry
          </Button>
        </>
      )}
    </span>
  );
}
