import { useRef } from 'react';
import { InsightView } from '../../insight-view/insight-view';
import { hoursQuery } from '../../queries/web/web-queries';
import { Card } from '../../ui/layout/page';
import { useSeen } from '../../ui/layout/use-seen';
import type { CardProps } from './card-props';
import { OpenAsInsight } from './open-as';
import styles from './web.module.css';

/** Visitors by day and hour of the week. */
export function HoursCard({ view, onPeople }: CardProps) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const query = hoursQuery(view);
  return (
    <div ref={place} className={styles.card}>
      <Card title="Visitors by hour of the week" actions={<OpenAsInsight query={query} />}>
        {isSeen && <InsightView query={query} label="Visitors" isCompact onPeople={onPeople} />}
      </Card>
    </div>
  );
}
