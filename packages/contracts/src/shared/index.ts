export * from './process-report';
export * from './action-step';
export * from './error-body';
export * from './page';
export * from './property-size';
export * from './scopes';
export * from './uploaded-file';
export * from './wire-fields';
