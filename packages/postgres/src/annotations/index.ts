export type { Annotation, AnnotationFields } from './annotation';
export { ANNOTATION_HISTORY } from './annotation-history';
export { createAnnotationRepository } from './annotation-repository';
export type {
  AnnotationListQuery,
  AnnotationReader,
  AnnotationRepository,
} from './annotation-repository';
