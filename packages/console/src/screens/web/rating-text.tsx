import type { Vital } from '../../queries/web/vitals';
import { RATING_WORDS, ratingOf } from '../../queries/web/vitals';
import styles from './web.module.css';

/** The rating of a value, as a word and a colour. */
export function RatingText({ vital, value }: { readonly vital: Vital; readonly value: number }) {
  const rating = ratingOf(vital, value);
  return (
    <span className={styles.rating} data-rating={rating}>
      {RATING_WORDS[rating]}
    </span>
  );
}
