import * as Ariakit from '@ariakit/react';
import { lazy, useState } from 'react';
import button from '../button/button.module.css';
import { Icon } from '../icon/icon';
import { Lazily } from '../state/lazily';
import styles from './filters.module.css';

// Loaded when the list is opened.
const EventList = lazy(async () => ({ default: (await import('./event-list')).EventList }));

interface EventPickerProps {
  readonly projectId: number;
  /** The name of the event; null for all events. */
  readonly event: string | null;
  readonly onChange: (event: string | null) => void;
  /** The text if no event is chosen; by default it means all events. */
  readonly emptyText?: string;
}

/** A picker for the name of an event, or for all events. */
export function EventPicker({ projectId, event, onChange, emptyText }: EventPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (name: string | null): void => {
    setOpen(false);
    onChange(name);
  };
  return (
    <Ariakit.PopoverProvider open={isOpen} setOpen={setOpen} placement="bottom-start">
      <Ariakit.PopoverDisclosure
        className={`${button.button} ${styles.picker}`}
        title={event ?? undefined}
        aria-label={`Event: ${event ?? emptyText ?? 'all events'}`}
      >
        <span className={styles.picked}>{event ?? emptyText ?? 'All events'}</span>
        <Icon name="chevron-down" />
      </Ariakit.PopoverDisclosure>
      <Ariakit.Popover
        className={styles.popover}
        aria-label="Event"
        gutter={4}
        portal
        unmountOnHide
      >
        <Lazily>
          <EventList projectId={projectId} onChoose={choose} />
        </Lazily>
      </Ariakit.Popover>
    </Ariakit.PopoverProvider>
  );
}
