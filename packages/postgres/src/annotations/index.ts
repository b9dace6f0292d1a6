export type { Annotation, AnnotationFields } from './annotation';
export { createAnnotationRepository } from './annotation-repository';
export type {
  AnnotationListQuery,
  AnnotationReader,
  AnnotationRepository,
} from './annotation-repository';
