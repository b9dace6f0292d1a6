export type { Annotation, AnnotationFields } from './annotation';
export { ANNOTATION_FIELDS } from './annotation';
export { createAnnotationRepository } from './annotation-repository';
export type {
  AnnotationAuthor,
  AnnotationListQuery,
  AnnotationReader,
  AnnotationRepository,
} from './annotation-repository';
