import type { AnnotationBody } from '@tidemark/contracts';
import type { Annotation, User } from '@tidemark/postgres';
import { ANNOTATION_FIELDS } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireFields } from '../wire-fields';
import { wireTime } from '../wire-time';

export function annotationBody(
  annotation: Annotation,
  people: ReadonlyMap<number, User>,
): AnnotationBody {
  const creator = people.get(annotation.createdById ?? 0);
  return {
    id: annotation.id,
    ...wireFields(ANNOTATION_FIELDS.toWire(annotation)),
    dashboard_name: annotation.dashboardName,
    insight_short_id: annotation.insightShortId,
    insight_name: annotation.insightName,
    insight_derived_name: annotation.insightDerivedName,
    created_by: creator === undefined ? null : userBasicBody(creator),
    created_at: wireTime(annotation.createdAt),
    updated_at: wireTime(annotation.updatedAt),
  };
}
