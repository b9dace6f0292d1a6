import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Annotation } from './annotation';
import { ANNOTATION_FIELDS } from './annotation';

export const ANNOTATION_HISTORY: History<Annotation> = {
  scope: 'Annotation',
  nameOf: (annotation) => annotation.content,
  verbOf: deletedOrUpdated,
  wireFields: (annotation) => ANNOTATION_FIELDS.toWire(annotation),
};
